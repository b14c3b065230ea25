import ArgumentParser
import FontRegistry

extension CompletionKind {
    /// Completes PostScript names of registered fonts, or their files if the word contains a slash.
    static func registeredNames(_ state: RegistrationState = .any) -> CompletionKind {
        .custom { _, _, word in await candidates(for: word, state) }
    }

    /// Returns the candidates for a word; empty on failure, since a shell cannot show errors.
    private static func candidates(for word: String, _ state: RegistrationState) async -> [String] {
        guard let manager = try? await FontctlContext.current.manager(),
            let registrations = try? await manager.registered(state: state)
        else { return [] }
        let words =
            word.contains("/") ? registrations.map(\.file) : registrations.flatMap { $0.faces.map(\.postscriptName) }
        // Each candidate is on a separate line.
        return Set(words.filter { $0.hasPrefix(word) && !$0.contains("\n") }).sorted()
    }
}
