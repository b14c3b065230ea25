import FontAdvice

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
