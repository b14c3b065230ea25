import Foundation
import StyleSheets
import Testing

@testable import ReaderFonts

/// Emitted CSS and Pango markup.
@Suite struct StyleSheetTests {
    private static let hostile = [
        "</style><script>alert(1)</script>", "\"; } * { color: red } @import url(\"x", "a\\", "a\nb", "\u{0}", "]]>",
        "<!--",
        "&quot;", "\u{2028}x\u{2029}", "\u{202E}evil", "'single'", "/* comment", "🙂é",
    ]

    /// A reader of CSS strings by CSS Syntax Level 3, section 4.3.5.
    private func parsed(_ string: String) -> String? {
        var scalars = string.unicodeScalars.makeIterator()
        guard scalars.next() == "\"" else { return nil }
        var result = String.UnicodeScalarView()
        var pending: Unicode.Scalar?
        while let scalar = pending ?? scalars.next() {
            pending = nil
            switch scalar {
            case "\"": return scalars.next() == nil ? String(result) : nil
            case "\n", "\r", "\u{C}": return nil
            case "\\":
                guard var next = scalars.next() else { return nil }
                var digits = ""
                while next.properties.isASCIIHexDigit, digits.count < 6 {
                    digits.unicodeScalars.append(next)
                    guard let following = scalars.next() else { return nil }
                    next = following
                }
                if digits.isEmpty {
                    result.append(next)
                } else {
                    guard let code = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
                    result.append(code)
                    if next != " " { pending = next }
                }
            default: result.append(scalar)
            }
        }
        return nil
    }

    @Test(arguments: hostile) func stringsAreClosedWhereTheyEnd(text: String) {
        let string = CSSText.string(text)
        #expect(parsed(string) == text.replacing("\0", with: "\u{FFFD}"))
        #expect(!string.contains("<"))
        #expect(string.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test func everyScalarIsReadBack() {
        for value in 1...0x10FFFF as ClosedRange<UInt32> where value < 0x3000 || value % 97 == 0 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(Character(scalar)) + "1"
            #expect(parsed(CSSText.string(text)) == text)
        }
    }

    @Test(arguments: [
        ("body", "body"), ("royal blue", "royal\\20 blue"), ("1942", "\\31 942"), ("-1", "-\\31 "), ("-", "\\2D "),
        ("クレー", "クレー"), ("a.b", "a\\2E b"), ("</style>", "\\3C \\2F style\\3E "), ("_x-9", "_x-9"),
    ])
    func identifiers(text: String, expected: String) { #expect(CSSText.identifier(text) == expected) }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (-10, "-10"), (1.5, "1.5"), (0.875, "0.875"), (-0.25, "-0.25"), (18.66666, "18.6667"),
            (1e-9, "0"), (.infinity, "1000000"), (.nan, "0"), (1e300, "1000000"), (100.05, "100.05"),
        ] as [(Double, String)])
    func numbers(value: Double, expected: String) { #expect(CSSText.number(value) == expected) }

    // MARK: Faces

    @Test func aRuleForEachKindOfFace() {
        let bold = FontFaceRule(
            family: "Literata", url: "file:///f/Literata-Bold.ttf", format: .trueType, weight: 700...700)
        #expect(
            bold.css == """
                @font-face {
                  font-family: "Literata";
                  src: url("file:///f/Literata-Bold.ttf") format("truetype");
                  font-weight: 700;
                  font-stretch: 100%;
                  font-style: normal;
                  font-display: swap;
                }

                """)
        let variable = FontFaceRule(
            family: "Klee \"One\"", url: "fontd-font:1/2", format: .openType, weight: 200...900, width: 87...112.5,
            slope: .oblique(0...12), characters: [0x20...0x7E, 0x3042...0x3042])
        #expect(variable.css.contains(#"font-family: "Klee \"One\"";"#))
        #expect(variable.css.contains("font-weight: 200 900;"))
        #expect(variable.css.contains("font-stretch: 87% 112.5%;"))
        #expect(variable.css.contains("font-style: oblique 0deg 12deg;"))
        #expect(variable.css.contains("unicode-range: U+20-7E, U+3042;"))
        #expect(!(bold.css + variable.css).contains("local("))
    }

    // MARK: Reader

    @Test func theReadersVariablesAndHeadings() throws {
        var sheet = ReaderStyleSheet(
            families: [.body: .init(["Literata", "Klee One"]), .code: .init(["JetBrains Mono"])], size: 18, margin: 0,
            text: AdaptiveColor(light: try #require(Color("black")), dark: try #require(Color("#C8D6E5"))),
            userCSS: "p { text-indent: 1em }")
        let css = sheet.css
        for line in [
            #"--reader-font-family-body: "Literata", "Klee One", serif;"#, "--reader-font-family-heading: serif;",
            #"--reader-font-family-code: "JetBrains Mono", monospace;"#, "--reader-font-family-interface: system-ui;",
            "--reader-font-size: 18px;", "--reader-line-height: 1.4;", "--reader-margin: 0px;",
            "--reader-text: #000000;",
            "@media (prefers-color-scheme: dark) {", "--reader-text: #C8D6E5;",
        ] {
            #expect(css.contains(line), "\(line)")
        }
        let ratios = ["1.5", "1.25", "1.125", "1", "0.875", "0.75"]
        for (index, ratio) in ratios.enumerated() {
            let rule = "h\(index + 1) {\n  font-family: var(--reader-font-family-heading);\n"
            #expect(css.contains(rule + "  font-size: calc(var(--reader-font-size) * \(ratio));\n}"))
        }
        #expect(css.hasSuffix("p { text-indent: 1em }\n"))
        #expect(!css.contains("!important"))
        sheet.overridesPublisher = true
        #expect(sheet.css.contains("body * {\n  font-family: inherit !important;"))
        #expect(sheet.css.contains("font-family: var(--reader-font-family-code) !important;"))
    }

    /// A setting that changes changes the style sheet, and settings that are equal give the same one.
    @Test func equalSettingsGiveEqualSheets() {
        var sheet = ReaderStyleSheet(families: [.body: .init(["Lora"])])
        let first = sheet.css
        #expect(ReaderStyleSheet(families: [.body: .init(["Lora"])]).css == first)
        sheet.margin = 0
        #expect(sheet.css != first)
        sheet = ReaderStyleSheet(families: [.body: .init(["Lora"], generic: .sansSerif)])
        #expect(sheet.css.contains(#""Lora", sans-serif;"#))
    }

    // MARK: Styles

    private func typography() throws -> Typography {
        let json = """
            {"typography-colors": {"ink": {"light": "#102030", "dark": "#E0E0E080"}, "royal blue": "#08224C"},
                "ui-font-text-styles": {
                    "body": {"font-name": "Lora-Bold", "point-size": 16, "letter-spacing": 1.5, "line-height": 1.4,
                        "text-color": "ink", "letter-case": "upper"},
                    "note": {"font-name": "MonospacedDigitSystem-Medium", "point-size": 12, "line-spacing": 3}}}
            """
        return Typography([try TypographyDocument(Data(json.utf8), name: "test")])
    }

    private func font(_ font: StyleFont) -> EmittedFont? {
        switch font {
        case .postScriptName("Lora-Bold"): EmittedFont(family: "Lora", weight: 700)
        case .system(let weight, let isItalic, _): EmittedFont(family: "Cantarell", weight: weight, isItalic: isItalic)
        default: nil
        }
    }

    @Test func stylesAsCSSOfPages() throws {
        #expect(
            try typography().css(.category(.large), font: font) == """
                :root {
                  --ink: #102030;
                  --royal\\20 blue: #08224C;
                }
                .body {
                  font-family: "Lora";
                  font-weight: 700;
                  font-size: 21.3333px;
                  letter-spacing: 2px;
                  line-height: 1.4;
                  text-transform: uppercase;
                  color: #102030;
                }
                .note {
                  font-family: "Cantarell";
                  font-weight: 500;
                  font-feature-settings: "tnum";
                  font-size: 16px;
                  line-height: 1.45;
                }
                @media (prefers-color-scheme: dark) {
                :root {
                  --ink: #E0E0E080;
                }
                .body {
                  color: #E0E0E080;
                }
                }

                """)
    }

    @Test func stylesAsCSSOfGTK() throws {
        let css = try typography().gtkCSS(scheme: .dark, font: font)
        #expect(css.contains("@define-color ink rgba(224, 224, 224, 0.502);"))
        #expect(css.contains("font-size: 16pt;"))
        #expect(css.contains("letter-spacing: 1.5pt;"))
        #expect(css.contains("color: rgba(224, 224, 224, 0.502);"))
        #expect(!css.contains("--"))
        #expect(!css.contains("@media"))
    }

    @Test func stylesAsPangoMarkup() throws {
        let style = try #require(try typography().styles["body"])
        #expect(
            style.pangoMarkup("a < b & \"c\"", scheme: .dark, font: font)
                == "<span font_family=\"Lora\" font_weight=\"700\" font_size=\"16384\" letter_spacing=\"1536\" "
                + "line_height=\"1.4\" foreground=\"#E0E0E0\" fgalpha=\"32896\">A &lt; B &amp; &quot;C&quot;</span>")
        #expect(MarkupText.escaped("\u{1}\u{0}<\u{FFFF}") == "\u{FFFD}\u{FFFD}&lt;\u{FFFD}")
    }

    /// A toolkit that scales by its factor, and final sizes by the same factor, come to the same pixels.
    @Test func sizesAreScaledOnce() throws {
        let style = try #require(try typography().styles["body"])
        let factor = 1.25
        let byToolkit = try #require(style.pointSize(.byToolkit)) * factor * 96 / 72
        let byUs = try #require(style.pointSize(.factor(factor))) * 96 / 72
        #expect(byToolkit == byUs)
        let css = try typography().css(.factor(factor), font: font)
        #expect(css.contains("font-size: \(CSSText.number(byUs))px;"))
        #expect(try typography().css(.category(.extraExtraLarge), font: font).contains("font-size: 25.3333px;"))
    }
}
