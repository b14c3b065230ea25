public import StyleSheets

/// The style sheet of a reader's page: one set of variables, and the rules that use them.
public struct ReaderStyleSheet: Sendable, Hashable, Codable {
    /// The uses of fonts in a page.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
        case interface, body, heading, code

        /// The generic family of CSS that ends the list of families.
        public var generic: GenericFamily {
            switch self {
            case .interface: .systemUI
            case .body, .heading: .serif
            case .code: .monospace
            }
        }
    }

    /// The families of a role, in order of preference.
    public struct Families: Sendable, Hashable, Codable {
        /// The names, of which the first that a character has a glyph in is used.
        public var names: [String]
        /// The generic family after them, such as `sans-serif`; nil for that of the role.
        public var generic: GenericFamily?

        public init(_ names: [String] = [], generic: GenericFamily? = nil) {
            self.names = names
            self.generic = generic
        }
    }

    /// The generic families of CSS.
    public enum GenericFamily: String, Sendable, Hashable, Codable, CaseIterable {
        case serif, cursive, fantasy, monospace
        case sansSerif = "sans-serif"
        case systemUI = "system-ui"
    }

    /// The families by role; a role that is missing has its generic family.
    public var families: [Role: Families]
    /// The size of body text in CSS pixels.
    public var size: Double
    /// The height of a line as a multiple of the size.
    public var lineHeight: Double
    /// The horizontal margin in CSS pixels.
    public var margin: Double
    /// The colours of the page; nil for those of the document.
    public var text: AdaptiveColor?
    public var background: AdaptiveColor?
    /// Whether the fonts of the page's author are replaced.
    public var overridesPublisher: Bool
    /// Rules of the user, which come last.
    public var userCSS: String

    public init(
        families: [Role: Families] = [:], size: Double = 16, lineHeight: Double = 1.4, margin: Double = 16,
        text: AdaptiveColor? = nil, background: AdaptiveColor? = nil, overridesPublisher: Bool = false,
        userCSS: String = ""
    ) {
        self.families = families
        self.size = size
        self.lineHeight = lineHeight
        self.margin = margin
        self.text = text
        self.background = background
        self.overridesPublisher = overridesPublisher
        self.userCSS = userCSS
    }

    /// The sizes of headings as multiples of the body's, from `h1` to `h6`.
    public static let headingRatios = [1.5, 1.25, 1.125, 1, 0.875, 0.75]

    /// The style sheet as CSS.
    public var css: String {
        let variables = [
            "--reader-font-size: \(CSSText.number(size))px", "--reader-line-height: \(CSSText.number(lineHeight))",
            "--reader-margin: \(CSSText.number(margin))px",
        ]
        let fonts = Role.allCases.map { "--reader-font-family-\($0.rawValue): \(familyList($0))" }
        var sheet = CSSText.rule(":root", fonts + variables + colors(.light))
        if text?.isDynamic == true || background?.isDynamic == true {
            let dark = colors(.dark).map { "    \($0);\n" }.joined()
            sheet += "@media (prefers-color-scheme: dark) {\n  :root {\n\(dark)  }\n}\n"
        }
        let important = overridesPublisher ? " !important" : ""
        var body = [
            "font-family: var(--reader-font-family-body)\(important)", "font-size: var(--reader-font-size)",
            "line-height: var(--reader-line-height)\(important)", "margin-inline: var(--reader-margin)",
        ]
        if text != nil { body.append("color: var(--reader-text)\(important)") }
        if background != nil { body.append("background-color: var(--reader-background)\(important)") }
        sheet += CSSText.rule("body", body)
        if overridesPublisher {
            sheet += CSSText.rule("body *", ["font-family: inherit !important", "line-height: inherit !important"])
        }
        for (index, ratio) in Self.headingRatios.enumerated() {
            sheet += CSSText.rule(
                "h\(index + 1)",
                [
                    "font-family: var(--reader-font-family-heading)\(important)",
                    "font-size: calc(var(--reader-font-size) * \(CSSText.number(ratio)))",
                ])
        }
        if overridesPublisher {
            sheet += CSSText.rule("h1 *, h2 *, h3 *, h4 *, h5 *, h6 *", ["font-family: inherit !important"])
        }
        sheet += CSSText.rule(
            "code, kbd, pre, samp, code *, kbd *, pre *, samp *",
            ["font-family: var(--reader-font-family-code)\(important)"])
        return userCSS.isEmpty ? sheet : sheet + userCSS + "\n"
    }

    private func colors(_ scheme: ColorScheme) -> [String] {
        [("text", text), ("background", background)].compactMap { name, color in
            color.map { "--reader-\(name): \($0[scheme].hex)" }
        }
    }

    func familyList(_ role: Role) -> String {
        let families = families[role] ?? Families()
        return (families.names.map(CSSText.string) + [(families.generic ?? role.generic).rawValue]).joined(
            separator: ", ")
    }
}
