public import FontModel

/// All facts of a family in a catalogue: the target `families/<id>.json`.
public struct FamilyDocument: Codable, Sendable, Hashable {
    /// The identifier within the catalogue: lower-case letters, digits and hyphens.
    public var id: String
    /// The name of the family, as programs show it (`name` ID 21, else 16, else 1).
    public var family: String
    /// The name in other languages, by BCP 47 tag.
    public var names: [String: String]
    /// Former and other names, by which the family is found as well.
    public var aliases: [String]
    /// The category: `serif`, `sans-serif`, `monospace`, `display`, `handwriting`, `symbols` …; see `FontCategory`.
    public var category: String?
    /// Further classifications in the words of the publisher, such as `slab-serif`, sorted.
    public var classifications: [String]
    /// The names of the designers.
    public var designers: [String]
    /// Descriptions by BCP 47 tag, plain text.
    public var description: [String: String]
    /// The address of a page about the family.
    public var homepage: String?
    /// Where the fonts were made; nil if the publisher does not state it.
    public var source: Source?
    /// The version of the newest file, as the fonts state it.
    public var version: String
    /// The day of the last change, `2026-11-30`.
    public var revised: String
    /// Earlier versions, the latest first; their documents stay available.
    public var history: [Revision]
    /// The state; nil for a family that is offered.
    public var status: FamilyStatus?
    /// A text that shows the family; nil if its fonts have no characters to show.
    public var sample: Sample?
    /// A picture of the sample; nil if none was drawn.
    public var preview: Picture?
    /// The licence of all files.
    public var license: License
    /// The languages that the publisher declares, else the ones that fontconfig computes, sorted.
    public var languages: [String]
    /// The scripts that the family covers (ISO 15924), sorted.
    public var scripts: [String]
    /// Named groups of files, such as `static` and `variable`; a download takes the first unless another one is asked for.
    public var sets: [FileSet]
    /// The font files.
    public var files: [File]

    /// Where the fonts were made.
    public struct Source: Codable, Sendable, Hashable {
        /// The address of the repository.
        public var url: String
        /// The commit, in hexadecimal digits.
        public var commit: String?
    }

    /// An earlier version and the SHA-256 of its document.
    public struct Revision: Codable, Sendable, Hashable {
        /// Its version.
        public var version: String
        /// The day of its last change, `2026-11-30`.
        public var revised: String
        /// The SHA-256 of its document.
        public var document: String
    }

    /// A text that shows the family.
    public struct Sample: Codable, Sendable, Hashable {
        /// The BCP 47 tag of its language; `und` if it has none.
        public var language: String
        /// The text.
        public var text: String
    }

    /// A picture of the sample, PNG.
    public struct Picture: Codable, Sendable, Hashable {
        /// The SHA-256 of the file `previews/<sha256>.png`.
        public var sha256: String
        /// The bytes of the file.
        public var size: Int64
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int
    }

    /// The licence of all files of the family.
    public struct License: Codable, Sendable, Hashable {
        /// The SPDX identifier, or `LicenseRef-…`.
        public var spdx: String
        /// The texts; a family without one is not downloaded.
        public var texts: [Text]
        /// The statements of copyright in the fonts.
        public var copyrights: [String]
        /// The names that modified versions may not have (SIL Open Font License).
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
            /// The name of the file that came with the fonts, such as `OFL.txt`.
            public var name: String
            /// The SHA-256 of the text.
            public var sha256: String
            /// The bytes of the text.
            public var size: Int64
        }
    }

    /// A group of files.
    public struct FileSet: Codable, Sendable, Hashable {
        /// The name: `static`, `variable`, or another one of the publisher.
        public var name: String
        /// The SHA-256 of its files.
        public var files: [String]
    }

    /// A font file.
    public struct File: Codable, Sendable, Hashable {
        /// The SHA-256 of the font.
        public var sha256: String
        /// The bytes of the font.
        public var size: Int64
        /// `ttf`, `otf`, `ttc` or `otc`.
        public var format: String
        /// Where the file is, in the order of preference: relative to the catalogue, or absolute.
        public var urls: [String]
        /// Smaller forms of the same bytes.
        public var packed: [Packed]
        /// The faces in the order of the file.
        public var faces: [CatalogFace]

        /// A compressed form; `<url>.<coding>` has it.
        public struct Packed: Codable, Sendable, Hashable {
            /// `xz`.
            public var coding: String
            /// The SHA-256 of the compressed form.
            public var sha256: String
            /// The bytes of the compressed form.
            public var size: Int64
        }
    }
}

/// A face of a file in a catalogue: the facts of ``FontFace``, what it covers, and its line metrics.
public struct CatalogFace: Codable, Sendable, Hashable {
    /// The facts of the face.
    public var face: FontFace
    /// The characters that the face covers, as ranges of code points (CSS `unicode-range`): `U+20-7E, U+A0`.
    public var characters: String
    /// The line metrics.
    public var metrics: Metrics

    /// The line metrics, in units of the em.
    public struct Metrics: Codable, Sendable, Hashable {
        /// The units of an em (`head.unitsPerEm`).
        public var unitsPerEm: Int
        /// The height above the baseline.
        public var ascent: Int
        /// The depth below the baseline, mostly negative.
        public var descent: Int
        /// The distance between lines.
        public var lineGap: Int

        package init(unitsPerEm: Int, ascent: Int, descent: Int, lineGap: Int) {
            self.unitsPerEm = unitsPerEm
            self.ascent = ascent
            self.descent = descent
            self.lineGap = lineGap
        }
    }

    private enum Key: String, CodingKey { case characters, metrics }

    package init(face: FontFace, characters: String, metrics: Metrics) {
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
