/// A change of the registry by one operation, in one scope and for one provider.
public struct FontChange: Sendable, Hashable, Codable {
    /// The kind of a change.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The faces were registered; also reported for a registration that is disabled from the start.
        case added
        /// The faces were unregistered, or their file was lost.
        case removed
        /// The faces were enabled and can be matched again.
        case enabled
        /// The faces were disabled and can no longer be matched.
        case disabled
        /// The faces are those of a new file that replaced older ones with the same PostScript name, whose registrations
        /// ended (``FontChange/replacedIDs``).
        case replaced
        /// Nothing but the tags of the registrations changed.
        case tagged
        /// The user's collections changed (``FontCollection``); no faces are listed, and only the user sees the change.
        case collections
    }

    /// A face that changed, with the path of its file.
    public struct Face: Sendable, Hashable, Codable {
        /// The properties of the face.
        public var face: FontFace
        /// The path where fontconfig finds the file (before the change, for a removal); nil while disabled.
        package var path: String?
        /// The id of the registration that the face belongs to (the ended one, for a removal); nil for a font of the
        /// system.
        public var id: String?

        package init(face: FontFace, path: String?, id: String? = nil) {
            self.face = face
            self.path = path
            self.id = id
        }
    }

    /// The store's generation after the change.
    ///
    /// All changes of one operation share it. A change in process scope has the store's generation at that time and
    /// does not advance it.
    public var generation: Int64
    /// The kind of the change.
    public var kind: Kind
    /// The scope of the changed registrations.
    public var scope: FontScope
    /// The provider of the changed registrations.
    public var provider: String
    /// The faces that changed.
    public var faces: [Face]
    /// The ids of the registrations that ended because the faces replaced theirs, in any order; empty unless the kind is
    /// ``Kind/replaced``.
    ///
    /// In the scopes that programs share, the end of a registration with faces that the new file lacks is a change of its
    /// own, of the kind ``Kind/removed``.
    public var replacedIDs: [String]

    package init(
        generation: Int64, kind: Kind, scope: FontScope, provider: String, faces: [Face], replacedIDs: [String] = []
    ) {
        self.generation = generation
        self.kind = kind
        self.scope = scope
        self.provider = provider
        self.faces = faces
        self.replacedIDs = replacedIDs
    }

    /// The ids of the changed registrations, each once, in the order of their faces.
    public var ids: [String] {
        var known: Set<String> = []
        return faces.compactMap(\.id).filter { known.insert($0).inserted }
    }
}

/// An event that a subscriber or a replay of ``FontChange`` values receives.
public enum FontChangeEvent: Sendable, Hashable, Codable {
    /// One change, in order of generation.
    case change(FontChange)
    /// All current registrations, sent when the reader is too far behind for a replay; later changes build on it.
    case snapshot(generation: Int64, registrations: [Registration])
    /// Fonts outside fontd's folders were installed, removed or replaced, for example by a package.
    ///
    /// The generation is the store's at that time; such a change does not advance it, and cannot be replayed.
    case system(generation: Int64, change: SystemFontChange)
    /// The policy for providers changed, by any program or in an editor; what it says now is to be read again.
    ///
    /// The generation is the store's at that time; such a change does not advance it, and cannot be replayed. Several
    /// changes in a row may be one event.
    case policy(generation: Int64)
    /// A provider announced other names of fonts than before that it can supply, or withdrew some.
    ///
    /// The generation is the store's at that time; such a change does not advance it, and cannot be replayed. Several
    /// changes in a row may be one event. A process that uses the store itself sees the announcements that outlive
    /// their connection.
    case announcements(generation: Int64, provider: String)

    /// The generation after the event.
    public var generation: Int64 {
        switch self {
        case .change(let change): change.generation
        case .snapshot(let generation, _), .system(let generation, _), .policy(let generation),
            .announcements(let generation, _):
            generation
        }
    }
}

extension FontChange.Face: FieldCoded {
    package static var shapes: [FieldShape] { FontFace.shownShapes + [FieldShape("id", .text)] }

    package var fieldMembers: [FieldMember] {
        face.shownMembers(file: path) + (id.map { [FieldMember("id", .text($0))] } ?? [])
    }

    package init(fieldMembers members: [FieldMember]) throws(FieldFault) {
        self.init(face: try FontFace(fieldMembers: members), path: members.text("file"), id: members.text("id"))
    }
}

extension FontChange: FieldRecord {
    package init() { self.init(generation: 0, kind: .added, scope: .persistent, provider: "", faces: []) }

    package static let fields: [Field<FontChange>] = [
        .integer("generation", \.generation),
        .word("kind", \.kind),
        .word("scope", \.scope),
        .text("provider", \.provider),
        .records("faces", \.faces),
        Field.texts("replaced", \.replacedIDs).withoutEmpty,
    ]
}
