package import FontModel

extension Registrar {
    /// Returns the user's collections in their order.
    package func collections() throws(FontError) -> [FontCollection] {
        try read { database, session in
            try database?.collections(session: session) ?? [FontCollection(name: FontCollection.favourites)]
        }
    }

    /// Changes collections as one operation of the user, completely or not at all.
    ///
    /// - Returns: Outcomes for each change: of the collection or a family, and of the registrations with its tag.
    /// - Throws: The errors of ``CollectionEditing/carryOut(_:)``, or `registrationFailed` (301) if the store cannot be
    ///   used; nothing was changed.
    package func change(_ changes: [CollectionChange], isDryRun: Bool) throws(FontError) -> FontSummary {
        let committed = try commit(isDryRun: isDryRun) { operation in
            operation.isUndoable = true
            var editing = try CollectionEditing(operation)
            for change in changes { try editing.carryOut(change) }
            return try editing.finish()
        }
        var summary = FontSummary(generation: committed.generation, outcomes: committed.value)
        summary.operation = committed.operation
        return summary
    }
}

extension StoreOperation {
    /// Adds the collections of an export to those that are kept, or keeps exactly them.
    ///
    /// Registered fonts of a family that is added to a collection get its name as a tag, as in
    /// ``CollectionEditing``; an exact import has the tags of the export alone.
    ///
    /// - Returns: One outcome for each collection that changes, and for each registration that gets a tag.
    func importCollections(_ imported: [StoredCollection], isExact: Bool) throws -> [FontOutcome] {
        let former = try database.storedCollections().collections
        let (collections, added) = isExact ? (imported, []) : former.adding(imported)
        guard isExact || StoredCollections.areWithinLimits(collections) else { throw CollectionEditing.tooMany }
        try setCollections(collections)
        var tagged: [String: RegistrationRow] = [:]
        for (name, family) in added {
            for (row, _) in try database.registrations(ofFamily: family, session: session) {
                let row = tagged[row.id] ?? row
                guard !row.tags.contains(name), row.tags.count < FontLimits.tagsPerRegistration else { continue }
                tagged[row.id] = try setTags(row.tags.tags(adding: [name]), row)
            }
        }
        return CollectionEdit.difference(former, collections).map { FontOutcome(item: $0.name, status: .tagged) }
            + (try tagged.values.sorted { $0.file < $1.file }.map { row in
                FontOutcome(item: row.file, status: .tagged, registration: try registration(row))
            })
    }

    /// Returns the tags of a font that the user registers: with the collections that have one of its families.
    func tags(_ tags: [String], of faces: [FontFace]) throws -> [String] {
        let names = try collectedFamilies().collections(of: faces)
        let room = max(0, FontLimits.tagsPerRegistration - tags.count)
        return tags + names.filter { !tags.contains($0) }.prefix(room)
    }
}

extension [StoredCollection] {
    /// Returns the collections with those of another list, new ones as the last, and the families that were added, with the
    /// names of their collections.
    fileprivate func adding(_ others: Self) -> (collections: Self, added: [(name: String, family: String)]) {
        var (collections, added): (Self, [(String, String)]) = (self, [])
        var places = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.name, $0) })
        for other in others {
            let place = places[other.name] ?? collections.count
            if places.updateValue(place, forKey: other.name) == nil {
                collections.append(StoredCollection(name: other.name))
            }
            var known = Set(collections[place].families.map(LookupName.fold))
            for family in other.families where known.insert(LookupName.fold(family)).inserted {
                collections[place].families.append(family)
                added.append((other.name, family))
            }
        }
        return (collections, added)
    }
}
