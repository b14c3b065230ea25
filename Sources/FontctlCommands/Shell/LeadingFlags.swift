/// The flags that may also stand before the command.
enum LeadingFlags {
    static let json = "--json"
    static let all: Set<String> = [json, StoreChoice.flag]

    /// Moves `--json` behind the command, where the parser expects it.
    ///
    /// Before anything else than a command it has no meaning, and is left out.
    static func place(_ arguments: inout [String]) {
        let flags = arguments.prefix(while: all.contains)
        guard flags.contains(json) else { return }
        let rest = arguments.dropFirst(flags.count)
        let isOfAllUsers = flags.contains(StoreChoice.flag)
        let command = rest.first.flatMap { name in Fontctl.commandNames.contains(name) ? name : nil }
        arguments =
            (isOfAllUsers ? [StoreChoice.flag] : []) + (command.map { [$0, json] } ?? [])
            + (command == nil ? Array(rest) : Array(rest.dropFirst()))
    }

    /// Whether a command line asks for the version as a document.
    ///
    /// The parser knows neither flag of the other: `--version` has no command, and `--json` is an option of commands.
    static func isVersionRequested(_ arguments: [String]) -> Bool {
        arguments == ["--version", json] || arguments == [json, "--version"]
    }

    /// Returns the format for the errors of a command line that cannot be parsed.
    static func errorFormat(of arguments: [String]) -> OutputFormat {
        // After `--` the flag belongs to another program, or is a name.
        arguments.prefix { $0 != "--" }.contains(json) ? .json : .text
    }
}

/// The error for a request of help as a document.
struct HelpAsDocument: Error {
    /// Whether a command line asks for help as a document.
    static func isRequested(by arguments: [String]) -> Bool {
        let words = arguments.prefix { $0 != "--" }
        return words.first { !LeadingFlags.all.contains($0) } == "help" && words.contains(LeadingFlags.json)
    }

    static let message = """
        Error: Help is text only. Run the command without --json.
        Usage: fontctl help [<command>]
        """
}
