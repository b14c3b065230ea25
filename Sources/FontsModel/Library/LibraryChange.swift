import FontModel

/// A change of what the library has, as far as rows and sections depend on it.
package enum LibraryChange: Sendable, Hashable {
    /// Fonts of some families were added, removed, turned on or off.
    case families(Set<String>)
    /// Files were replaced: the families that they have now, and the former files, which may have had others.
    ///
    /// A file is that of a registration, by its id, or one of the system, by its path.
    case replaced(Set<String>, files: Set<String>)
    /// The collections, their families or their order.
    case collections
    /// The programs that registered fonts, their permissions, or what they announce.
    case providers
    /// Anything.
    case all
}

extension LibraryChange {
    /// Returns what an event changes.
    static func changes(_ event: FontChangeEvent) -> [LibraryChange] {
        func families(_ faces: [FontChange.Face]) -> Set<String> { Set(faces.map(\.face.family)) }
        switch event {
        case .change(let change):
            let names = families(change.faces)
            switch change.kind {
            // Registrations may have tags, which put them into collections, and count for their provider.
            case .added, .removed: return [.families(names), .collections, .providers]
            case .replaced: return [.replaced(names, files: Set(change.replacedIDs)), .collections, .providers]
            case .enabled, .disabled: return [.families(names)]
            // No row shows tags.
            case .tagged, .collections: return [.collections]
            }
        case .system(_, let change):
            let changed = change.added + change.removed + change.replaced
            return [.replaced(families(changed), files: Set(change.replaced.compactMap(\.path)))]
        case .policy, .announcements: return [.providers]
        case .snapshot: return [.all]
        }
    }
}
