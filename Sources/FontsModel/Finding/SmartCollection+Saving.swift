extension FontsSettings {
    /// Saves a filter under a name; a smart collection of that name gets the filter.
    package mutating func keep(_ filter: LibraryFilter, as name: String) -> SmartCollection {
        guard let place = smartCollections.firstIndex(where: { $0.name == name }) else { return save(filter, as: name) }
        smartCollections[place].filter = filter
        smartCollections[place].filter.choice = .all
        return smartCollections[place]
    }

    package mutating func renameSmartCollection(_ id: String, to name: String) {
        guard let place = smartCollections.firstIndex(where: { $0.id == id }) else { return }
        smartCollections[place].name = name
    }

    package mutating func deleteSmartCollection(_ id: String) { smartCollections.removeAll { $0.id == id } }
}
