public import FontModel

/// What a worker read of one font file, and what registering it would do now.
///
/// See ``FontManager/examine(_:scope:options:)``.
public struct FontExamination: Sendable {
    /// One face of the file.
    public struct Face: Sendable, Hashable {
        /// The properties that are stored and matched.
        public var face: FontFace
        /// The legal texts, classification and metrics.
        public var details: FontDetails
        /// The typographic features, sorted by tag.
        public var features: [FontFeature]
        /// The characters that the face maps; ``FontFace/languages`` follow from them.
        public var coverage: CharacterCoverage
    }

    /// The file as registration would report it: its path, or for a font in an archive the path of the archive, a slash
    /// and the path within it.
    public var file: String
    /// The position among all files of the sources, from 0.
    public var place: Int
    /// The number of all files of the sources.
    public var total: Int
    /// The format; nil if the file is refused.
    public var format: FontFormat?
    /// The size of the font in bytes; nil if it could not be read.
    public var size: Int?
    /// The SHA-256 of the font in lower-case hexadecimal; nil if it could not be read.
    public var sha256: String?
    /// The faces in file order; none if the file is refused.
    public var faces: [Face] = []
    /// The errors and warnings of the deep check; an error of reading is one of them.
    public var findings: [FontFinding] = []
    /// The outcome that registering all sources in one batch would have for the file now.
    ///
    /// Its registration is the one that there would be.
    public var outcome: FontOutcome
    /// The fonts with the same name; nil if there is no conflict.
    public var conflict: FontConflict?

    /// The source of the bytes.
    let item: FontItem

    /// The reason for which the file would not be registered; nil if it would be, or is already.
    public var error: FontError? { outcome.status == .failed ? outcome.error : nil }

    /// Opens the bytes that were examined, for a program that draws them without trusting them.
    ///
    /// They are a copy in memory that nobody can change, also of a font in an archive or packed for the web.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFontData`` (104) if the file has changed since, or the error
    ///   of reading it.
    public func open() async throws(FontError) -> OpenedFile {
        try await BlockingWork.perform { [item, sha256, file] () throws(FontError) in
            let copy = try SealedMemory(copying: try item.open())
            guard copy.sha256 == sha256 else { throw .changedFile(file) }
            return try copy.openedFile
        }
    }
}

/// Two fonts that cannot be enabled at the same time, since a name of both means one of them.
public struct FontConflict: Sendable, Hashable {
    /// Which of the two fonts is older, by `head.fontRevision`.
    public enum Revision: String, Sendable, Hashable, Codable {
        /// The offered font is older; it replaces the other only with ``RegistrationOptions/allowsDowngrade``.
        case older
        /// Both have the same revision.
        case same
        /// The offered font is newer.
        case newer
    }

    /// The PostScript name that both fonts have.
    public var name: String
    /// The face that was examined.
    public var offered: FontFace
    /// The file of the other font, as it was given.
    public var file: String
    /// The registration with the other font; nil if it is a file of the same sources, which precedes this one.
    public var registration: Registration?
    /// The other face; nil if it is of the same sources.
    public var registered: FontFace?

    /// How the offered font compares to the registered one; nil if the other one is of the same sources.
    public var revision: Revision? {
        registered.map { registered in
            if offered.revision == registered.revision { return .same }
            return offered.revision < registered.revision ? .older : .newer
        }
    }
}

extension FontConflict {
    /// Finds the faces of a name that the offered file shares with a registration.
    ///
    /// - Returns: Nil if they share none.
    init?(offered faces: [FontFace], _ registration: Registration) {
        guard
            let (name, index, _) = faces.map(ExactNames.init(of:)).conflict(
                with: registration.faces.map(ExactNames.init(of:)))
        else { return nil }
        self.name = name
        offered = faces[index]
        file = registration.file
        self.registration = registration
        registered = registration.faces.first { ExactNames(of: $0).all.contains(name) }
    }

    /// Creates the conflict that an error describes, with a file of the same sources.
    init?(offered faces: [FontFace], _ error: FontError) {
        guard let conflict = error.conflict, let face = faces.first(where: { $0.index == error.faceIndex ?? 0 }) else {
            return nil
        }
        (name, offered, file) = (conflict.postscriptName, face, conflict.file)
    }
}
