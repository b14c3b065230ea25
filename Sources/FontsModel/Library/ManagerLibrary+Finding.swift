import FontAdvice
import FontFiles
package import FontModel
package import FontRegistry
import Foundation
import Synchronization

extension ManagerLibrary {
    // MARK: Bytes and features

    package func open(_ font: FontDescriptor) async throws(FontError) -> OpenedFile { try await manager.open(font) }

    package func features(of font: FontDescriptor) async throws(FontError) -> [LayoutFeature] {
        try await manager.features(of: font).map { feature in
            // Registered names are translated by the application.
            LayoutFeature(tag: feature.tag, name: feature.names.isEmpty ? nil : feature.name(for: locale))
        }
    }

    package func familyNames(withFeature tag: String) async throws(FontError) -> Set<String> {
        let all = FontQuerySet(including: [FontQuery()], options: .includeDisabled)
        return await features.families(of: try await manager.fonts(matching: all), with: tag)
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
        case .move(let id, let place):
            var names = try await manager.collections().map(\.id).filter { $0 != id && $0 != FontCollection.favourites }
            names.insert(id, at: min(max(place, 0), names.count))
            changes = [.order([FontCollection.favourites] + names)]
        }
        return try await summary(of: try await manager.changeCollections(changes))
    }

    // MARK: Duplicates

    package func duplicates() async throws(FontError) -> [DuplicateGroup] { try await manager.duplicates() }

    package func resolve(
        _ group: DuplicateGroup, keeping member: DuplicateFont.ID
    ) async throws(FontError) -> LibrarySummary {
        try await summary(of: try await manager.resolve(group, keeping: member).summary)
    }
}

/// The layout features of fonts, which are read from files, by file and face.
final class FeatureCache: Sendable {
    private struct Place: Hashable {
        var path: String
        var index: Int
    }

    private let known = Mutex<[Place: Set<String>]>([:])

    /// Returns the families of fonts with a feature.
    func families(of fonts: [FontDescriptor], with tag: String) async -> Set<String> {
        let places = fonts.compactMap { font in
            font.path.map { (place: Place(path: $0, index: font.face.index), family: font.face.family) }
        }
        let missing = known.withLock { known in Set(places.map(\.place)).filter { known[$0] == nil } }.map(\.self)
        let read = try? await BlockingWork.perform { () throws(FontError) in
            BlockingWork.results(missing.count) { Self.tags(of: missing[$0]) }
        }
        return known.withLock { known in
            for (place, tags) in zip(missing, read ?? []) { known[place] = tags }
            return Set(places.filter { known[$0.place]?.contains(tag) ?? false }.map(\.family))
        }
    }

    /// Returns the tags of a face; none for a file that cannot be read.
    private static func tags(of place: Place) -> Set<String> {
        do throws(FontError) {
            let file = try SourceFile(opening: place.path)
            return Set(try FontFeature.features(ofFace: place.index, in: file).map(\.tag))
        } catch {
            return []
        }
    }
}

extension LibraryChange {
    /// Returns what an event changes.
    static func changes(_ event: FontChangeEvent) -> [LibraryChange] {
        func families(_ faces: [FontChange.Face]) -> Set<String> { Set(faces.map(\.face.family)) }
        switch event {
        case .change(let change):
            let names = families(change.faces)
            switch change.kind {
            case .collections: return [.collections]
            case .tagged: return [.families(names), .collections]
            case .replaced:
                return [.replaced(names, postscriptNames: Set(change.faces.map(\.face.postscriptName)))]
            case .added, .removed: return [.families(names), .collections, .providers]
            case .enabled, .disabled: return [.families(names)]
            }
        case .system(_, let change) where change.replaced.isEmpty:
            return [.families(families(change.added + change.removed))]
        case .system, .snapshot: return [.all]
        case .policy, .announcements: return [.providers]
        }
    }
}
