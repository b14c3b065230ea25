import FontModel
import GRDB

/// Changes of collections within the transaction of an operation.
///
/// A registration is in a collection by a tag, a family by the list of the collection: adding a family does both.
struct CollectionEditing {
    private let current: StoreOperation
    private var collections: [StoredCollection]
    private(set) var outcomes: [FontOutcome] = []

    init(_ current: StoreOperation) throws {
        self.current = current
        collections = try current.database.storedCollections().collections
    }

    private var database: Database { current.database }

    /// Carries out a change, or throws, so that nothing is changed.
    ///
    /// - Throws: `insufficientInfo` (303) for a collection that there is not, or a new name that another one has, or a
    ///   change that the favourites do not allow, `notRegistered` (201) for an unknown id, `exceededResourceLimit` (106).
    mutating func carryOut(_ change: CollectionChange) throws {
        let name = change.collection
        switch change.action {
        case .create:
            guard place(name) == nil, name != FontCollection.favourites else { throw FontError.collectionExists(name) }
            keep(name)
            note(name, true)
        case .remove:
            try requireOther(name)
            let rows = try requireExisting(name)
            collections.removeAll { $0.name == name }
            note(name, true)
            for row in rows { try tag(row, removing: [name]) }
        case .rename: try rename(name, to: change.newName ?? "")
        case .order:
            let tags = Set(try database.registrations(.tagged, session: current.session).flatMap(\.tags))
            for name in change.names where !tags.contains(name) { try requireKept(name) }
            let former = collections
            change.names.forEach { keep($0) }
            collections.move(to: change.names) { $0.name }
            for name in change.names { note(name, former != collections) }
        case .add:
            keep(name)
            try changeMembers(change, adding: true)
        case .take:
            _ = try requireExisting(name)
            try changeMembers(change, adding: false)
        case .arrange: try arrange(change)
        }
        try checkLimits()
    }

    /// Stores the changes, and returns the outcomes.
    mutating func finish() throws -> [FontOutcome] {
        try current.setCollections(collections)
        return outcomes
    }

    private mutating func rename(_ name: String, to new: String) throws {
        try requireOther(name)
        let rows = try requireExisting(name)
        guard name != new else { return note(name, false) }
        guard place(new) == nil, new != FontCollection.favourites, try tagged(new).isEmpty else {
            throw FontError.collectionExists(new)
        }
        if let place = place(name) { collections[place].name = new }
        note(new, true)
        for row in rows { try tag(row, adding: [new], removing: [name]) }
    }

    /// Adds families and registrations to a collection, or takes them out.
    private mutating func changeMembers(_ change: CollectionChange, adding: Bool) throws {
        let name = change.collection
        let place = place(name)
        var known = Set(place.map { collections[$0].families.map(LookupName.fold) } ?? [])
        var taken: Set<String> = []
        var rows: [RegistrationRow] = []
        for family in change.families {
            let folded = LookupName.fold(family)
            // Its names in other languages are the same member.
            var names: Set<String> = [folded]
            let own = try database.registrations(ofFamily: family, session: current.session)
            for face in own.flatMap(\.faces) {
                let known = face.familyNames.map(LookupName.fold)
                if known.contains(folded) { names.formUnion(known) }
            }
            let isMember = !known.isDisjoint(with: names)
            if adding, !isMember, let place {
                collections[place].families.append(family)
                known.insert(folded)
            }
            if !adding {
                taken.formUnion(names)
                known.subtract(names)
            }
            rows += own.map(\.row)
            if own.isEmpty || isMember != adding {
                outcomes.append(FontOutcome(item: family, status: isMember == adding ? .unchanged : .tagged))
            }
        }
        if !taken.isEmpty, let place {
            collections[place].families.removeAll { taken.contains(LookupName.fold($0)) }
        }
        for id in change.registrations {
            guard let row = try current.row(id) else {
                throw FontError(.notRegistered, "No registered font has that id. Nothing was changed.", file: id)
            }
            rows.append(row)
        }
        var seen: Set<String> = []
        for row in rows where seen.insert(row.id).inserted {
            try tag(row, adding: adding ? [name] : [], removing: adding ? [] : [name])
        }
    }

    private mutating func arrange(_ change: CollectionChange) throws {
        let rows = try requireExisting(change.collection)
        keep(change.collection)
        guard let place = place(change.collection) else { return }
        var known = Set(collections[place].families.map(LookupName.fold))
        for row in rows { known.formUnion(try database.families(contentID: row.contentID).map(LookupName.fold)) }
        let former = collections[place]
        let families = change.families.filter { known.contains(LookupName.fold($0)) }
        var kept = Set(former.families.map(LookupName.fold))
        for family in families where kept.insert(LookupName.fold(family)).inserted {
            collections[place].families.append(family)
        }
        collections[place].families.move(to: families.map(LookupName.fold)) { LookupName.fold($0) }
        note(change.collection, former != collections[place])
    }

    // MARK: Steps

    private func place(_ name: String) -> Int? { collections.firstIndex { $0.name == name } }

    /// Keeps a collection that is only a tag as the last one, and the favourites, which are shown before the others until
    /// the user puts them elsewhere, as the first.
    private mutating func keep(_ name: String) {
        guard place(name) == nil else { return }
        collections.insert(
            StoredCollection(name: name), at: name == FontCollection.favourites ? 0 : collections.count)
    }

    private func tagged(_ name: String) throws -> [RegistrationRow] {
        try database.registrations(.tagged, session: current.session).filter { $0.tags.contains(name) }
    }

    /// Returns the registrations of a collection.
    private func requireExisting(_ name: String) throws -> [RegistrationRow] {
        let rows = try tagged(name)
        if rows.isEmpty { try requireKept(name) }
        return rows
    }

    private func requireKept(_ name: String) throws(FontError) {
        guard place(name) != nil || name == FontCollection.favourites else {
            throw FontError(
                .insufficientInfo, "There is no collection “\(name)”. Nothing was changed. Create it first.")
        }
    }

    private func requireOther(_ name: String) throws {
        guard name == FontCollection.favourites else { return }
        throw FontError(
            .insufficientInfo,
            "The collection “\(name)” always exists: it can be emptied, but not renamed or removed. Nothing was changed."
        )
    }

    private mutating func note(_ name: String, _ isChanged: Bool) {
        outcomes.append(FontOutcome(item: name, status: isChanged ? .tagged : .unchanged))
    }

    private mutating func tag(
        _ row: RegistrationRow, adding added: [String] = [], removing removed: [String] = []
    ) throws {
        // An earlier change of the operation may have tagged it.
        let row = try current.row(row.id) ?? row
        let tags = try row.tags.tags(adding: added, removing: removed)
        let changed = tags == row.tags ? row : try current.setTags(tags, row)
        outcomes.append(
            FontOutcome(
                item: row.file, status: tags == row.tags ? .unchanged : .tagged,
                registration: try current.registration(changed)))
    }

    private func checkLimits() throws(FontError) {
        guard StoredCollections.areWithinLimits(collections) else {
            throw Self.tooMany
        }
    }

    static var tooMany: FontError {
        FontError(
            .exceededResourceLimit,
            "There can be \(FontLimits.collections) collections with \(FontLimits.collectedFamilies) families in all. Nothing was changed. Remove some first."
        )
    }
}

extension Array {
    /// Moves the elements with some keys before the others, in the order of the keys.
    fileprivate mutating func move(to keys: [String], _ key: (Element) -> String) {
        let places = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let ranked = enumerated().sorted { first, second in
            (places[key(first.element)] ?? .max, first.offset) < (places[key(second.element)] ?? .max, second.offset)
        }
        self = ranked.map(\.element)
    }
}

extension FontError {
    fileprivate static func collectionExists(_ name: String) -> FontError {
        FontError(
            .insufficientInfo, "A collection “\(name)” already exists. Nothing was changed. Choose another name.")
    }
}
