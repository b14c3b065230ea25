import Testing

/// All tests with real programs, which run one at a time.
///
/// They wait for processes and clocks, and in parallel they would delay each other and the tests of other targets.
@Suite(.serialized)
enum RealPrograms {}
