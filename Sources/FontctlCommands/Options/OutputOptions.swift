import ArgumentParser

/// How a command prints its answer.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false

    var format: OutputFormat { json ? .json : .text }
}

/// What an answer is printed as.
enum OutputFormat: Sendable, Hashable, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json
}
