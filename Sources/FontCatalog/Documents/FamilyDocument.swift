public import FontModel

/// All facts of a family in a catalogue: the target `families/<id>.json`.
public struct FamilyDocument: Codable, Sendable, Hashable {
    /// The identifier within the catalogue: lower-case letters, digits and hyphens.
    public var id: String
    public var family: String
    /// The name in other languages, by BCP 47 tag.
    public var names: [String: String]
    /// Former and other names, by which the family is found as well.
    public var aliases: [String]
    public var category: String?
    public var classifications: [String]
    public var designers: [String]
    /// Descriptions by BCP 47 tag.
    public var description: [String: String]
    public var homepage: String?
    public var source: Source?
    public var version: String
    /// The day of the last change, `2026-11-30`.
    public var revised: String
    /// Earlier versions, the latest first; their documents stay available.
    public var history: [Revision]
    public var status: FamilyStatus?
    public var sample: Sample?
    public var preview: Picture?
    public var license: License
    /// The languages that the publisher declares, else the ones that fontconfig computes, sorted.
    public var languages: [String]
    public var scripts: [String]
    /// Named groups of files, such as `static` and `variable`; a download takes the first unless another one is asked for.
    public var sets: [FileSet]
    public var files: [File]

    /// Where the fonts were made.
    public struct Source: Codable, Sendable, Hashable {
        public var url: String
        public var commit: String?
    }

    /// An earlier version and the SHA-256 of its document.
    public struct Revision: Codable, Sendable, Hashable {
        public var version: String
        public var revised: String
        public var document: String
    }

    /// A text that shows the family.
    public struct Sample: Codable, Sendable, Hashable {
        public var language: String
        public var text: String
    }

    /// A picture of the sample, PNG.
    public struct Picture: Codable, Sendable, Hashable {
        public var sha256: String
        public var size: Int64
        public var width: Int
        public var height: Int
    }

    /// The licence of all files of the family.
    public struct License: Codable, Sendable, Hashable {
        /// The SPDX identifier, or `LicenseRef-…`.
        public var spdx: String
        public var texts: [Text]
        public var copyrights: [String]
        public var reservedNames: [String]
        /// Whether a person must agree to the texts before a download.
        public var requiresAgreement: Bool
        /// What `OS/2.fsType` allows: `installable`, `editable`, `preview-and-print`, `restricted`; of several files, the
        /// strictest.
        public var embedding: String
        /// Whether the fonts were changed after the licensor published them.
        public var modified: Bool

        /// A text of the licence: `licenses/<sha256>.txt`.
        public struct Text: Codable, Sendable, Hashable {
            public var name: String
            public var sha256: String
            public var size: Int64
        }
    }

    /// A group of files.
    public struct FileSet: Codable, Sendable, Hashable {
        public var name: String
        /// The SHA-256 of its files.
        public var files: [String]
    }

    /// A font file.
    public struct File: Codable, Sendable, Hashable {
        public var sha256: String
        public var size: Int64
        /// `ttf`, `otf`, `ttc` or `otc`.
        public var format: String
        /// Where the file is, in the order of preference: relative to the catalogue, or absolute.
        public var urls: [String]
        /// Smaller forms of the same bytes.
        public var packed: [Packed]
        public var faces: [CatalogFace]

        /// A compressed form; `<url>.<coding>` has it.
        public struct Packed: Codable, Sendable, Hashable {
            /// `xz`.
            public var coding: String
            public var sha256: String
            public var size: Int64
        }
    }
}

/// A face of a file in a catalogue: the facts of ``FontFace``, what it covers, and its line metrics.
public struct CatalogFace: Codable, Sendable, Hashable {
    public var face: FontFace
    /// The characters that the face covers, as ranges of code points (CSS `unicode-range`): `U+20-7E, U+A0`.
    public var characters: String
    public var metrics: Metrics

    /// The line metrics, in units of the em.
    public struct Metrics: Codable, Sendable, Hashable {
        public var unitsPerEm: Int
        public var ascent: Int
        public var descent: Int
        public var lineGap: Int

        public init(unitsPerEm: Int, ascent: Int, descent: Int, lineGap: Int) {
            self.unitsPerEm = unitsPerEm
            self.ascent = ascent
            self.descent = descent
            self.lineGap = lineGap
        }
    }

    private enum Key: String, CodingKey { case characters, metrics }

    public init(face: FontFace, characters: String, metrics: Metrics) {
        self.face = face
        self.characters = characters
        self.metrics = metrics
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        face = try FontFace(from: decoder)
        characters = try container.decode(String.self, forKey: .characters)
        metrics = try container.decode(Metrics.self, forKey: .metrics)
    }

    public func encode(to encoder: any Encoder) throws {
        try face.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(characters, forKey: .characters)
        try container.encode(metrics, forKey: .metrics)
    }
}
