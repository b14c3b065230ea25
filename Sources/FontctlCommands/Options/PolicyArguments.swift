import ArgumentParser
import FontRegistry

/// One of a few words that stand for values of the library's.
struct WordArgument<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
    var value: Value

    init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A number, or `none`.
struct LimitArgument: ExpressibleByArgument, Sendable, Hashable {
    var limit: FontPolicy.Limit

    init?(argument: String) {
        if argument == "none" {
            limit = .unlimited
        } else if let number = Int(argument), number >= 0 {
            limit = .atMost(number)
        } else {
            return nil
        }
    }
}

extension CompletionKind {
    /// Who has registered something, or is named in the policy.
    static var providers: CompletionKind { .custom { _, _, word in await providers(beginningWith: word) } }

    /// Says nothing rather than something wrong: a shell has no place for errors.
    private static func providers(beginningWith word: String) async -> [String] {
        guard let registry = try? FontctlContext.current.registry() else { return [] }
        let named = (try? PolicyFile(registry.paths).read().providers.keys).map(Array.init) ?? []
        let manager = FontManager(provider: "user", authority: .user, context: registry)
        let registered = (try? await manager.providers().map(\.id)) ?? []
        return Set(named + registered).filter { $0.hasPrefix(word) && !$0.contains("\n") }.sorted()
    }
}
