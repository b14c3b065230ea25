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
    /// The ids of providers that have registrations or an entry in the policy.
    static let providers = CompletionKind.custom { _, _, word in
        await KnownProviders.ids(in: .current).filter { $0.hasPrefix(word) && !$0.contains("\n") }.sorted()
    }
}

/// The known providers.
enum KnownProviders {
    /// Returns the ids of providers that have registrations or an entry in the policy; empty if they cannot be read.
    static func ids(in context: FontctlContext) async -> Set<String> {
        let registered = (try? await context.manager().providers().map(\.id)) ?? []
        let named = (try? PolicyFile(context.registry().paths).read().providers.keys).map(Array.init) ?? []
        return Set(registered + named)
    }
}
