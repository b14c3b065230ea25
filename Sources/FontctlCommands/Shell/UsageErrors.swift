import FontAdvice

/// Corrections of the parser's messages that would lead to another mistake, or that say less than is known.
enum UsageErrors {
    /// Returns the message of an error for a command line.
    ///
    /// - Parameters:
    ///   - message: The parser's message, with help on an argument and the usage below it.
    ///   - arguments: The arguments of the command line, the command first.
    static func corrected(_ message: String, for arguments: [String]) -> String {
        let first = String(message.prefix { $0 != "\n" })
        let rest = message[first.endIndex...]
        if let flags = exclusiveFlags(first) {
            let text =
                flags.0 == flags.1
                ? "\(flags.0) was specified twice. Specify it once."
                : "\(flags.0) and \(flags.1) exclude each other. Specify only one of them."
            return "Error: \(text)\(rest)"
        }
        // The parser and the commands look for missing arguments first, but an unknown option may be the reason why one is missing.
        let isMissing = ["Error: Missing expected argument", "Error: Specify "].contains(where: first.hasPrefix)
        if isMissing, let option = unknownOption(in: arguments) {
            let usage = message.firstRange(of: "\nUsage: ").map { message[$0.lowerBound...] } ?? ""
            return NearWords.corrected("Error: Unknown option '\(option)'.\(usage)", for: arguments)
        }
        return NearWords.corrected(message, for: arguments)
    }

    /// Returns two flags for one value, of which the first was specified first.
    private static func exclusiveFlags(_ error: String) -> (String, String)? {
        let parts = error.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "Error: Value to be set with flag ",
            parts[2] == " had already been set with flag "
        else { return nil }
        return (String(parts[3]), String(parts[1]))
    }

    /// Returns the first option that the command does not have.
    private static func unknownOption(in arguments: [String]) -> String? {
        guard let command = arguments.first.flatMap(Fontctl.command).flatMap(DeclaredArguments.init) else { return nil }
        let known = command.allNames.union(["--help", "-h", "--version"]).union(LeadingFlags.all)
        for word in arguments.dropFirst().prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word.count > 1 {
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            // A negative number is a value.
            if name.last?.isNumber != true, !known.contains(name) { return name }
        }
        return nil
    }
}

/// The error for a request of help as a document.
struct HelpAsDocument: Error {
    /// Whether a command line asks for help as a document.
    static func isRequested(by arguments: [String]) -> Bool {
        let words = arguments.prefix { $0 != "--" }
        return words.first { !LeadingFlags.all.contains($0) } == "help" && words.contains(LeadingFlags.json)
    }

    let message = """
        Error: Help is text only. Run the command without --json.
        Usage: fontctl help [<command>]
        """
}

/// The error for an unknown command, with suggestions of similar commands.
struct UnknownCommand: Error {
    private var word: String

    /// - Returns: Nil if the command line names a known command, or none.
    init?(in arguments: [String]) {
        guard let first = arguments.first else { return nil }
        let named = first == "help" ? arguments.dropFirst().first : first
        guard let named, !named.hasPrefix("-"), named != "help", Fontctl.command(named: named) == nil else {
            return nil
        }
        word = named
    }

    /// The commands by the names that other programs use for them.
    private static let synonyms: [String: [String]] = [
        "install": ["register"], "add": ["register"], "update": ["register --replace"],
        "upgrade": ["register --replace"], "replace": ["register --replace"],
        "remove": ["unregister"], "rm": ["unregister"], "delete": ["unregister"], "uninstall": ["unregister"],
        "activate": ["enable", "request"], "deactivate": ["disable"], "hide": ["disable"], "unhide": ["enable"],
        "show": ["info", "list"], "deregister": ["unregister"],
        "ls": ["list"], "collection": ["tag"], "collections": ["tag list"], "find": ["search", "resolve"],
        "match": ["resolve"], "which": ["resolve", "why"], "explain": ["why"], "download": ["request"],
        "check": ["doctor", "validate"],
        "repair": ["doctor --repair"], "fix": ["doctor --repair"], "clean": ["prune"], "run": ["exec"],
        "migrate": ["adopt"], "duplicates": ["adopt --dry-run"], "dedupe": ["adopt --dry-run"], "monitor": ["watch"],
        "repeat": ["redo"], "revert": ["undo"], "rollback": ["undo"], "restore": ["undo --list", "import"],
        "version": ["--version"],
        "backup": ["export"], "dump": ["export"], "load": ["import"],
    ]

    var message: String {
        let meant = Self.synonyms[word.lowercased()] ?? NearWords.of(word, among: Fontctl.commandNames)
        let question = NearNames.question(meant.map { "`fontctl \($0)`" })
        return """
            Error: There is no command “\(word)”.\(question)
            Usage: fontctl <subcommand>
              See 'fontctl --help' for all commands.
            """
    }
}
