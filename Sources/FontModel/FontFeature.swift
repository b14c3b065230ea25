/// A typographic feature of a face (OpenType `GSUB` and `GPOS`; `kCTFontFeaturesAttribute`).
///
/// Features are read from the file on request (`FontManager.features(of:)`).
public struct FontFeature: Sendable, Hashable, Codable {
    /// A text of the font in one language.
    public struct Text: Sendable, Hashable, Codable {
        /// The BCP 47 tag of the language; nil if the font does not give one.
        public var language: String?
        /// The text in display form.
        public var text: String

        package init(language: String?, text: String) {
            self.language = language
            self.text = text
        }
    }

    /// The tag: four characters, such as `smcp`.
    public var tag: String
    /// The name that people see: for `ss01` to `ss20` and `cv01` to `cv99` the font's own (`FeatureParams`) in English if
    /// it has one, else the registered one; nil for a tag that is not registered and has no name.
    public var name: String?
    /// The font's own names in all languages, the default first; empty for a feature with its registered name.
    ///
    /// For a reader's language, use `name(for:)` of FontRegistry.
    public var names: [Text] = []
    /// The tables that have the feature: `GSUB` (other glyphs), `GPOS` (other places), or both.
    public var tables: [String] = []
    /// The names of the values from 1 on, in English if the font has it; only `cv01` to `cv99` have some.
    ///
    /// Without them, the value 1 switches the feature on; that of some features, such as `salt`, chooses a form.
    public var choices: [String] = []
    /// The explanation of a character variant (`FeatUITooltipTextNameID`).
    public var explanation: String?
    /// The text that shows the effect of a character variant (`SampleTextNameID`).
    public var sampleText: String?

    /// The maximum number of features that are read of a face.
    package static let most = 1_024

    package init(tag: String) { self.tag = tag }

    /// Whether programs apply the feature unless it is switched off, or where the script needs it.
    ///
    /// The registry of OpenType says so, and HarfBuzz, CoreText and browsers do so.
    public var isOnByDefault: Bool { Self.usual.contains(tag) }

    private static let usual: Set<String> = [
        "abvf", "abvm", "abvs", "akhn", "blwf", "blwm", "blws", "calt", "ccmp", "cfar", "chws", "cjct", "clig", "curs",
        "dist", "fin2", "fin3", "fina", "half", "haln", "init", "isol", "kern", "liga", "ljmo", "locl", "ltra", "ltrm",
        "mark", "med2", "medi", "mkmk", "mset", "nukt", "pref", "pres", "pstf", "psts", "rclt", "rkrf", "rlig", "rphf",
        "rtla", "rtlm", "rvrn", "stch", "tjmo", "vatu", "vert", "vjmo",
    ]
}

extension FontFeature: FieldRecord {
    package init() { self.init(tag: "") }

    package static let fields: [Field<FontFeature>] = [
        .text("tag", \.tag, isSound: isTag),
        .text("name", \.name),
        .records("names", \.names, upTo: 256),
        .texts("tables", \.tables, isSound: isTag),
        .derived("onByDefault", .flag) { .flag($0.isOnByDefault) },
        .texts("choices", \.choices),
        .text("explanation", \.explanation),
        .text("sampleText", \.sampleText),
    ]
}

extension FontFeature.Text: FieldRecord {
    package init() { self.init(language: nil, text: "") }

    package static let fields: [Field<FontFeature.Text>] = [
        .text("language", \.language, isSound: isLanguage),
        .text("text", \.text),
    ]
}
