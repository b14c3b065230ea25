extension LibraryFilter {
    /// Returns rows that match the search, the likeliest first: families with a name that begins with the text, then those
    /// with its words in their names, then those that have it as a language, a designer, an axis or a feature.
    ///
    /// Within each of these the order stays.
    func ranked(_ rows: [FamilyRow], in snapshot: LibrarySnapshot) -> [FamilyRow] {
        let words = SearchQuery(search).words
        guard !words.isEmpty else { return rows }
        var ranks: [[FamilyRow]] = [[], [], []]
        for row in rows {
            let names = snapshot.facts[row.id]?.names
            let rank = names?.begins(with: words) == true ? 0 : names.map { words.allSatisfy($0.has) } == true ? 1 : 2
            ranks[rank].append(row)
        }
        return ranks.flatMap(\.self)
    }
}
