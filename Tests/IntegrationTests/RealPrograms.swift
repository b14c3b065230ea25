import Testing

/// Tests of real programs in ordinary use, which run one at a time.
///
/// They wait for processes and clocks, and in parallel they would delay each other and the tests of other targets.
@Suite(.serialized)
enum RealPrograms {}

/// Tests of real programs that are killed, fail, or meet damaged and hostile files, which run one at a time.
///
/// They depend on no clock, so scripts/test runs them in a process of their own beside the others. In `make faults` they
/// take hours, which in parallel would count against the time limit of each.
@Suite(.serialized)
enum FailingPrograms {}

/// Tests of programs on a display, which run one at a time.
///
/// They mostly wait for windows and notifications, and so run beside the others.
@Suite(.serialized)
enum DesktopProgramTests {}
