import TestSupport
import Testing

/// Tests of real programs in ordinary use, which run one at a time.
///
/// They wait for processes and clocks, and in parallel they would delay each other and the tests of other targets.
@Suite(.serialized)
enum RealPrograms {}

/// Tests of real programs that are killed, fail, or meet damaged and hostile files.
///
/// They depend on no clock and share nothing, so a few run at the same time, in a process of their own (scripts/test).
@Suite(.fewAtOnce)
enum FailingPrograms {
    /// Tests that find the workers of this process, and kill them.
    @Suite(.serialized)
    enum Workers {}
}

/// Tests of programs on a display, which run one at a time.
///
/// They mostly wait for windows and notifications, and so run beside the others.
@Suite(.serialized)
enum DesktopPrograms {}
