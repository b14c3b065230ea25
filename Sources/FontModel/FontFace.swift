/// The properties of one face of a font file, read from the file.
///
/// A *font file* holds one face, or several if it is a collection. A variable face holds named instances. All names are
/// in display form: without control characters and invisible characters that could mislead.
public struct FontFace: Sendable, Hashable, Codable {
    /// The PostScript name (`name` ID 6).
    ///
    /// If the font has none, the name is formed from the family, as fontconfig does; see ``hasFormedPostScriptName``.
    public var postscriptName: String
    /// The family (`name` ID 21, else 16, else 1), in English if the font has it.
    ///
    /// The order follows fontconfig's. The family whose styles differ only in weight, width and slope (WWS, ID 21)
    /// precedes the typographic family, which is then in ``localizedNames``. If the font has no family, this is the
    /// name of its file in fontd's folders, which programs that use fontconfig show.
    public var family: String
    /// The style (`name` ID 22, else 17, else 2).
    public var style: String
    /// The full name (`name` ID 4), else family and style.
    public var fullName: String
    /// The family of the four-style model (`name` ID 1), if `name` IDs 1 and 2 differ from ``family`` and ``style``.
    public var legacyFamily: String?
    /// The style of the four-style model (`name` ID 2); see ``legacyFamily``.
    public var legacyStyle: String?
    /// The families, styles and full names in other languages.
    public var localizedNames: [LocalizedName]
    /// Whether the font has no usable name, so that its names were derived from its content hash.
    ///
    /// Programs that use fontconfig show such a font under the name of its file, which in fontd's folders is this
    /// family.
    public var hasDerivedName: Bool
    /// Whether the font has no PostScript name, so that ``postscriptName`` was formed.
    ///
    /// A formed name does not conflict with any other name.
    public var hasFormedPostScriptName: Bool

    /// The index of the face in the file, from 0; always 0 except in collections.
    public var index: Int
    /// The kind of the glyph outlines.
    public var outlines: OutlineFormat
    /// The CSS and OpenType weight, 1…1000, 400 for regular (`OS/2.usWeightClass`, or the default of axis `wght`).
    public var weight: Double
    /// The width in percent of the normal width, 50…200 (`OS/2.usWidthClass`, or the default of axis `wdth`).
    public var width: Double
    /// The slant of the letters in degrees to the right, 0 for upright (`post.italicAngle` negated).
    public var slant: Double
    /// The Boolean properties.
    public var traits: FontTraits
    /// The axes of a variable face, in file order; empty for a static one.
    public var axes: [VariationAxis]
    /// The named instances of a variable face, in file order.
    public var instances: [NamedInstance]

    /// The revision of the font (`head.fontRevision`, a 16.16 fixed-point number), which orders its releases.
    public var revision: Double
    /// The version text (`name` ID 5), empty if there is none.
    public var version: String
    /// The number of glyphs (`maxp.numGlyphs`).
    public var glyphCount: Int
    /// The languages that the face supports according to fontconfig's orthographies (`FC_LANG`), sorted.
    public var languages: [String]

    /// Whether the face has variation axes.
    public var isVariable: Bool { !axes.isEmpty }

    package init(
        postscriptName: String, family: String, style: String, fullName: String, legacyFamily: String? = nil,
        legacyStyle: String? = nil, localizedNames: [LocalizedName] = [], hasDerivedName: Bool = false,
        hasFormedPostScriptName: Bool = false, index: Int = 0, outlines: OutlineFormat = .trueType,
        weight: Double = 400, width: Double = 100,
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
        self.hasFormedPostScriptName = hasFormedPostScriptName
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

extension FontFace: FieldRecord {
    package init() { self.init(postscriptName: "", family: "", style: "", fullName: "") }

    package static let fields: [Field<FontFace>] = [
        .text("postscriptName", \.postscriptName, label: FieldLabel("PostScript name")) {
            !$0.isEmpty && isDisplayed($0)
        },
        .text("family", \.family, label: FieldLabel("family")) { !$0.isEmpty && isDisplayed($0) },
        .text("style", \.style, label: FieldLabel("style")),
        .text("fullName", \.fullName, label: FieldLabel("full name")),
        .integer("index", \.index, in: 0...Int(UInt16.max)),
        .number("weight", \.weight, in: 1...1_000, label: FieldLabel("weight")),
        .number("width", \.width, in: 0...32_768, label: FieldLabel("width", unit: "%")),
        .number("slant", \.slant, in: -32_768...32_768, label: FieldLabel("slant", unit: "°")),
        .derived("variable", .flag) { .flag($0.isVariable) },
        .records("axes", \.axes, upTo: FontLimits.axesPerFace),
        .records("instances", \.instances, upTo: FontLimits.instancesPerFace),
        .word("outlines", \.outlines, label: FieldLabel("outlines")),
        .traits("traits", \.traits, label: FieldLabel("traits")),
        .texts("languages", \.languages, label: FieldLabel("languages"), isSound: isLanguage),
        .number("revision", \.revision, in: -32_768...32_768, label: FieldLabel("revision", places: 3)),
        .text("version", \.version, label: FieldLabel("version")),
        .integer("glyphCount", \.glyphCount, in: 0...Int(UInt16.max), label: FieldLabel("glyphs")),
        .records("localizedNames", \.localizedNames, upTo: Int(UInt16.max)),
        .text("legacyFamily", \.legacyFamily),
        .text("legacyStyle", \.legacyStyle),
        .flag("hasDerivedName", \.hasDerivedName, isRequired: false),
        .flag("hasFormedPostScriptName", \.hasFormedPostScriptName, isRequired: false),
    ]
}

extension FontFace {
    /// Returns the name of a file in fontd's folders, without its extension.
    ///
    /// It consists of a name of the font and the first 12 digits of the content hash. fontconfig shows a face without a
    /// family under the name of its file, so such a face has this name as its family.
    package static func fileName(readable: String, contentHash: some StringProtocol) -> String {
        let kept = readable.unicodeScalars.filter {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
        }.prefix(64)
        // A leading dash would read as an option, and a leading dot would hide the file from some fontconfigs.
        let trimmed = String(String.UnicodeScalarView(kept.drop { $0 == "-" }))
        return "\(trimmed.isEmpty ? "font" : trimmed)-\(contentHash.prefix(12))"
    }
}

/// The rules for PostScript names.
package enum PostScriptName {
    /// Whether a text is a valid PostScript name: printable ASCII without space and `[](){}<>/%` (OpenType `name` ID
    /// 6).
    ///
    /// FreeType ignores a name with any other character, whatever its length.
    package static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// Returns the name for a face that has none, as fontconfig forms it: the family, with `-` for some characters.
    package static func formed(family: String) -> String {
        replace(family) { "\u{4}()/<>[]{}\t\u{C}\r\n ".unicodeScalars.contains($0) ? "-" : $0 }
    }

    /// Returns the name for an instance that has none, as Apple forms it: `Family-Style`, without invalid characters.
    ///
    /// - Returns: The name, or nil if the family has no valid characters.
    package static func formed(family: String, style: String) -> String? {
        let family = replace(family) { isAllowed($0) ? $0 : nil }
        let style = replace(style) { isAllowed($0) ? $0 : nil }
        guard !family.isEmpty else { return nil }
        return style.isEmpty ? family : "\(family)-\(style)"
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "[", "]", "(", ")", "{", "}", "<", ">", "/", "%": false
        case "!"..."~": true
        default: false
        }
    }

    private static func replace(_ text: String, _ change: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.compactMap(change)))
    }
}
