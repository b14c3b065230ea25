/// A description of one face, from which ``build()`` makes a complete, valid font file.
///
/// The default of every property gives a small face of boxes. The same description always gives the same bytes; use
/// ``salt`` to make many different files from one description.
public struct SyntheticFont: Sendable, Hashable {
    /// The kind of the glyph outlines.
    public enum Outlines: Sendable, Hashable, CaseIterable {
        /// `glyf` and `loca`; with axes also `gvar`.
        case trueType
        /// `CFF `, which does not support variations: axes are written to `fvar` but have no effect.
        case cff
        /// `CFF2`; axes have no effect.
        case cff2
        /// `EBDT` and `EBLC` with one strike of 8 pixels and no outlines.
        case bitmap
    }

    /// A platform for which the generated names are written.
    public enum NamePlatform: Sendable, Hashable, CaseIterable {
        /// Unicode: platform 0, encoding 3, UTF-16.
        case unicode
        /// Macintosh: platform 1, encoding 0 (Roman), English; non-ASCII characters become `?`.
        case macintosh
        /// Windows: platform 3, encoding 1, language 0x409 (American English), UTF-16.
        case windows
    }

    // MARK: Names

    /// The typographic family: ID 1, or 16 if there are legacy names; no record if empty.
    public var family: String
    /// The typographic style: ID 2, or 17 if there are legacy names; no record if empty.
    public var style: String
    /// The family of the four-style model, ID 1; with it or ``legacyStyle``, family and style are IDs 16 and 17.
    public var legacyFamily: String?
    /// The style of the four-style model, ID 2; with it or ``legacyFamily``, family and style are IDs 16 and 17.
    public var legacyStyle: String?
    /// The family part of PostScript names of instances, ID 25.
    public var variationsPostScriptNamePrefix: String?
    /// The names in other languages.
    public var localizedNames: [LocalizedName] = []
    /// Records with arbitrary bytes; each replaces a generated record with the same four numbers.
    public var rawNames: [RawName] = []
    /// The BCP 47 tags of language numbers from 0x8000; if there are any, the table has version 1.
    public var languageTags: [String] = []
    /// The platforms for which the generated names are written; if empty, only ``rawNames`` are written.
    public var namePlatforms: Set<NamePlatform> = [.windows]
    /// Whether there is a `name` table.
    public var hasNameTable = true

    /// The source of a name that is derived from other properties until it is set.
    enum NameSource: Sendable, Hashable {
        case derived
        case given(String?)
    }

    var fullNameSource = NameSource.derived
    var postscriptNameSource = NameSource.derived
    var versionTextSource = NameSource.derived
    var uniqueIDSource = NameSource.derived

    // MARK: Style

    /// The `OS/2.usWeightClass`.
    public var weight = 400
    /// The `OS/2.usWidthClass`, 1…9.
    public var widthClass = 5
    /// The `post.italicAngle` in degrees; negative values lean to the right.
    public var italicAngle = 0.0
    /// Whether the face is bold: bit 5 of `OS/2.fsSelection` and bit 0 of `head.macStyle`, independent of ``weight``.
    public var isBold = false
    /// Whether the face is italic: bit 0 of `OS/2.fsSelection`, bit 1 of `head.macStyle`, independent of
    /// ``italicAngle``.
    public var isItalic = false
    /// Whether the face is oblique: bit 9 of `OS/2.fsSelection`.
    public var isOblique = false
    /// Whether all glyphs have the same advance.
    public var isFixedPitch = false
    /// The value of `post.isFixedPitch`; nil for the correct one.
    public var declaresFixedPitch: Bool?
    /// Whether there are `vhea` and `vmtx`.
    public var isVertical = false
    /// Whether there are `COLR` and `CPAL`.
    public var isColor = false
    /// The `head.fontRevision`.
    public var revision = 1.0
    /// The `OS/2.sFamilyClass`: the class in the upper byte, the subclass in the lower one.
    public var familyClass = 0
    /// The embedding permissions (`OS/2.fsType`).
    public var fsType = 0
    /// The `OS/2.ulCodePageRange1`: bit 0 Latin 1, bit 17 Japanese.
    public var codePages: UInt32 = 1

    // MARK: Glyphs

    /// The kind of the glyph outlines.
    public var outlines = Outlines.trueType
    /// The font units per em (`head.unitsPerEm`), 16…16,384.
    public var unitsPerEm = 1_000
    /// The mapped scalars, in any order; they are mapped to glyphs 1, 2 … in order of scalars.
    public var characters: [ClosedRange<UInt32>] = [0x20...0x7E]
    /// The number of glyphs; nil for `.notdef` and one per character.
    ///
    /// With fewer glyphs, characters share glyphs. With one glyph, no character is mapped.
    public var glyphCount: Int?
    /// Whether the only `cmap` subtable is for symbols (platform 3, encoding 0); scalars below 0x100 move to 0xF000.
    public var isSymbol = false

    // MARK: Variations

    /// The axes of a variable face; empty for a static one.
    public var axes: [Axis] = []
    /// The named instances; ignored without axes.
    public var instances: [Instance] = []
    /// Whether a variable face has `STAT`.
    public var hasStyleAttributes = true

    // MARK: File

    /// The first four bytes; nil for `0x00010000`, or for `OTTO` with CFF outlines.
    public var sfntVersion: UInt32?
    /// Additional tables by tag, which replace built tables with the same tag.
    public var extraTables: [String: [UInt8]] = [:]
    /// The tags of tables to omit.
    public var droppedTables: Set<String> = []
    /// A number that makes otherwise equal files differ; written to the derived ``uniqueID`` and to `head.created`.
    public var salt: UInt32 = 0

    /// Creates a description; the closure sets properties that differ from the defaults.
    public init(
        family: String = "Synthetic", style: String = "Regular", salt: UInt32 = 0,
        _ configure: (inout SyntheticFont) -> Void = { _ in }
    ) {
        self.family = family
        self.style = style
        self.salt = salt
        configure(&self)
    }

    /// Returns a copy with changes.
    public func with(_ change: (inout SyntheticFont) -> Void) -> SyntheticFont {
        var copy = self
        change(&copy)
        return copy
    }

    /// Builds the file.
    public func build() -> [UInt8] { sfntTables().file() }
}

extension SyntheticFont {
    /// The full name (ID 4): family and style until it is set; nil omits the record.
    ///
    /// It is also nil until it is set if there is no family.
    public var fullName: String? {
        get { fullNameSource.resolved(family.isEmpty ? nil : style.isEmpty ? family : "\(family) \(style)") }
        set { fullNameSource = .given(newValue) }
    }

    /// The PostScript name (ID 6): `Family-Style` without spaces until it is set; nil omits the record.
    public var postscriptName: String? {
        get { postscriptNameSource.resolved(family.isEmpty ? nil : "\(family)-\(style)".filter { $0 != " " }) }
        set { postscriptNameSource = .given(newValue) }
    }

    /// The version text (ID 5): `Version 1.000` according to ``revision`` until it is set; nil omits the record.
    public var versionText: String? {
        get { versionTextSource.resolved("Version \(revisionText)") }
        set { versionTextSource = .given(newValue) }
    }

    /// The unique identifier (ID 3): revision, PostScript name and ``salt`` until it is set; nil omits the record.
    public var uniqueID: String? {
        get { uniqueIDSource.resolved("\(revisionText);SYNT;\(postscriptName ?? family);\(salt)") }
        set { uniqueIDSource = .given(newValue) }
    }

    private var revisionText: String {
        let thousandths = Int((revision.magnitude * 1_000).rounded())
        let fraction = String(thousandths % 1_000)
        return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

extension SyntheticFont.NameSource {
    fileprivate func resolved(_ derived: @autoclosure () -> String?) -> String? {
        switch self {
        case .derived: derived()
        case .given(let text): text
        }
    }
}
