import ArgumentParser
import FontCatalog
import ReaderFonts

extension CompletionKind {
    /// Completes the identifiers of catalogues.
    static let catalogs = CompletionKind.custom { _, _, word in
        guard let catalogs = try? await FontctlContext.current.catalogs() else { return [] }
        return candidates(catalogs.map(\.id), for: word)
    }

    /// Completes the families of catalogues, from the copies of the last refresh.
    static let catalogFamilies = CompletionKind.custom { _, _, word in
        guard let catalogs = try? await FontctlContext.current.catalogs() else { return [] }
        var names: [String] = []
        for catalog in catalogs {
            guard let index = try? await catalog.index() else { continue }
            // Only families whose names may begin with the word are decoded.
            let families =
                FamilySearch(word).map(index.families(foundBy:)) ?? index.families { _, _ in true }
            names += families.flatMap { [$0.summary.family] + $0.summary.names.values }
        }
        return candidates(names, for: word)
    }

    /// Returns the words that begin with another one, each once.
    private static func candidates(_ words: [String], for word: String) -> [String] {
        Set(words.filter { $0.hasPrefix(word) && !$0.contains("\n") }).sorted()
    }
}
