import ArgumentParser
import FontRegistry

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
