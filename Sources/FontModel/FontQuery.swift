/// The conditions that a font must meet to match.
///
/// A font matches if it meets all conditions that are set; an empty query matches every font.
///
/// PostScript names compare exactly. Other names compare without regard to case.
public struct FontQuery: Sendable, Hashable, Codable {
    /// The PostScript name of a face or of a named instance.
    public var postscriptName: String?
    /// The family, in any language the font has.
    public var family: String?
    /// The style, in any language the font has.
    public var style: String?
    /// The full name, in any language the font has.
    public var fullName: String?
    /// The path of the file: as given at registration, or where fontconfig finds it.
    package var file: String?
    /// The traits that must all be present.
    public var traits: FontTraits
    /// The traits that must all be absent.
    public var excludedTraits: FontTraits
    /// The range of the weight, within 1…1000.
    ///
    /// A variable face matches if its `wght` axis overlaps the range.
    public var weight: ClosedRange<Double>?
    /// The range of the width, in percent.
    ///
    /// A variable face matches if its `wdth` axis overlaps the range.
    public var width: ClosedRange<Double>?
    /// The range of the slant, in degrees to the right.
    public var slant: ClosedRange<Double>?
    /// The languages (BCP 47) that the font must all support.
    ///
    /// Tags are looked up as in RFC 4647: `de-DE` matches as `de`, `zh` as every kind of Chinese, and `zh-Hant` as the
    /// traditional ones.
    public var languages: [String]
    /// The text whose characters must all be mapped.
    public var characters: String
    /// The outline format.
    public var outlines: OutlineFormat?
    /// The tags of the variation axes that must all be present.
    public var axes: [String]
    /// The scopes that the registration may have; nil for any scope and also for system fonts.
    public var scopes: Set<FontScope>?
    /// The registration's provider.
    public var provider: String?
    /// The registration's tag.
    public var tag: String?

    public init(
        postscriptName: String? = nil, family: String? = nil, style: String? = nil, fullName: String? = nil,
        traits: FontTraits = [], excludedTraits: FontTraits = [],
        weight: ClosedRange<Double>? = nil, width: ClosedRange<Double>? = nil, slant: ClosedRange<Double>? = nil,
        languages: [String] = [], characters: String = "", outlines: OutlineFormat? = nil, axes: [String] = [],
        scopes: Set<FontScope>? = nil, provider: String? = nil, tag: String? = nil
    ) {
        self.postscriptName = postscriptName
        self.family = family
        self.style = style
        self.fullName = fullName
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

    /// Creates a query for a file by its path.
    package init(file: String, tag: String? = nil) {
        self.init(tag: tag)
        self.file = file
    }
}

/// A union of queries minus another union of queries (`CTFontCollection`).
///
/// The result is every font that matches any of `including` and none of `excluding`.
public struct FontQuerySet: Sendable, Hashable, Codable {
    /// The options for the evaluation of a query set (`kCTFontCollection…Option`).
    public struct Options: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Keeps only the font with the highest priority among fonts with the same PostScript name; fonts without one, for
        /// which a name was formed of the family, also need the same style.
        public static let removeDuplicates = Options(rawValue: 1 << 0)
        /// Includes registered fonts that are disabled, and fonts that fontconfig's configuration rejects.
        public static let includeDisabled = Options(rawValue: 1 << 1)
        /// Returns each named instance of a variable face as a separate result, in addition to the face.
        public static let namedInstances = Options(rawValue: 1 << 2)
    }

    /// The queries for the fonts to include; empty matches nothing.
    ///
    /// Use `[FontQuery()]` to include every font.
    public var including: [FontQuery]
    /// The queries for the fonts to exclude.
    public var excluding: [FontQuery]
    /// The options for the evaluation.
    public var options: Options

    public init(including: [FontQuery], excluding: [FontQuery] = [], options: Options = []) {
        self.including = including
        self.excluding = excluding
        self.options = options
    }
}

extension FontQuery: FieldRecord {
    /// Creates a query that matches every font.
    public init() { self.init(postscriptName: nil) }

    package static let fields: [Field<FontQuery>] = [
        .text("postscriptName", \.postscriptName),
        .text("family", \.family),
        .text("style", \.style),
        .text("fullName", \.fullName),
        .text("file", \.file),
        Field.traits("traits", \.traits).withoutEmpty,
        Field.traits("excludedTraits", \.excludedTraits).withoutEmpty,
        .range("weight", \.weight),
        .range("width", \.width),
        .range("slant", \.slant),
        Field.texts("languages", \.languages).withoutEmpty,
        Field.text("characters", \.characters).withoutEmpty,
        .word("outlines", \.outlines, isOpen: false),
        Field.texts("axes", \.axes).withoutEmpty,
        Field.stored(
            "scopes", .texts, \.scopes, isRequired: false, label: nil,
            wrap: { $0.map { .texts($0.map(\.rawValue).sorted()) } },
            unwrap: { value in
                guard let words = value.texts else { return nil }
                let scopes = words.compactMap(FontScope.init(rawValue:))
                return scopes.count == words.count ? .some(Set(scopes)) : nil
            }),
        .text("provider", \.provider),
        .text("tag", \.tag),
    ]
}

extension FontQuerySet.Options: FieldRecord {
    package static let fields: [Field<FontQuerySet.Options>] = [
        .flag("includeDisabled", \.[.includeDisabled], isRequired: false),
        .flag("namedInstances", \.[.namedInstances], isRequired: false),
        .flag("removeDuplicates", \.[.removeDuplicates], isRequired: false),
    ]

    private subscript(option: FontQuerySet.Options) -> Bool {
        get { contains(option) }
        set { if newValue { insert(option) } else { remove(option) } }
    }
}
