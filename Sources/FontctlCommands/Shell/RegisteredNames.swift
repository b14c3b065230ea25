import ArgumentParser
import FontRegistry
import Foundation

extension CompletionKind {
    /// The candidate that stands for any file.
    static let orFiles = "/"

    /// Completes families and PostScript names of registered fonts, or their files if the word contains a slash; files
    /// if there are none.
    static func registeredNames(_ state: RegistrationState = .any) -> CompletionKind {
        .custom { _, _, word in
            await candidates(for: word) { try await names($0, state, for: word) } + [orFiles]
        }
    }

    /// Completes names of enabled fonts and families that programs can use; files if there are none.
    static let namesToDisable = CompletionKind.custom { _, _, word in
        await candidates(for: word) { manager in
            let names = try await names(manager, .enabled, for: word)
            guard !word.contains("/") else { return names }
            return try await names + usableFamilies(manager)
        } + [orFiles]
    }

    /// Completes names of disabled fonts and families with hidden fonts; files if there are none.
    static let namesToEnable = CompletionKind.custom { _, _, word in
        await candidates(for: word) { manager in
            let names = try await names(manager, .disabled, for: word)
            let hidden = try await manager.hiddenFonts()
            return names + hidden.compactMap { word.contains("/") ? $0.path : $0.face.family }
        } + [orFiles]
    }

    /// Completes families of registered fonts.
    static let registeredFamilies = CompletionKind.custom { _, _, word in
        await candidates(for: word) { try await $0.registered().flatMap { $0.faces.map(\.family) } }
    }

    /// Completes families that programs can use, or files if there are none of that name.
    static let familiesOrFiles = CompletionKind.custom { _, _, word in
        await candidates(for: word, usableFamilies) + [orFiles]
    }

    /// Completes families that programs can use.
    static let families = CompletionKind.custom { _, _, word in await candidates(for: word, usableFamilies) }

    /// Completes names of collections.
    static let tags = CompletionKind.custom { _, _, word in
        await candidates(for: word) { manager in
            try await manager.collections().filter { !($0.isFavourites && $0.allFamilies.isEmpty) }.map(\.name)
        }
    }

    private static func usableFamilies(_ manager: FontManager) async throws(FontError) -> [String] {
        try await manager.listedFamilies(locale: Locale(identifier: "en_001")).map(\.name)
    }

    /// Returns families and PostScript names of registered fonts, or their files for a word with a slash.
    private static func names(
        _ manager: FontManager, _ state: RegistrationState, for word: String
    ) async throws(FontError) -> [String] {
        let registrations = try await manager.registered(state: state)
        guard !word.contains("/") else { return registrations.map(\.file) }
        return registrations.flatMap { $0.faces.flatMap { [$0.family, $0.postscriptName] } }
    }

    /// Returns the candidates for a word; empty on failure, since a shell cannot show errors.
    private static func candidates(
        for word: String, _ words: (FontManager) async throws -> [String]
    ) async -> [String] {
        guard let manager = try? await FontctlContext.current.manager(), let all = try? await words(manager) else {
            return []
        }
        // Each candidate is on a separate line.
        return Set(all.filter { $0.hasPrefix(word) && !$0.contains("\n") }).sorted()
    }
}
