import ArgumentParser
import Foundation

/// The words that may follow the beginning of a command line.
struct CommandCompletion {
    /// A word with its meaning.
    struct Candidate: Sendable, Hashable {
        var text: String
        /// The meaning in one line; empty for names of fonts.
        var summary = ""
    }

    /// The files that are possible, which shells list themselves.
    enum Files: String, Sendable {
        case files, folders
    }

    /// The candidates, not yet limited to those that begin with the word.
    private(set) var candidates: [Candidate] = []
    private(set) var files: Files?

    /// - Parameters:
    ///   - words: The words before the completed one, without the program's name.
    ///   - word: The beginning of the completed word.
    init(of words: [String], _ word: String) async {
        let words = words.drop(while: LeadingFlags.all.contains)
        let isHelp = words.first == "help"
        let named = isHelp ? Array(words.dropFirst()) : Array(words)
        let command = NamedCommand.of(named)
        let rest = Array(named.dropFirst(command.words.count))
        if command.isGroup {
            guard rest.isEmpty else { return }
            candidates =
                !word.hasPrefix("-")
                ? Self.commands(in: command, isHelp: isHelp)
                : isHelp ? [] : command.words.isEmpty ? Self.globalOptions : Self.options(of: command)
        } else if !isHelp, let declared = DeclaredArguments(of: command.type) {
            await complete(word, after: rest, declared, of: command)
        }
    }

    /// The commands of a group, and for the program the word for help.
    private static func commands(in group: NamedCommand, isHelp: Bool) -> [Candidate] {
        let commands = group.children.map {
            Candidate(text: $0.words.last ?? "", summary: $0.type.configuration.abstract)
        }
        guard group.words.isEmpty, !isHelp else { return commands }
        return commands + [Candidate(text: "help", summary: "Show help for a command.")]
    }

    private static func options(of group: NamedCommand) -> [Candidate] {
        DeclaredArguments(of: group.type)?.options(besides: []) ?? []
    }

    private static let globalOptions = [
        Candidate(text: "--help", summary: "Show help information."),
        Candidate(text: "--json", summary: "Print JSON instead of text."),
        Candidate(text: "--system", summary: "Use the fonts of all users of this machine."),
        Candidate(text: "--version", summary: "Show the version."),
    ]

    private mutating func complete(
        _ word: String, after words: [String], _ declared: DeclaredArguments, of command: NamedCommand
    ) async {
        var position = 0
        var used: Set<String> = []
        var isTerminated = false
        // The option whose value is next, and whether more may follow.
        var open: DeclaredArguments.Argument?
        for word in words {
            if !isTerminated, word == "--" {
                (isTerminated, open) = (true, nil)
            } else if !isTerminated, word.hasPrefix("-"), word != "-" {
                let name = String(word.prefix { $0 != "=" })
                used.insert(name)
                open = name == word ? declared.option(named: name) : nil
            } else if let option = open {
                if !option.takesMore { open = nil }
            } else {
                position += 1
            }
        }
        if let open, open.takesMore ? !word.hasPrefix("-") : true {
            await complete(open, word, of: command, as: open.spelling, canBeginWithDash: false)
        } else if !isTerminated, word.hasPrefix("-"), let end = word.firstIndex(of: "=") {
            let name = String(word[..<end])
            guard let option = declared.option(named: name) else { return }
            let value = String(word[word.index(after: end)...])
            await complete(option, value, of: command, as: name, canBeginWithDash: true)
            candidates = candidates.map { .init(text: "\(name)=\($0.text)", summary: $0.summary) }
        } else if !isTerminated, word.hasPrefix("-") {
            candidates = declared.options(besides: used)
        } else if let place = declared.place(ofPositional: position) {
            await complete(
                declared.positionals[place], word, of: command, as: "positional@\(place)",
                canBeginWithDash: isTerminated)
        } else if word.isEmpty {
            candidates = declared.options(besides: used)
        }
    }

    /// Adds the values of one argument.
    ///
    /// - Parameters:
    ///   - name: The argument as the parser's requests name it.
    ///   - canBeginWithDash: Whether a value that begins with a dash would not be taken for an option.
    private mutating func complete(
        _ argument: DeclaredArguments.Argument, _ word: String, of command: NamedCommand, as name: String,
        canBeginWithDash: Bool
    ) async {
        switch argument.values {
        case .none: break
        case .list(let values): candidates = values.map { Candidate(text: $0) }
        case .files: files = .files
        case .folders: files = .folders
        case .custom:
            let offered = await Self.offered(command.words + ["--", name], word)
            if offered.contains(CompletionKind.orFiles) { files = .files }
            candidates = offered.filter { $0 != CompletionKind.orFiles && !$0.isEmpty && $0 != " " }.map {
                Candidate(text: $0)
            }
        }
        if !canBeginWithDash { candidates.removeAll { $0.text.hasPrefix("-") } }
    }

    /// Returns what the completion of an argument offers, by the parser's request for it.
    private static func offered(_ argument: [String], _ word: String) async -> [String] {
        do {
            _ = try await Fontctl.asyncParseAsRoot(["---completion"] + argument + ["0", "\(word.count)", word])
            return []
        } catch {
            guard Fontctl.exitCode(for: error) == .success else { return [] }
            return Fontctl.fullMessage(for: error).split(separator: "\n").map(String.init)
        }
    }
}
