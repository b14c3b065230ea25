/// What a command has to say, in every format there is.
protocol Report: Sendable {
    /// The answer for programs.
    var json: JSON { get }
    /// The answer for people.
    var text: TextOutput { get }
    /// What went wrong, for people; on standard error, a line each.
    var diagnostics: [String] { get }
    /// What to tell a person who would otherwise see nothing.
    var hint: String? { get }
    /// What the program ends with.
    var exitStatus: Int32 { get }
}

extension Report {
    var diagnostics: [String] { [] }
    var hint: String? { nil }
    var exitStatus: Int32 { ExitStatus.done }
}
