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
        /// The faces are those of a new file that replaced an older one with the same PostScript name, or only their tags
        /// changed (``FontChange/isOfTags``).
        case replaced
        /// The user's collections changed (``FontCollection``); no faces are listed, and only the user sees the change.
        case collections
    }

    /// A face that changed, with the path of its file.
    public struct Face: Sendable, Hashable, Codable {
        /// The properties of the face.
        public var face: FontFace
        /// The path where fontconfig finds the file (before the change, for a removal); nil while disabled.
        package var path: String?

        package init(face: FontFace, path: String?) {
            self.face = face
            self.path = path
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
    /// Whether nothing but the tags of the registrations changed; the kind is then ``Kind/replaced``.
    public var isOfTags: Bool

    package init(
        generation: Int64, kind: Kind, scope: FontScope, provider: String, faces: [Face], isOfTags: Bool = false
    ) {
        self.generation = generation
        self.kind = kind
        self.scope = scope
        self.provider = provider
        self.faces = faces
        self.isOfTags = isOfTags
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

    /// The generation after the event.
    public var generation: Int64 {
        switch self {
        case .change(let change): change.generation
        case .snapshot(let generation, _), .system(let generation, _): generation
        }
    }
}

extension FontChange.Face: FieldCoded {
    package static var shapes: [FieldShape] { FontFace.shownShapes }

    package var fieldMembers: [FieldMember] { face.shownMembers(file: path) }

    package init(fieldMembers members: [FieldMember]) throws(FieldFault) {
        self.init(face: try FontFace(fieldMembers: members), path: members.text("file"))
    }
}

extension FontChange: FieldRecord {
    package init() { self.init(generation: 0, kind: .added, scope: .persistent, provider: "", faces: []) }

    package static let fields: [Field<FontChange>] = [
        .integer("generation", \.generation),
        .word("kind", \.kind),
        .word("scope", \.scope),
        .text("provider", \.provider),
        .flag("tagged", \.isOfTags),
        .records("faces", \.faces),
    ]
}
