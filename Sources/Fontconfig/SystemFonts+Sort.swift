extension SystemFonts {
    /// Returns the indices of all entries in the order in which a program that uses fontconfig tries them.
    ///
    /// The user's configuration determines the order, which begins with the families.
    ///
    /// - Parameters:
    ///   - families: The wanted families, which may be generic, such as `serif`.
    ///   - languages: The wanted languages, as fontconfig names its orthographies; the locale's if there are none.
    package func entries(sortedFor families: [String], languages: [String]) -> [Int] {
        configuration.withFonts { handle in
            guard let query = PatternHandle(),
                let sorted = query.sort(families: families, languages: languages, in: handle)
            else { return [] }
            var seen: Set<Int> = []
            var entries: [Int] = []
            sorted.forEach { pattern in
                guard let path = pattern.path, let entry = index(of: Place(path: path, face: pattern.faceIndex)),
                    seen.insert(entry).inserted
                else { return }
                entries.append(entry)
            }
            return entries
        }
    }

    /// Returns the index of the entry for a face of a file, or nil if there is none.
    package func index(of place: Place) -> Int? { catalogue.places[place] }
}
