import ArgumentParser
import FontRegistry

extension CompletionKind {
    /// PostScript names of what is registered; once the word holds a slash, the files.
    static func registeredNames(_ state: RegistrationState = .any) -> CompletionKind {
        .custom { _, _, word in await candidates(for: word, state) }
    }

    /// Says nothing rather than something wrong: a shell has no place for errors.
    private static func candidates(for word: String, _ state: RegistrationState) async -> [String] {
        guard let manager = try? await FontctlContext.current.manager(),
            let registrations = try? await manager.registered(state: state)
        else { return [] }
        let words =
            word.contains("/") ? registrations.map(\.file) : registrations.flatMap { $0.faces.map(\.postscriptName) }
        // A candidate is a line of its own.
        return Set(words.filter { $0.hasPrefix(word) && !$0.contains("\n") }).sorted()
    }
}
