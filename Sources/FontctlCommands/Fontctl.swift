import ArgumentParser
import FontAdvice
import FontRegistry
import ProgramSupport

/// The root command, which contains the other commands.
///
/// A folder has the commands of one subject, each beside its options and its report: `Registering/`, `Moving/` (export,
/// import and adopt), `Finding/`, `Why/`, `Reading/`, `Catalogs/`, `Files/`, `Running/` and `Upkeep/`. `Shell/` reads the words of a
/// command line and completes them. `Options/`, `Environment/` and `Rendering/` are for all commands.
struct Fontctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fontctl",
        abstract: "Register, find and check fonts for all your programs.",
        discussion: """
            Registered fonts are immediately visible to every program that uses fontconfig, in your account only, until you \
            unregister them or, in session scope, until you log out.

            A font file holds one face, or several if it is a collection. Files are registered; faces are found by name.

            Examples:
              fontctl register ~/Downloads/Lora
              fontctl resolve Lora-Bold
              fontctl unregister Lora-Bold

            With --system, a command works on the fonts of all users of this machine, which only root can change: \
            `sudo fontctl --system register Lora`. `fontctl --system watch` prints the changes of these fonts; \
            `fontctl watch --system` prints your changes and those of all system fonts.

            In a Flatpak or a snap, fontctl connects to the font service, fontd, over the session bus. Elsewhere only \
            `fontctl request` does so, for missing fonts. With FONTCTL_BUS=1 in the environment every command \
            connects to the service, with FONTCTL_BUS=0 none does.

            Exit status: 0 all done, 1 at least one item failed or was not found, 64 wrong usage, 69 the font store \
            cannot be used, 130 after Ctrl-C.
            """,
        version: Release.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Registering",
                subcommands: [
                    Register.self, Unregister.self, Enable.self, Disable.self, Undo.self, Redo.self, List.self,
                    Tag.self, Duplicates.self, Adopt.self, Export.self, Import.self,
                ]),
            CommandGroup(
                name: "Finding",
                subcommands: [
                    Search.self, Families.self, Faces.self, Resolve.self, Why.self, Request.self, Watch.self,
                ]),
            CommandGroup(
                name: "Reading", subcommands: [Preview.self, CSS.self, Style.self, Subset.self, Licenses.self]),
            CommandGroup(name: "Catalogues", subcommands: [Catalog.self, Download.self, Downloads.self, Upgrade.self]),
            CommandGroup(name: "Files and programs", subcommands: [Info.self, Validate.self, Exec.self]),
            CommandGroup(
                name: "Upkeep",
                subcommands: [Status.self, Providers.self, Policy.self, Prune.self, Doctor.self]),
        ])
}

extension Fontctl {
    /// The commands that change the fonts that programs see.
    private static let changing: [any ParsableCommand.Type] = [
        Register.self, Unregister.self, Enable.self, Disable.self, Undo.self, Redo.self, Tag.self,
        Import.self, Adopt.self, Duplicates.self,
    ]

    /// The commands that look for fonts among all that fontconfig has.
    private static let finding: [any ParsableCommand.Type] = [
        List.self, Search.self, Families.self, Faces.self, Resolve.self, Why.self, Download.self,
    ]

    /// Whether a command changes a store, apart from a repair.
    static func changesStore(_ command: any ParsableCommand.Type) -> Bool {
        command == Prune.self || changing.contains { $0 == command }
    }

    /// Starts to read what a command line's command will need from the store and from fontconfig, on other threads.
    ///
    /// - Parameter arguments: The arguments, with those flags that may stand before the command.
    static func prepare(for arguments: [String], in context: FontctlContext) {
        let named = NamedCommand.of(arguments.drop(while: LeadingFlags.all.contains)).type
        let (isChange, isQuery) = (changing.contains { $0 == named }, finding.contains { $0 == named })
        guard isChange || isQuery, context.service == nil, let registry = try? context.registry() else { return }
        if isChange { registry.prepareForChanges() } else { registry.prepareForQueries() }
    }

    /// Returns the command of a command line.
    ///
    /// The parser inspects the types that it parses, and Swift looks each of them up in all conformances of the
    /// program. Parsing a named command alone avoids half of that. Such a command has a `_superCommandName`, without
    /// which the parser would first check it for a completion script request. Any other or incorrect command line is
    /// parsed with all commands.
    static func command(for arguments: [String]) async throws -> any ParsableCommand {
        let found = NamedCommand.of(arguments)
        if !found.isGroup, let named = found.type as? any AsyncParsableCommand.Type,
            let command = try? await named.asyncParseAsRoot(Array(arguments.dropFirst(found.words.count))),
            type(of: command) == named
        {
            return command
        }
        return try await asyncParseAsRoot(arguments)
    }

    /// Returns the help of a command.
    static func help(for command: NamedCommand = .root, columns: Int) -> String {
        ordered(helpMessage(for: command.type, columns: columns))
    }

    /// Returns the parser's help with the usage before the prose, so that it is seen first.
    static func ordered(_ help: String) -> String {
        let paragraphs = help.split(separator: "\n\n", omittingEmptySubsequences: false)
        guard paragraphs.first?.hasPrefix("OVERVIEW: ") == true,
            let usage = paragraphs.firstIndex(where: { $0.hasPrefix("USAGE: ") })
        else { return help }
        let ordered = [paragraphs[0], paragraphs[usage]] + paragraphs[1..<usage] + paragraphs[(usage + 1)...]
        return ordered.joined(separator: "\n\n")
    }
}

/// An error of a command line that the parser does not see.
struct CommandLineError: Error {
    /// The text for people.
    var text: String
    /// The error as a document.
    var failure: Failure

    /// - Parameters:
    ///   - message: The error.
    ///   - usage: The usage, and perhaps a hint below it; like the parser's, it is the same in all languages.
    init(message: Message, usage: String) {
        text = tr("Error: \(message)") + "\nUsage: \(usage)"
        failure = Failure(usage: "Error: \(message)\nUsage: \(usage)", exitStatus: ExitStatus.usage)
    }

    /// The error for a command line without a command, which prints the commands that one needs first, as help does.
    static var noCommand: CommandLineError {
        var error = CommandLineError(
            message: "Specify a command. `fontctl --help` lists all commands.", usage: "fontctl <command> ...")
        error.text = """
            Register, find and check fonts for all your programs.

            Usage: fontctl <command> ...

              fontctl register ~/Downloads/Lora.zip       show fonts to all your programs
              fontctl list                                list the registered fonts
              fontctl preview Lora --output lora.png      draw a picture of a font
              fontctl why Lora                            explain whether programs see it
              fontctl unregister Lora                     remove it again

            See 'fontctl --help' for all commands, and 'fontctl help register' for one.
            """
        return error
    }

    /// Returns the error for an unknown command, with suggestions of similar commands, or for a group without a command;
    /// nil if the command line names a command.
    static func unknownCommand(in arguments: [String]) -> CommandLineError? {
        let isHelp = arguments.first == "help"
        let words = isHelp ? Array(arguments.dropFirst()) : arguments
        let group = NamedCommand.of(words)
        guard group.isGroup else { return nil }
        let line = (["fontctl"] + group.words).joined(separator: " ")
        let usage = "\(line) <subcommand>\n  See '\(line) --help' for all commands."
        guard let named = words.dropFirst(group.words.count).first else {
            guard !isHelp, !group.words.isEmpty else { return nil }
            return CommandLineError(
                message: "Specify a command of `fontctl \(group.name)`: \(group.childNames.joined(separator: ", ")).",
                usage: usage)
        }
        guard !named.hasPrefix("-"), named != "help" || !group.words.isEmpty else { return nil }
        let meant = meant(named, in: group).map { "`fontctl \((group.words + [$0]).joined(separator: " "))`" }
        let fact: Message =
            group.words.isEmpty
            ? "There is no command “\(named)”." : "There is no command “\(named)” in `fontctl \(group.name)`."
        return CommandLineError(message: Message([fact, NearNames.question(meant)], separator: ""), usage: usage)
    }

    /// The commands of a group, or for the program also of groups in it, that a word may stand for.
    private static func meant(_ word: String, in group: NamedCommand) -> [String] {
        let names = group.childNames
        let known = (synonyms[word.lowercased()] ?? []).filter { command in
            command.hasPrefix("-") ? group.words.isEmpty : names.contains(String(command.prefix { $0 != " " }))
        }
        guard known.isEmpty else { return known }
        let near = NearWords.of(word, among: names)
        guard near.isEmpty, group.words.isEmpty else { return near }
        return NamedCommand.all.filter { $0.words.count > 1 && $0.words.last == word }.map(\.name)
    }

    /// The commands by the names that other programs use for them; those that a group does not have are left out.
    private static let synonyms: [String: [String]] = [
        "install": ["register"], "add": ["register"], "update": ["register --replace", "refresh"],
        "replace": ["register --replace"], "fetch": ["download", "refresh"],
        "remove": ["unregister"], "rm": ["unregister", "remove"], "delete": ["unregister", "remove"],
        "uninstall": ["unregister", "remove"], "info": ["show"], "publish": ["build"], "create": ["build"],
        "activate": ["enable", "request"], "deactivate": ["disable"], "hide": ["disable"], "unhide": ["enable"],
        "show": ["info", "list"], "deregister": ["unregister"],
        "ls": ["list"], "collection": ["tag"], "collections": ["tag list"], "find": ["search", "resolve"],
        "match": ["resolve"], "which": ["resolve", "why"], "explain": ["why"],
        "check": ["doctor", "validate"],
        "repair": ["doctor --repair"], "fix": ["doctor --repair"], "clean": ["prune"], "run": ["exec"],
        "migrate": ["adopt"], "dedupe": ["duplicates"], "copies": ["duplicates --copies"], "monitor": ["watch"],
        "repeat": ["redo"], "revert": ["undo"], "rollback": ["undo"], "restore": ["undo --list", "import"],
        "version": ["--version"],
        "backup": ["export"], "dump": ["export"], "load": ["import"],
    ]
}
