import Testing

/// Tests of real programs in ordinary use, which run one at a time.
///
/// They wait for processes and clocks, and in parallel they would delay each other and the tests of other targets.
@Suite(.serialized)
enum RealPrograms {}

/// Tests of real programs that are killed, fail, or meet damaged and hostile files, which run one at a time.
///
/// They depend on no clock, so they run beside ``RealPrograms``: one after the other would leave a core idle.
@Suite(.serialized)
enum FailingPrograms {}

/// Tests of programs on a display, which run one at a time.
///
/// They mostly wait for windows and notifications, and so run beside the others.
@Suite(.serialized)
enum DesktopPrograms {}
