import ArgumentParser
import FontRegistry

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
