public import Testing

extension Tag {
    /// Tests of code that calls C libraries or uses unsafe memory.
    ///
    /// `make sanitize` runs their suites, and all suites of the targets that test only such modules.
    @Tag public static var unsafeMemory: Self
}
