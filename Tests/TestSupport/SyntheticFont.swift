/// A description of one face that ``build()`` turns into a complete, valid font file.
///
/// Every property has a default that makes a small face of boxes. The same description always gives the same bytes;
/// ``salt`` makes many different files of one description.
public struct SyntheticFont: Sendable, Hashable {
    /// What draws the glyphs.
    public enum Outlines: Sendable, Hashable, CaseIterable {
        /// `glyf` and `loca`; with axes also `gvar`.
        case trueType
        /// `CFF `, which knows no variations: axes are written to `fvar` and move nothing.
        case cff
        /// `CFF2`; axes move nothing.
        case cff2
        /// `EBDT` and `EBLC` with one strike of 8 pixels and no outlines at all.
        case bitmap
    }

    /// A platform that the generated names are written for.
    public enum NamePlatform: Sendable, Hashable, CaseIterable {
        /// 0, encoding 3, UTF-16.
        case unicode
        /// 1, encoding 0 (Roman), English; other than ASCII becomes `?`.
        case macintosh
        /// 3, encoding 1, language 0x409 (American English), UTF-16.
        case windows
    }

    // MARK: Names

    /// The typographic family: ID 1, or 16 where there are legacy names; absent when empty.
    public var family: String
    /// The typographic style: ID 2, or 17 where there are legacy names; absent when empty.
    public var style: String
    /// The four-style family, ID 1; with it or ``legacyStyle``, family and style are IDs 16 and 17.
    public var legacyFamily: String?
    /// The four-style style, ID 2; with it or ``legacyFamily``, family and style are IDs 16 and 17.
    public var legacyStyle: String?
    /// ID 25, the family part of PostScript names of instances.
    public var variationsPostScriptNamePrefix: String?
    /// Names in other languages.
    public var localizedNames: [LocalizedName] = []
    /// Records with bytes of any kind; one takes the place of a generated record with the same four numbers.
    public var rawNames: [RawName] = []
    /// BCP 47 tags for language numbers from 0x8000; if there are any, the table has version 1.
    public var languageTags: [String] = []
    /// The platforms that the generated names are written for; empty leaves only ``rawNames``.
    public var namePlatforms: Set<NamePlatform> = [.windows]
    /// Whether there is a `name` table.
    public var hasNameTable = true

    /// How a name comes about that follows other properties until it is set.
    enum NameSource: Sendable, Hashable {
        case derived
        case given(String?)
    }

    var fullNameSource = NameSource.derived
    var postscriptNameSource = NameSource.derived
    var versionTextSource = NameSource.derived
    var uniqueIDSource = NameSource.derived

    // MARK: Style

    /// `OS/2.usWeightClass`.
    public var weight = 400
    /// `OS/2.usWidthClass`, 1…9.
    public var widthClass = 5
    /// `post.italicAngle`: degrees, negative leans to the right.
    public var italicAngle = 0.0
    /// Bit 5 of `OS/2` selection flags and bit 0 of `head` style; does not follow ``weight``.
    public var isBold = false
    /// Bit 0 of `OS/2` selection flags and bit 1 of `head` style; does not follow ``italicAngle``.
    public var isItalic = false
    /// Bit 9 of `OS/2` selection flags.
    public var isOblique = false
    /// Whether all glyphs advance by one width.
    public var isFixedPitch = false
    /// What `post.isFixedPitch` says; nil for the truth.
    public var declaresFixedPitch: Bool?
    /// Whether there are `vhea` and `vmtx`.
    public var isVertical = false
    /// Whether there are `COLR` and `CPAL`.
    public var isColor = false
    /// `head.fontRevision`.
    public var revision = 1.0
    /// `OS/2.fsType`, the embedding permissions.
    public var fsType = 0
    /// `OS/2.ulCodePageRange1`: bit 0 Latin 1, bit 17 Japanese.
    public var codePages: UInt32 = 1

    // MARK: Glyphs

    /// What draws the glyphs.
    public var outlines = Outlines.trueType
    /// `head.unitsPerEm`, 16…16,384.
    public var unitsPerEm = 1_000
    /// The mapped scalars, in any order; mapped to glyphs 1, 2 … in order of scalars.
    public var characters: [ClosedRange<UInt32>] = [0x20...0x7E]
    /// How many glyphs there are; nil for `.notdef` and one per character.
    ///
    /// With fewer, characters share glyphs; with one, no character is mapped.
    public var glyphCount: Int?
    /// Whether the `cmap` is a symbol one only (platform 3, encoding 0); scalars below 0x100 move to 0xF000.
    public var isSymbol = false

    // MARK: Variations

    /// The axes of a variable face; empty for a static one.
    public var axes: [Axis] = []
    /// The named instances; without axes they are ignored.
    public var instances: [Instance] = []
    /// Whether a variable face has `STAT`.
    public var hasStyleAttributes = true

    // MARK: File

    /// The first four bytes; nil for `0x00010000`, or `OTTO` for the CFF kinds.
    public var sfntVersion: UInt32?
    /// Tables by tag to add, or to have in place of built ones.
    public var extraTables: [String: [UInt8]] = [:]
    /// Tags of tables to leave out.
    public var droppedTables: Set<String> = []
    /// Makes files differ that are alike otherwise: written to the derived ``uniqueID`` and to `head.created`.
    public var salt: UInt32 = 0

    /// Makes a description; the closure sets what differs from the defaults.
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
    /// The full name, ID 4: family and style until it is set; nil (as without a family) leaves the record out.
    public var fullName: String? {
        get { fullNameSource.resolved(family.isEmpty ? nil : style.isEmpty ? family : "\(family) \(style)") }
        set { fullNameSource = .given(newValue) }
    }

    /// The PostScript name, ID 6: `Family-Style` without spaces until it is set; nil leaves the record out.
    public var postscriptName: String? {
        get { postscriptNameSource.resolved(family.isEmpty ? nil : "\(family)-\(style)".filter { $0 != " " }) }
        set { postscriptNameSource = .given(newValue) }
    }

    /// The version text, ID 5: `Version 1.000` by ``revision`` until it is set; nil leaves the record out.
    public var versionText: String? {
        get { versionTextSource.resolved("Version \(revisionText)") }
        set { versionTextSource = .given(newValue) }
    }

    /// The unique identifier, ID 3: made of revision, PostScript name and ``salt`` until it is set; nil leaves it out.
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
