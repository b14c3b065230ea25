import ArgumentParser
import FontRegistry

/// One of a few words that stand for the cases of an enumeration.
struct WordArgument<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init?(argument: String) {
        guard let value = Value(rawValue: argument.lowercased()) ?? Value(rawValue: argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.rawValue }

    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The scopes that outlive a command.
enum ScopeArgument: String, ExpressibleByArgument, Sendable, CaseIterable {
    case session
    case persistent

    init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    var scope: FontScope {
        switch self {
        case .session: .session
        case .persistent: .persistent
        }
    }
}

/// A filter on the scope.
struct ScopeFilter: ParsableArguments {
    @Option(help: "Only fonts in this scope.")
    var scope: ScopeArgument?
}
