import ArgumentParser
import Foundation

/// The arguments and options that a command declares, as far as completion needs them.
struct DeclaredArguments {
    /// What an argument may be.
    enum Values: Sendable, Hashable {
        case none, files, folders, custom
        case list([String])
    }

    struct Argument: Sendable {
        /// The names of an option with their dashes; empty for a positional argument.
        var names: [String]
        var summary: String
        var isFlag: Bool
        var isRepeating: Bool
        /// Whether all words up to the next option are values.
        var takesMore: Bool
        var values: Values

        /// The longest name.
        var spelling: String { names.max { $0.utf8.count < $1.utf8.count } ?? "" }

        fileprivate init(_ described: Tool.Argument) {
            names = (described.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
            summary = described.abstract?.split(separator: "\n").first.map(String.init) ?? ""
            (isFlag, isRepeating) = (described.kind == "flag", described.isRepeating)
            takesMore = described.parsingStrategy == "upToNextOption"
            let kind = described.completionKind ?? [:]
            if kind["custom"] != nil || kind["customAsync"] != nil {
                values = .custom
            } else if kind["directory"] != nil {
                values = .folders
            } else if kind["file"] != nil || described.parsingStrategy == "postTerminator" {
                values = .files
            } else {
                values = (kind["list"]?.values ?? described.allValues).map(Values.list) ?? .none
            }
        }
    }

    /// The options.
    private(set) var named: [Argument] = []
    private(set) var positionals: [Argument] = []

    /// Reads the description that the parser gives of a command.
    ///
    /// - Returns: Nil if it has another form than expected.
    init?(of command: any ParsableCommand.Type) {
        guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)) else { return nil }
        for described in tool.command.arguments ?? [] where described.shouldDisplay {
            let argument = Argument(described)
            if described.kind == "positional" { positionals.append(argument) } else { named.append(argument) }
        }
    }

    /// Returns the option of a name that takes a value.
    func option(named name: String) -> Argument? { named.first { !$0.isFlag && $0.names.contains(name) } }

    /// Returns the place of the argument to which a positional word belongs.
    func place(ofPositional position: Int) -> Int? {
        let first = positionals.firstIndex(where: \.isRepeating) ?? positionals.count
        return position < first ? position : first < positionals.count ? first : nil
    }

    /// Returns the options that may follow, apart from those that are used and do not repeat.
    func options(besides used: Set<String>) -> [CommandCompletion.Candidate] {
        named.filter { $0.isRepeating || used.isDisjoint(with: $0.names) }.map {
            .init(text: $0.spelling, summary: $0.summary)
        }
    }
}

/// The description of a command, of which only these members are read.
private struct Tool: Decodable {
    var command: Command

    struct Command: Decodable {
        var arguments: [Argument]?
    }

    struct Argument: Decodable {
        var kind: String
        var names: [Name]?
        var abstract: String?
        var shouldDisplay: Bool
        var isRepeating: Bool
        var parsingStrategy: String
        var allValues: [String]?
        /// A member named after the kind, with an object.
        var completionKind: [String: Kind]?
    }

    struct Name: Decodable {
        var kind: String
        var name: String
    }

    struct Kind: Decodable {
        var values: [String]?
    }
}
