/// A result of a command, in all output formats.
///
/// Text for people is in the language of this process; documents and the journal are in English.
protocol Report: Sendable {
    /// The result for programs.
    var json: JSON { get }
    /// The result for people.
    var text: TextOutput { get }
    /// The errors and remarks for people, one line each on standard error.
    var diagnostics: [String] { get }
    /// Those of the diagnostics that warn of a loss, which are printed also if success is silent.
    var warnings: [String] { get }
    /// A hint that is printed instead of empty output.
    var hint: String? { get }
    /// The exit status of the program.
    var exitStatus: Int32 { get }
    /// A short description of each change, for the journal.
    var changes: [String] { get }
    /// Whether the text is a document for programs, whose encoding is always UTF-8.
    var isDocument: Bool { get }
}

extension Report {
    var diagnostics: [String] { [] }
    var warnings: [String] { [] }
    var hint: String? { nil }
    var isDocument: Bool { false }
    var exitStatus: Int32 { ExitStatus.done }
    var changes: [String] { [] }
}
