/// What is known about one face of a font file, read once from the file itself.
///
/// A *font file* holds one face, or several when it is a collection; a variable face holds named instances.
/// All names are in display form (see ``DisplayText``).
public struct FontFace: Sendable, Hashable, Codable {
    /// The PostScript name (`name` ID 6).
    ///
    /// Where the font has none, formed from the family name as fontconfig does.
    public var postscriptName: String
    /// The family (`name` ID 21, else 16, else 1), in English where the font has it; where it has none, what its file is
    /// called in fontd's folders, as programs that use fontconfig show it.
    ///
    /// As fontconfig lists first: a family whose styles differ in weight, width and slope alone (WWS, 21) goes before
    /// the typographic one, which is among ``localizedNames`` then.
    public var family: String
    /// The style (`name` ID 22, else 17, else 2).
    public var style: String
    /// The full name (`name` ID 4), else family and style.
    public var fullName: String
    /// The four-style family and style (`name` IDs 1 and 2) where they differ from ``family`` and ``style``.
    public var legacyFamily: String?
    /// See ``legacyFamily``.
    public var legacyStyle: String?
    /// Family, style and full names in other languages.
    public var localizedNames: [LocalizedName]
    /// True when the font has no usable name and the names here were derived from its content hash.
    ///
    /// Programs that use fontconfig show such a font under the name of its file, which in fontd's folders is this family.
    public var hasDerivedName: Bool

    /// The place in the file, from 0; not 0 only in collections.
    public var index: Int
    /// What draws the glyphs.
    public var outlines: OutlineFormat
    /// CSS and OpenType weight, 1…1000, 400 regular (`OS/2.usWeightClass`, or the default of axis `wght`).
    public var weight: Double
    /// Percent of the normal width, 50…200 (`OS/2.usWidthClass`, or the default of axis `wdth`).
    public var width: Double
    /// Degrees that the letters lean to the right, 0 upright (`post.italicAngle` negated).
    public var slant: Double
    /// Yes-or-no properties.
    public var traits: FontTraits
    /// The axes of a variable face, in file order; empty for a static one.
    public var axes: [VariationAxis]
    /// The named instances of a variable face, in file order.
    public var instances: [NamedInstance]

    /// `head.fontRevision`, a 16.16 fixed-point number; orders releases of one font.
    public var revision: Double
    /// The version text (`name` ID 5), empty if there is none.
    public var version: String
    /// Glyphs in the face (`maxp.numGlyphs`).
    public var glyphCount: Int
    /// Languages the face can write, as fontconfig judges by its orthographies (`FC_LANG`), sorted.
    public var languages: [String]

    /// Whether the face has variation axes.
    public var isVariable: Bool { !axes.isEmpty }

    public init(
        postscriptName: String, family: String, style: String, fullName: String, legacyFamily: String? = nil,
        legacyStyle: String? = nil, localizedNames: [LocalizedName] = [], hasDerivedName: Bool = false,
        index: Int = 0, outlines: OutlineFormat = .trueType, weight: Double = 400, width: Double = 100,
        slant: Double = 0, traits: FontTraits = [], axes: [VariationAxis] = [], instances: [NamedInstance] = [],
        revision: Double = 0, version: String = "", glyphCount: Int = 0, languages: [String] = []
    ) {
        self.postscriptName = postscriptName
        self.family = family
        self.style = style
        self.fullName = fullName
        self.legacyFamily = legacyFamily
        self.legacyStyle = legacyStyle
        self.localizedNames = localizedNames
        self.hasDerivedName = hasDerivedName
        self.index = index
        self.outlines = outlines
        self.weight = weight
        self.width = width
        self.slant = slant
        self.traits = traits
        self.axes = axes
        self.instances = instances
        self.revision = revision
        self.version = version
        self.glyphCount = glyphCount
        self.languages = languages
    }
}

extension FontFace {
    /// What a file is called in fontd's folders, without its ending: a name of the font's, and twelve digits of the content hash.
    ///
    /// fontconfig shows a face without a family under the name of its file. So such a face has this for its family.
    package static func fileName(readable: String, contentHash: some StringProtocol) -> String {
        let kept = readable.unicodeScalars.filter {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
        }.prefix(64)
        // A leading dash would read as an option, and a leading dot would hide the file from some fontconfigs.
        let trimmed = String(String.UnicodeScalarView(kept.drop { $0 == "-" }))
        return "\(trimmed.isEmpty ? "font" : trimmed)-\(contentHash.prefix(12))"
    }
}
