import ArgumentParser

/// The output options of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false

    var format: OutputFormat { json ? .json : .text }
}

/// The format of a result.
enum OutputFormat: Sendable, Hashable, CaseIterable {
    /// Text for people.
    case text
    /// JSON for programs.
    case json
}
