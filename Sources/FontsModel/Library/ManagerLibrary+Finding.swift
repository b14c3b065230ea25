import FontAdvice
package import FontModel
package import FontRegistry
package import ReaderFonts

extension ManagerLibrary {
    // MARK: Bytes and features

    package func open(_ font: FontDescriptor) async throws(FontError) -> OpenedFile { try await manager.open(font) }

    package func features(of font: FontDescriptor) async throws(FontError) -> [FontFeature] {
        try await manager.features(of: font)
    }

    package func familyNames(withFeature tag: String) async throws(FontError) -> Set<String> {
        try await features.families(of: manager) { $0.contains(tag) }
    }

    package func familyNames(designedBy search: FamilySearch) async throws(FontError) -> Set<String> {
        try await designers.families(of: manager) { $0.contains(where: search.finds) }
    }

    // MARK: Collections

    package func collections() async throws(FontError) -> [FontCollection] { try await manager.collections() }

    package func change(_ edit: CollectionEdit) async throws(FontError) -> LibrarySummary {
        let changes: [CollectionChange]
        switch edit {
        case .create(let name, let families):
            changes = [.create(name)] + (families.isEmpty ? [] : [.add(families, to: name)])
        case .rename(let id, let name): changes = [.rename(id, to: name)]
        case .delete(let id): changes = [.remove(id)]
        case .add(let families, let id): changes = [.add(families, to: id)]
        case .remove(let families, let id): changes = [.take(families, from: id)]
        case .arrange(let families, let id): changes = [.arrange(families, in: id)]
        case .move(let id, let place):
            var names = try await manager.collections().map(\.id).filter { $0 != id && $0 != FontCollection.favourites }
            names.insert(id, at: min(max(place, 0), names.count))
            changes = [.order([FontCollection.favourites] + names)]
        }
        return try await summary(of: try await manager.changeCollections(changes))
    }

    // MARK: Duplicates

    package func duplicates() async throws(FontError) -> [DuplicateGroup] { try await manager.duplicates() }

    package func resolve(_ choices: [DuplicateGroup.Choice]) async throws(FontError) -> LibrarySummary {
        let resolution = try await manager.resolve(choices)
        var summary = try await summary(of: resolution.summary)
        summary.left = resolution.left.count
        return summary
    }
}
