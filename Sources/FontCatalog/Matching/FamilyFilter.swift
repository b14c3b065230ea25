package import FontModel
package import ReaderFonts

/// The conditions of a search for families in catalogues.
package struct FamilyFilter: Sendable {
    /// A family that was found.
    package struct Found: Sendable {
        /// The identifier and the origin of its source.
        package let catalog: String
        package let origin: CatalogFolders.Origin
        package let listed: CatalogIndex.Family
        /// How similar its name is to the text; the least is the best.
        package let rank: Int

        package init(
            catalog: String, origin: CatalogFolders.Origin, listed: CatalogIndex.Family, rank: Int = 0
        ) {
            (self.catalog, self.origin, self.listed, self.rank) = (catalog, origin, listed, rank)
        }
    }

    /// The words of the names; nil for all families.
    package var search: FamilySearch?
    package var language: String?
    package var category: String?
    package var license: String?
    package var isVariable = false

    package init(_ search: FamilySearch?) { self.search = search }

    /// Searches what is known of sources, without network.
    package func families(in sources: [any FamilySource]) async throws(FontError) -> [Found] {
        var found: [Found] = []
        for source in sources {
            guard let index = try await source.index() else { continue }
            let families = search.map(index.families(foundBy:)) ?? index.families { _, _ in true }
            for family in families where matches(family.summary) {
                found.append(
                    Found(catalog: source.id, origin: source.origin, listed: family, rank: rank(family.summary)))
            }
        }
        return found
    }

    private func rank(_ summary: FamilySummary) -> Int {
        guard let search else { return 0 }
        if search.equals(summary.family) || summary.names.values.contains(where: search.equals) { return 0 }
        if search.begins(summary.family) { return 1 }
        if search.finds(summary.family) { return 2 }
        return summary.names.values.contains(where: search.finds) ? 3 : 4
    }

    private func matches(_ summary: FamilySummary) -> Bool {
        if let language, !summary.isFor(language) { return false }
        if let category, summary.category != category { return false }
        if let license, summary.license.lowercased() != license.lowercased() { return false }
        return !isVariable || !summary.axes.isEmpty
    }
}
