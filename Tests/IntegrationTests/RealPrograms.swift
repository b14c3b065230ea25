import Testing

/// Everything with real programs, one test at a time: these tests wait for processes and clocks, and side by side they
/// would keep each other, and the tests of other targets, from running.
@Suite(.serialized)
enum RealPrograms {}
