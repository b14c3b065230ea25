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
    /// Completes ids of known providers.
    static let providers = CompletionKind.custom { _, _, word in
        await FontctlContext.current.knownProviders().filter { $0.hasPrefix(word) && !$0.contains("\n") }.sorted()
    }
}

extension FontctlContext {
    /// Returns the ids of providers that have registrations or an entry in the policy; empty if they cannot be read.
    func knownProviders() async -> Set<String> {
        let registered = (try? await manager().providers().map(\.id)) ?? []
        let named = (try? PolicyFile(registry().paths).read().providers.keys).map(Array.init) ?? []
        return Set(registered + named)
    }
}
