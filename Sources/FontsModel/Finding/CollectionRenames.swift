import FontModel

extension LibrarySnapshot {
    /// Returns the collections that were renamed since another snapshot, by whatever program: the old name and the new one.
    ///
    /// The library has no other identity for a collection than its name: one that went while one with the same contents
    /// came was renamed.
    package func renamedCollections(since other: LibrarySnapshot) -> [String: String] {
        let (before, now) = (Set(other.collections.map(\.id)), Set(collections.map(\.id)))
        let gone = other.collections.filter { !now.contains($0.id) }
        let new = collections.filter { !before.contains($0.id) }
        var renamed: [String: String] = [:]
        for collection in gone {
            let same = new.filter { $0.hasContents(of: collection) }
            guard same.count == 1, gone.count(where: { $0.hasContents(of: collection) }) == 1 else { continue }
            renamed[collection.id] = same[0].id
        }
        return renamed
    }
}

extension FontCollection {
    fileprivate func hasContents(of other: FontCollection) -> Bool {
        families == other.families && registrations == other.registrations
    }
}

extension LibraryFilter {
    /// Returns the filter with the new names of renamed collections.
    package func following(_ renamed: [String: String]) -> LibraryFilter {
        var filter = self
        for place in filter.rules.indices {
            guard case .collection(let id) = filter.rules[place].condition, let new = renamed[id] else { continue }
            filter.rules[place].condition = .collection(new)
        }
        return filter
    }
}

extension FontsSettings {
    /// Whether a smart collection names one of the renamed collections.
    package func mentions(_ renamed: [String: String]) -> Bool {
        smartCollections.contains { $0.filter != $0.filter.following(renamed) }
    }

    /// Gives smart collections the new names of renamed collections.
    package mutating func follow(_ renamed: [String: String]) {
        for place in smartCollections.indices {
            smartCollections[place].filter = smartCollections[place].filter.following(renamed)
        }
    }
}
