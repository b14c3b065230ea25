import ArgumentParser

/// A command with the words that name it, such as `catalog search`.
struct NamedCommand: Sendable {
    /// The words after the program's name: those of its groups and its own.
    let words: [String]
    let type: any ParsableCommand.Type

    /// The words as they are typed.
    var name: String { words.joined(separator: " ") }

    /// Whether the command only contains others.
    var isGroup: Bool { !type.configuration.subcommands.isEmpty }

    /// The program itself, which contains all commands.
    static let root = NamedCommand(words: [], type: Fontctl.self)

    /// The commands that the command contains itself, in the order of the help.
    var children: [NamedCommand] {
        type.configuration.subcommands.map { NamedCommand(words: words + [$0._commandName], type: $0) }
    }

    /// The names of the commands that the command contains itself.
    var childNames: [String] { type.configuration.subcommands.map { $0._commandName } }

    /// Returns the command that the first words of a command line name, as far as they name one; the program for none.
    static func of(_ arguments: some Sequence<String>) -> NamedCommand {
        var command = root
        for word in arguments {
            guard let child = command.type.configuration.subcommands.first(where: { $0._commandName == word }) else {
                break
            }
            command = NamedCommand(words: command.words + [word], type: child)
        }
        return command
    }

    /// All commands in the order of the help, a group before its commands.
    static let all = descendants(of: root)

    private static func descendants(of command: NamedCommand) -> [NamedCommand] {
        command.children.flatMap { [$0] + descendants(of: $0) }
    }
}

extension CommandConfiguration {
    /// The configuration of a command of `fontctl`.
    ///
    /// - Parameter group: The group that contains the command.
    init(_ name: String, in group: String? = nil, abstract: String, usage: String? = nil, discussion: String) {
        self.init(
            commandName: name, _superCommandName: group.map { "fontctl \($0)" } ?? "fontctl", abstract: abstract,
            usage: usage, discussion: discussion)
    }
}
