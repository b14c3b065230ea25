import FontAdvice
package import FontModel
package import FontRegistry
import Foundation
import Glibc
import ReaderFonts

/// The calls for which the library gets functions of its own (issue 29, L1, L2, L4, L5, L7, L9): until then, they are made
/// of what it has.
extension ManagerLibrary {
    // MARK: Bytes and features

    package func open(_ font: FontDescriptor) async throws(FontError) -> OpenedFile {
        let path = try await manager.file(of: font)
        return try await BlockingWork.perform { () throws(FontError) in try SourceFile(opening: path).file }
    }

    package func features(of font: FontDescriptor) async throws(FontError) -> [LayoutFeature] { [] }

    package func familyNames(withFeature tag: String) async throws(FontError) -> Set<String> { [] }

    // MARK: Operations

    /// Returns the number of the operation of a change; nil if it changed nothing.
    func operation(of summary: FontSummary) async throws(FontError) -> Int64? {
        if let operation = summary.operation { return operation }
        let isChange = summary.outcomes.contains { $0.changesFonts || $0.status == .tagged || $0.isTagged }
        return isChange ? try await manager.undoableOperations().first?.number : nil
    }

    // MARK: Collections

    package func collections() async throws(FontError) -> [FontCollection] {
        var members: [String: Set<String>] = [FontCollection.favourites: []]
        for registration in try await manager.registered() {
            for tag in registration.tags { members[tag, default: []].formUnion(registration.faces.map(\.family)) }
        }
        let comparator = FamilyNameComparator(locale: locale)
        return members.map { FontCollection(id: $0, name: $0, families: $1.sorted(using: comparator)) }.sorted {
            if $0.isFavourites != $1.isFavourites { return $0.isFavourites }
            return comparator.compare($0.name, $1.name) == .orderedAscending
        }
    }

    package func change(_ change: CollectionChange) async throws(FontError) -> LibrarySummary {
        func targets(_ families: [String]) -> [FontTarget] { families.map(FontTarget.family) }
        let summary: FontSummary
        switch change {
        case .create(let name, let families), .add(let families, let name):
            guard !families.isEmpty else {
                throw FontError(.insufficientInfo, "A collection without fonts cannot be stored. Add a font to it.")
            }
            summary = try await manager.changeTags(adding: [name], of: targets(families))
        case .remove(let families, let id):
            summary = try await manager.changeTags(removing: [id], of: targets(families))
        case .rename(let id, let name):
            summary = try await manager.changeTags(adding: [name], removing: [id], of: try await members(of: id))
        case .delete(let id):
            summary = try await manager.changeTags(removing: [id], of: try await members(of: id))
        case .move: throw FontError(.insufficientInfo, "Collections are sorted by their names.")
        }
        return try await self.summary(of: summary)
    }

    private func members(of tag: String) async throws(FontError) -> [FontTarget] {
        try await manager.registered().filter { $0.tags.contains(tag) }.map(FontTarget.registration)
    }

    // MARK: Duplicates

    package func duplicates() async throws(FontError) -> [DuplicateSet] {
        let all = FontQuerySet(including: [FontQuery()], options: .includeDisabled)
        let fonts = try await manager.fonts(matching: all)
        let hashes = Dictionary(
            try await manager.registered().map { ($0.id, $0.sha256) }, uniquingKeysWith: { first, _ in first })
        let groups = Dictionary(grouping: fonts) { $0.face.postscriptName }.filter { $0.value.count > 1 }
        let found = try await BlockingWork.perform { () throws(FontError) in
            groups.map { Self.group($0.key, $0.value, hashes) }
        }
        var shown: [DuplicateSet] = []
        for group in found.sorted(by: { $0.name < $1.name }) where group.members.count > 1 {
            var group = group
            let font = try await manager.resolve(group.name).match
            group.shown = font.map { $0.path ?? $0.registrationID ?? "" }
            shown.append(group)
        }
        return shown
    }

    private static func group(_ name: String, _ fonts: [FontDescriptor], _ hashes: [String: String]) -> DuplicateSet {
        var contents: Set<String?> = []
        let members = fonts.map { font in
            var status = stat()
            let size = font.path.map { stat($0, &status) == 0 ? Int64(status.st_size) : 0 } ?? 0
            let hash = font.registrationID.flatMap { hashes[$0] } ?? font.path.flatMap { ByteCopy.sha256(ofFile: $0) }
            contents.insert(hash)
            let origin: DuplicateSet.Member.Origin =
                switch font.origin {
                case .registered(let id, _, let provider, _, _): .registered(id: id, provider: provider)
                case .system, .file:
                    font.installation == .user
                        ? .loose : .system(package: font.path.flatMap { PackageOwner.find([$0])[$0] })
                }
            return DuplicateSet.Member(
                id: font.path ?? font.registrationID ?? font.postscriptName, family: font.face.family,
                style: font.face.style, origin: origin, revision: font.face.revision, size: size, font: font,
                isOn: font.isEnabled)
        }
        return DuplicateSet(
            name: name, members: members, areSameBytes: contents.count == 1 && !contents.contains(nil))
    }

    package func resolve(
        _ group: DuplicateSet, keeping member: DuplicateSet.Member.ID
    ) async throws(FontError) -> LibrarySummary {
        let targets = group.members.filter { $0.id != member && $0.isOn }.compactMap { member -> FontTarget? in
            if case .registered(let id, _) = member.origin { .id(id) } else { nil }
        }
        return try await summary(of: try await manager.setEnabled(false, targets))
    }
}

extension LibraryChange {
    /// Returns what an event changes.
    static func changes(_ event: FontChangeEvent) -> [LibraryChange] {
        func families(_ faces: [FontChange.Face]) -> Set<String> { Set(faces.map(\.face.family)) }
        switch event {
        case .change(let change) where change.isOfTags: return [.families(families(change.faces)), .collections]
        case .change(let change) where change.kind == .replaced:
            return [.replaced(families(change.faces), postscriptNames: Set(change.faces.map(\.face.postscriptName)))]
        case .change(let change):
            let isOfRegistrations = change.kind == .added || change.kind == .removed
            return [.families(families(change.faces))] + (isOfRegistrations ? [.collections, .providers] : [])
        case .system(_, let change) where change.replaced.isEmpty:
            return [.families(families(change.added + change.removed))]
        case .system, .snapshot: return [.all]
        }
    }
}
