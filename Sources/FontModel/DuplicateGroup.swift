/// Font files that have a PostScript name, or all their bytes, in common, of which programs need one.
public struct DuplicateGroup: Sendable, Hashable, Identifiable {
    /// What the fonts have in common.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A PostScript name of a face or of a named instance; their bytes differ.
        case name
        /// All bytes.
        case contents
    }

    /// The font that stays in a group.
    public struct Choice: Sendable, Hashable {
        public var group: DuplicateGroup
        /// The member that stays.
        public var kept: DuplicateFont.ID

        public init(in group: DuplicateGroup, keeping kept: DuplicateFont.ID) {
            self.group = group
            self.kept = kept
        }
    }

    public var kind: Kind
    /// The PostScript names (`name` ID 6, and `fvar`) that all members have, sorted; at least one.
    public var names: [String]
    /// The family of the member that programs get, or else of the first one.
    public var family: String
    /// The fonts, at least two: those that programs see before the others, then registered fonts, the user's files,
    /// fonts of packages, and others.
    public var members: [DuplicateFont]
    /// The member that programs get when they ask for a name of the group, as `why` explains it; nil if they get a font
    /// outside of the group.
    public var shown: DuplicateFont.ID?

    package init(
        _ kind: Kind, names: [String], family: String, members: [DuplicateFont], shown: DuplicateFont.ID? = nil
    ) {
        self.kind = kind
        self.names = names
        self.family = family
        self.members = members
        self.shown = shown
    }

    /// Two groups of one search differ in it; it stays the same while the names, or the bytes, are in common.
    public var id: String {
        switch kind {
        case .name: "name:" + names.joined(separator: ",")
        case .contents: "contents:" + (members.first?.sha256 ?? "")
        }
    }

    /// Whether fontd can take a member away from programs that they see: one that is registered, or the user's own file.
    public var isResolvable: Bool { members.contains { $0.isVisible && $0.isChangeable } }

    /// Returns a member.
    public subscript(member id: DuplicateFont.ID) -> DuplicateFont? { members.first { $0.id == id } }
}

/// One of several font files of which programs need one.
public struct DuplicateFont: Sendable, Hashable, Identifiable {
    /// Where a font comes from, which decides what fontd can do with it.
    public enum Origin: Sendable, Hashable {
        /// A program or the user registered it; it can be disabled.
        case registered(Registration)
        /// The user's own file in a font folder, which can be adopted or moved to the trash.
        case own
        /// A package of the distribution, with its name, which fontd does not touch.
        case package(String)
        /// Another file that fontd does not touch: one of the administrator, one behind a link, or one in another
        /// folder of the configuration of fontconfig.
        case other

        /// The origin in one word, in JSON.
        package var word: String {
            switch self {
            case .registered: "registered"
            case .own: "own"
            case .package: "package"
            case .other: "other"
            }
        }
    }

    /// What programs see of a font.
    public enum Condition: Sendable, Hashable {
        /// They get it.
        case shown
        /// They see it, and get another one, for this reason.
        case shadowed(ExplainedFont.Preference)
        /// It is registered and disabled.
        case disabled
        /// The user has hidden it, or a rule of fontconfig's configuration hides it.
        case hidden

        /// The condition in one word, in JSON.
        package var word: String {
            switch self {
            case .shown: "shown"
            case .shadowed: "shadowed"
            case .disabled: "disabled"
            case .hidden: "hidden"
            }
        }
    }

    public var origin: Origin
    public var condition: Condition
    /// The path at which programs find the file; nil for a registration that is disabled.
    public var path: String?
    /// The SHA-256 hash of the bytes, in lower-case hexadecimal.
    public var sha256: String
    /// The size in bytes.
    public var byteCount: Int64
    /// The faces, in file order; of a font that is not registered those that fontconfig lists.
    public var faces: [FontFace]

    package init(
        _ origin: Origin, condition: Condition, path: String?, sha256: String, byteCount: Int64, faces: [FontFace]
    ) {
        self.origin = origin
        self.condition = condition
        self.path = path
        self.sha256 = sha256
        self.byteCount = byteCount
        self.faces = faces
    }

    /// The id of the registration, or the path of the file.
    public var id: String { registration?.id ?? path ?? "" }

    /// The registration; nil if it is not registered.
    public var registration: Registration? {
        if case .registered(let registration) = origin { registration } else { nil }
    }

    /// The name of the package; nil if it is not of one.
    public var package: String? { if case .package(let name) = origin { name } else { nil } }

    /// The file as people know it: as it was registered, or the path of the file.
    public var file: String { registration?.file ?? path ?? "" }

    /// The highest revision of the faces (`head.fontRevision`).
    public var revision: Double { faces.map(\.revision).max() ?? 0 }

    /// The version text of the first face (`name` ID 5); empty if there is none or it is not known.
    public var version: String { faces.first?.version ?? "" }

    /// Whether programs see the font, although they may get another one.
    public var isVisible: Bool {
        switch condition {
        case .shown, .shadowed: true
        case .disabled, .hidden: false
        }
    }

    /// Whether fontd can take the font away from programs.
    public var isChangeable: Bool {
        switch origin {
        case .registered, .own: true
        case .package, .other: false
        }
    }
}
