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
    /// - Returns: One outcome for each collection that changes.
    func importCollections(_ imported: [StoredCollection], isExact: Bool) throws -> [FontOutcome] {
        let former = try database.storedCollections().collections
        let collections = isExact ? imported : try Self.collections(former, adding: imported)
        try setCollections(collections)
        return CollectionEdit.difference(former, collections).map { FontOutcome(item: $0.name, status: .tagged) }
    }

    private static func collections(
        _ collections: [StoredCollection], adding imported: [StoredCollection]
    ) throws(FontError) -> [StoredCollection] {
        var collections = collections
        for collection in imported {
            guard let place = collections.firstIndex(where: { $0.name == collection.name }) else {
                collections.append(collection)
                continue
            }
            collections[place].families += collection.families.filter { !collections[place].has($0) }
        }
        guard StoredCollections.areWithinLimits(collections) else { throw CollectionEditing.tooMany }
        return collections
    }

    /// Returns the tags of a font that the user registers: with the collections that have one of its families.
    func tags(_ tags: [String], of faces: [FontFace]) throws -> [String] {
        let collections = try database.storedCollections().collections.filter { collection in
            faces.contains { face in collection.has(face.family) }
        }
        let room = max(0, FontLimits.tagsPerRegistration - tags.count)
        return tags + collections.map(\.name).filter { !tags.contains($0) }.prefix(room)
    }
}
