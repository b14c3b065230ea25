/// What a font must be to match.
///
/// Every field that is set must hold; an empty query matches every font.
///
/// Names compare exactly for PostScript names and without regard to case otherwise.
public struct FontQuery: Sendable, Hashable, Codable {
    /// PostScript name of a face or of a named instance.
    public var postscriptName: String?
    /// Family, in any language the font has.
    public var family: String?
    /// Style, in any language the font has.
    public var style: String?
    /// Full name, in any language the font has.
    public var fullName: String?
    /// The file: as it was given when registered, or where fontconfig sees it.
    public var file: String?
    /// All of these traits are present.
    public var traits: FontTraits
    /// None of these traits is present.
    public var excludedTraits: FontTraits
    /// The weight lies in this range, 1…1000.
    ///
    /// A variable face matches if its `wght` axis reaches the range.
    public var weight: ClosedRange<Double>?
    /// The width lies in this range, in percent.
    ///
    /// A variable face matches if its `wdth` axis reaches the range.
    public var width: ClosedRange<Double>?
    /// The slant lies in this range, in degrees to the right.
    public var slant: ClosedRange<Double>?
    /// All of these languages can be written (BCP 47).
    ///
    /// Looked up as RFC 4647 does: `de-DE` is `de`, `zh` is every kind of Chinese, `zh-Hant` the traditional ones.
    public var languages: [String]
    /// All characters of this text are mapped.
    public var characters: String
    /// The outlines are of this kind.
    public var outlines: OutlineFormat?
    /// All of these variation axes are present, by tag.
    public var axes: [String]
    /// The registration's scope is one of these; nil for any scope and for system fonts too.
    public var scopes: Set<FontScope>?
    /// The registration's provider.
    public var provider: String?
    /// The registration's tag.
    public var tag: String?

    public init(
        postscriptName: String? = nil, family: String? = nil, style: String? = nil, fullName: String? = nil,
        file: String? = nil, traits: FontTraits = [], excludedTraits: FontTraits = [],
        weight: ClosedRange<Double>? = nil, width: ClosedRange<Double>? = nil, slant: ClosedRange<Double>? = nil,
        languages: [String] = [], characters: String = "", outlines: OutlineFormat? = nil, axes: [String] = [],
        scopes: Set<FontScope>? = nil, provider: String? = nil, tag: String? = nil
    ) {
        self.postscriptName = postscriptName
        self.family = family
        self.style = style
        self.fullName = fullName
        self.file = file
        self.traits = traits
        self.excludedTraits = excludedTraits
        self.weight = weight
        self.width = width
        self.slant = slant
        self.languages = languages
        self.characters = characters
        self.outlines = outlines
        self.axes = axes
        self.scopes = scopes
        self.provider = provider
        self.tag = tag
    }
}

/// Several queries in one: what any of `including` matches, less what any of `excluding` matches
/// (`CTFontCollection`).
public struct FontQuerySet: Sendable, Hashable, Codable {
    /// How the set is evaluated (`kCTFontCollection…Option`).
    public struct Options: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Of fonts with one PostScript name only the one with the highest priority stays.
        public static let removeDuplicates = Options(rawValue: 1 << 0)
        /// Registered fonts that are disabled take part, and those that fontconfig's configuration rejects.
        public static let includeDisabled = Options(rawValue: 1 << 1)
        /// Each named instance of a variable face is a result of its own, beside the face.
        public static let namedInstances = Options(rawValue: 1 << 2)
    }

    /// What to find; empty finds nothing.
    ///
    /// Use `[FontQuery()]` for every font.
    public var including: [FontQuery]
    /// What to leave out.
    public var excluding: [FontQuery]
    /// How to evaluate.
    public var options: Options

    public init(including: [FontQuery], excluding: [FontQuery] = [], options: Options = []) {
        self.including = including
        self.excluding = excluding
        self.options = options
    }
}
