import ArgumentParser
import FontRegistry

extension CompletionKind {
    /// Completes families and PostScript names of registered fonts, or their files if the word contains a slash.
    static func registeredNames(_ state: RegistrationState = .any) -> CompletionKind {
        .custom { _, _, word in
            await candidates(for: word, state) { registrations in
                guard !word.contains("/") else { return registrations.map(\.file) }
                return registrations.flatMap { $0.faces.flatMap { [$0.family, $0.postscriptName] } }
            }
        }
    }

    /// Completes families of registered fonts.
    static func families(_ state: RegistrationState = .any) -> CompletionKind {
        .custom { _, _, word in
            await candidates(for: word, state) { $0.flatMap { $0.faces.map(\.family) } }
        }
    }

    /// Completes tags of registered fonts.
    static var tags: CompletionKind {
        .custom { _, _, word in await candidates(for: word, .any) { $0.flatMap(\.tags) } }
    }

    /// Returns the candidates for a word; empty on failure, since a shell cannot show errors.
    private static func candidates(
        for word: String, _ state: RegistrationState, _ words: ([Registration]) -> [String]
    ) async -> [String] {
        guard let manager = try? await FontctlContext.current.manager(),
            let registrations = try? await manager.registered(state: state)
        else { return [] }
        // Each candidate is on a separate line.
        return Set(words(registrations).filter { $0.hasPrefix(word) && !$0.contains("\n") }).sorted()
    }
}
