/// What changed in the registry, in one scope, for one provider, by one operation.
public struct FontChange: Sendable, Hashable, Codable {
    /// What happened to the faces.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Registered. A registration that came disabled is reported too: it can be requested.
        case added
        /// Unregistered, or lost with its file.
        case removed
        /// Can be matched again.
        case enabled
        /// Can no longer be matched.
        case disabled
        /// A new file took the place of an older one with the same PostScript name; the faces are the new ones.
        case replaced
    }

    /// A face that changed, and the file fontconfig shows it under.
    public struct Face: Sendable, Hashable, Codable {
        /// The facts of the face.
        public var face: FontFace
        /// Where fontconfig sees (or, for a removal, saw) the file; nil while disabled.
        public var path: String?

        public init(face: FontFace, path: String?) {
            self.face = face
            self.path = path
        }
    }

    /// The store's counter after the change.
    ///
    /// All changes of one operation share it. Process-scope changes carry the store's counter at the time; they do not
    /// move it.
    public var generation: Int64
    /// What happened.
    public var kind: Kind
    /// In which scope.
    public var scope: FontScope
    /// To whose fonts.
    public var provider: String
    /// To exactly which faces.
    public var faces: [Face]

    public init(generation: Int64, kind: Kind, scope: FontScope, provider: String, faces: [Face]) {
        self.generation = generation
        self.kind = kind
        self.scope = scope
        self.provider = provider
        self.faces = faces
    }
}

/// What a subscriber or ``FontChange`` replay receives.
public enum FontChangeEvent: Sendable, Hashable {
    /// One change, in order of generation.
    case change(FontChange)
    /// The reader was too far behind for a replay: everything that is registered now. Later changes follow on it.
    case snapshot(generation: Int64, registrations: [Registration])

    /// The generation after the event.
    public var generation: Int64 {
        switch self {
        case .change(let change): change.generation
        case .snapshot(let generation, _): generation
        }
    }
}
