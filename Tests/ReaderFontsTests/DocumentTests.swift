import Foundation
import Testing

@testable import ReaderFonts

/// Configuration documents of TypographyKit, their inheritance and their merge.
@Suite struct DocumentTests {
    private func typography(_ json: String..., defaults: TypographySettings = TypographySettings()) throws -> Typography
    {
        let documents = try json.enumerated().map { try TypographyDocument(Data($1.utf8), name: "document \($0)") }
        return Typography(documents, defaults: defaults)
    }

    private func styles(_ json: String) throws -> Typography { try typography(#"{"ui-font-text-styles": \#(json)}"#) }

    private static let example = """
        {
            "typography-colors": {"gold": "#FFAB01", "royal-blue": "#08224C", "text": "gold",
                "background": {"light": "lighter royal-blue", "dark": "royal-blue darker"}},
            "typography-kit": {"labels": {"line-break-mode": "word-wrap"}, "minimum-point-size": 10,
                "maximum-point-size": 100, "point-step-size": 2, "point-step-multiplier": 1,
                "scaling-mode": "stepping", "is-development": true},
            "ui-font-text-styles": {
                "heading": {"font-name": "Avenir-Medium", "point-size": 36, "text-color": "text"},
                "sub": {"extends": "heading", "point-size": 18.5, "letter-case": "upper", "letter-spacing": 1}
            }
        }
        """

    @Test func formatsGiveOneModel() throws {
        let json = Data(Self.example.utf8)
        let value = try JSONSerialization.jsonObject(with: json)
        let xml = try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
        let binary = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        let read = try [json, xml, binary].map { Typography([try TypographyDocument($0, name: "example")]) }
        #expect(read[0].problems.isEmpty)
        #expect(read[0].styles["sub"]?.pointSize == 18.5)
        #expect(read[1] == read[0])
        #expect(read[2] == read[0])
        #expect([json, xml, binary].map(DocumentFormat.init) == [.json, .propertyList, .propertyList])
    }

    /// Other encodings than UTF-8, with and without a mark, and with the declaration of XML.
    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian, .utf8,
    ])
    func encodingsGiveOneModel(_ encoding: String.Encoding) throws {
        let value = try JSONSerialization.jsonObject(with: Data(Self.example.utf8))
        let xml = try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
        let list = String(decoding: xml, as: UTF8.self).replacing("UTF-8", with: encoding == .utf8 ? "UTF-8" : "UTF-16")
        let expected = Typography([try TypographyDocument(Data(Self.example.utf8), name: "example")])
        for text in [Self.example, list, Self.example.replacing("gold", with: "gold 金 😀")] {
            let document = try TypographyDocument(try #require(text.data(using: encoding)), name: "example")
            #expect(Typography([document]).styles["sub"]?.pointSize == expected.styles["sub"]?.pointSize)
        }
        let damaged = try #require(Self.example.data(using: encoding)).dropLast()
        #expect(throws: TypographyDocumentError.self) { try TypographyDocument(damaged, name: "damaged") }
    }

    /// As TypographyKit since 4.0: sizes follow the metrics of body, whatever the style is called.
    @Test func theNameOfAStyleIsNoTextStyle() throws {
        let read = try styles(#"{"largeTitle": {"point-size": 34}, "heading": {"point-size": 34}}"#)
        for name in ["largeTitle", "heading"] {
            #expect(read.styles[name]?.pointSize(at: .accessibilityExtraExtraExtraLarge) == 96)
        }
    }

    /// As TypographyKit: within a document the colours win; a later document prevails as ever.
    @Test func colorsPrevailOverSettingsOfTheSameName() throws {
        let text =
            #"{"typography-kit": {"development-color": "red", "fallback-color": "red"}, "typography-colors": {"development-color": "blue", "fallback-color": "blue"}, "ui-font-text-styles": {"a": {"text-color": "development-color"}}}"#
        let read = try typography(text)
        #expect(read.styles["a"]?.textColor?.light.hex == "#0000FF")
        #expect(read.settings.developmentColor.light.hex == "#0000FF")
        #expect(read.settings.fallbackColor.light.hex == "#0000FF")
        let later = try typography(text, #"{"typography-kit": {"development-color": "red"}}"#)
        #expect(later.settings.developmentColor.light.hex == "#FF0000")
        #expect(later.settings.fallbackColor.light.hex == "#0000FF")
    }

    @Test func anInvalidDarkColorLeavesTheLightOne() throws {
        let read = try typography(
            """
            {"typography-colors": {"text": {"light": "black", "dark": "midnight"}, "panel": {"light": "white", "dark": "#10"},
                "soft": {"light": "black", "dark": "none lighter"}, "bad": {"light": "none", "dark": "red"}},
            "ui-font-text-styles": {"a": {"text-color": "text"}, "b": {"text-color": {"light": "red", "dark": "none"}}}}
            """)
        #expect(read.colors["text"]?.light.hex == "#000000" && read.colors["text"]?.dark.hex == "#000000")
        #expect(read.colors["panel"]?.dark.hex == "#FFFFFF" && read.colors["soft"] != nil && read.colors["bad"] == nil)
        #expect(read.styles["a"]?.textColor?.light.hex == "#000000")
        #expect(read.styles["b"]?.textColor?.dark.hex == "#FF0000")
        // Each is named.
        #expect(Set(read.problems.map { $0.path[1] }) == ["text", "panel", "soft", "bad", "b"])
    }

    /// Names that all refer to one another in a chain: the work, and the messages, grow with the chain.
    @Test func longCyclesAreNamedByTheirBeginning() throws {
        func colors(_ count: Int) throws -> Typography {
            let chain = (0..<count).map {
                "\"c\($0)\": {\"light\": \"c\(($0 + 1) % count)\", \"dark\": \"c0\"}"
            }
            return try typography("{\"typography-colors\": {\(chain.joined(separator: ","))}}")
        }
        let short = try colors(3)
        #expect(short.problems.first?.message.contains("->") == true)
        let long = try colors(5_000)
        #expect(long.problems.count == 5_000 && long.colors.isEmpty)
        #expect(long.problems.allSatisfy { $0.kind == .cyclicReference && $0.message.count < 200 })
    }

    @Test func everyKeyHasItsEffect() throws {
        let read = try typography(
            """
            {
                "typography-kit": {
                    "minimum-point-size": 11, "maximum-point-size": 99, "point-step-size": 3, "point-step-multiplier": 2,
                    "scaling-mode": "disabled", "buttons": {"title-color-apply-mode": "normal"},
                    "labels": {"line-break": "clip"}, "configuration-name": "Styles", "configuration-type": "plist",
                    "configuration-url": "https://example.org/styles.plist", "development-color": "brand darker",
                    "fallback-color": "brand", "is-development": true, "should-crash-if-color-not-found": true,
                    "should-use-development-colors": true
                },
                "typography-colors": {"brand": "#204060", "substitute": "fallback-color"},
                "ui-font-text-styles": {"all": {
                    "font-name": "Lora-Bold", "point-size": 16, "minimum-point-size": 12, "maximum-point-size": 20,
                    "letter-case": "train", "letter-spacing": 1.5, "line-spacing": 4, "line-height": 1.4,
                    "scaling-mode": "stepping", "text-color": "brand dark"
                }}
            }
            """)
        #expect(read.problems.isEmpty)
        var settings = TypographySettings()
        settings.minimumPointSize = 11
        settings.maximumPointSize = 99
        settings.pointStepSize = 3
        settings.pointStepMultiplier = 2
        settings.scalingMode = .disabled
        settings.titleColorApplyMode = .normal
        settings.lineBreakMode = .clip
        settings.configurationName = "Styles"
        settings.configurationFormat = .propertyList
        settings.configurationURL = "https://example.org/styles.plist"
        settings.developmentColor = AdaptiveColor(try #require(Color("#102030")))
        settings.fallbackColor = AdaptiveColor(try #require(Color("#204060")))
        settings.isDevelopment = true
        settings.stopsAtMissingColors = true
        settings.usesDevelopmentColors = true
        #expect(read.settings == settings)
        #expect(read.colors["substitute"]?.light.hex == "#204060")
        let style = try #require(read.styles["all"])
        #expect(style.font == .postScriptName("Lora-Bold"))
        #expect(style.scaling == SizeScaling(mode: .stepping, step: 3, stepMultiplier: 2, minimum: 12, maximum: 20))
        #expect(style.letterCase == .train)
        #expect([style.pointSize, style.letterSpacing, style.lineSpacing, style.lineHeight] == [16, 1.5, 4, 1.4])
        #expect(style.textColor?.light.hex == "#183048")
        #expect(Set(style.origins.keys) == Set(TypographyStyle.Key.allCases))
    }

    @Test(arguments: ["line-break", "line-break-mode"]) func bothNamesOfTheLineBreakWork(key: String) throws {
        let read = try typography(#"{"typography-kit": {"labels": {"\#(key)": "char-wrap"}}}"#)
        #expect(read.settings.lineBreakMode == .characterWrap)
        #expect(read.problems.isEmpty)
    }

    @Test(arguments: ["16", "16.0", "1.6e1"]) func numbersInAnyForm(number: String) throws {
        #expect(try styles(#"{"a": {"point-size": \#(number)}}"#).styles["a"]?.pointSize == 16)
    }

    @Test(arguments: [
        (#""16""#, "text"), ("true", "a Boolean"), ("[16]", "a list"), ("{}", "a map"), ("null", "of another type"),
        ("-1", "a number"), ("1e9", "a number"),
    ])
    func aWrongValueIsNamedByStyleAndKey(value: String, kind: String) throws {
        let read = try styles(#"{"a": {"point-size": \#(value), "letter-case": "upper"}, "b": {"point-size": 9}}"#)
        let problem = try #require(read.problems.first)
        #expect(read.problems.count == 1)
        #expect(problem.kind == .invalidValue)
        #expect(problem.description.hasPrefix("document 0: ui-font-text-styles: a: point-size: The value is \(kind)"))
        #expect(read.styles["a"]?.letterCase == .upper)
        #expect(read.styles["a"]?.pointSize == nil)
        #expect(read.styles["b"]?.pointSize == 9)
    }

    @Test func aProblemIsAnEnglishDocument() throws {
        let problem = try #require(try styles(#"{"a": {"point-size": true}}"#).problems.first)
        #expect(problem.message == "The value is a Boolean; it must be a number from 0 to 10000.")
        let data = try JSONEncoder().encode(problem)
        let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(Set(members.keys) == ["kind", "document", "path", "message"])
        #expect(members["message"] as? String == problem.message)
        #expect(try JSONDecoder().decode(TypographyProblem.self, from: data) == problem)
    }

    @Test func unknownKeysAreNotedAndIgnored() throws {
        let read = try typography(
            #"{"extra": 1, "typography-kit": {"speed": 2, "buttons": {"x": 3}}, "ui-font-text-styles": {"a": {"size": 4, "point-size": 5}}}"#
        )
        #expect(read.problems.allSatisfy { $0.kind == .unknownKey })
        let paths = read.problems.map { $0.path.joined(separator: "/") }.sorted()
        #expect(paths == ["extra", "typography-kit/buttons/x", "typography-kit/speed", "ui-font-text-styles/a/size"])
        #expect(read.styles["a"]?.pointSize == 5)
    }

    @Test func anUnknownScalingModeIsTheDefault() throws {
        let read = try typography(#"{"typography-kit": {"scaling-mode": "fast"}}"#)
        #expect(read.settings.scalingMode == .metricsWithFallback)
        #expect(read.problems.first?.message.contains("uifontmetrics-with-fallback") == true)
    }

    @Test(arguments: [
        ("System", StyleFont.system(weight: 400)), ("boldsystem", .system(weight: 700)),
        ("ITALICSYSTEM", .system(weight: 400, isItalic: true)), ("system-SemiBold", .system(weight: 600)),
        ("System-ultra-light", .system(weight: 100)), ("System-black", .system(weight: 900)),
        ("MonospacedDigitSystem-Regular", .system(weight: 400, isMonospacedDigit: true)),
        ("System-Huge", .postScriptName("System-Huge")), ("Literata-Bold", .postScriptName("Literata-Bold")),
    ])
    func fontNames(name: String, font: StyleFont) { #expect(StyleFont(name) == font) }

    // MARK: Inheritance

    @Test func aStyleHasTheValuesOfItsParents() throws {
        let read = try styles(
            """
            {
                "c": {"extends": "b", "letter-case": "upper"},
                "b": {"extends": "a", "point-size": 12, "line-height": 1.5},
                "a": {"font-name": "Lora-Regular", "point-size": 10, "letter-spacing": 2, "line-spacing": 3,
                    "text-color": "red", "scaling-mode": "stepping", "minimum-point-size": 8}
            }
            """)
        #expect(read.problems.isEmpty)
        let style = try #require(read.styles["c"])
        #expect(style.font == .postScriptName("Lora-Regular"))
        #expect([style.pointSize, style.letterSpacing, style.lineSpacing, style.lineHeight] == [12, 2, 3, 1.5])
        #expect(style.textColor?.light.hex == "#FF0000")
        #expect(style.scaling.mode == .stepping)
        #expect(style.scaling.minimum == 8)
        #expect(style.origins[.pointSize]?.path == ["ui-font-text-styles", "b", "point-size"])
        #expect(style.origins[.fontName]?.path == ["ui-font-text-styles", "a", "font-name"])
    }

    @Test func brokenInheritanceIsNamedAndTheRestIsUsable() throws {
        let read = try styles(
            """
            {
                "lost": {"extends": "nothing"}, "heir": {"extends": "lost"}, "self": {"extends": "self"},
                "x": {"extends": "y"}, "y": {"extends": "z"}, "z": {"extends": "x"}, "good": {"point-size": 7}
            }
            """)
        #expect(Set(read.styles.keys) == ["good"])
        let kinds = Dictionary(uniqueKeysWithValues: read.problems.map { ($0.path[1], $0.kind) })
        #expect(
            kinds == [
                "lost": .notFound, "heir": .invalidReference, "self": .cyclicReference, "x": .cyclicReference,
                "y": .cyclicReference, "z": .cyclicReference,
            ])
        #expect(read.problems.first { $0.path[1] == "y" }?.message.contains("x->y->z->x") == true)
    }

    @Test(arguments: [10, 20_000]) func chainsOfAnyLength(count: Int) throws {
        var map = ["s0": ["font-name": "Lora-Regular"]]
        for index in 1..<count { map["s\(index)"] = ["extends": "s\(index - 1)"] }
        let read = try styles(String(decoding: try JSONEncoder().encode(map), as: UTF8.self))
        #expect(read.styles["s\(count - 1)"]?.font == .postScriptName("Lora-Regular"))
    }

    @Test func aStyleColorMayBeALiteralAShadeOrAMap() throws {
        let read = try typography(
            """
            {"typography-colors": {"ink": "#101010"}, "ui-font-text-styles": {
                "a": {"text-color": "ink lighter"}, "b": {"text-color": "rgb(1, 2, 3)"},
                "c": {"text-color": {"light": "ink", "dark": "white"}}, "d": {"text-color": "missing"},
                "e": {"text-color": 3}}}
            """)
        #expect(read.styles["a"]?.textColor?.light.hex == "#181818")
        #expect(read.styles["b"]?.textColor?.light.hex == "#010203")
        #expect(read.styles["c"]?.textColor?.dark.hex == "#FFFFFF")
        #expect(read.styles["d"]?.textColor == nil)
        #expect(read.problems.map(\.kind) == [.notFound, .invalidFormat])
    }

    // MARK: Several documents

    @Test func laterDocumentsPrevailValueByValue() throws {
        let read = try typography(
            """
            {"typography-colors": {"ink": "black", "paper": "white"}, "typography-kit": {"point-step-size": 1, "minimum-point-size": 9},
                "ui-font-text-styles": {"body": {"font-name": "Lora-Regular", "point-size": 16}, "only": {"point-size": 1}}}
            """,
            #"{"typography-colors": {"ink": "paper darker"}, "typography-kit": {"point-step-size": 4}}"#,
            #"{"ui-font-text-styles": {"body": {"point-size": 20, "text-color": "ink"}}}"#)
        #expect(read.colors["ink"]?.light.hex == "#808080")
        #expect(read.settings.pointStepSize == 4)
        #expect(read.settings.minimumPointSize == 9)
        let body = try #require(read.styles["body"])
        #expect(body.font == .postScriptName("Lora-Regular"))
        #expect(body.pointSize == 20)
        #expect(body.textColor?.light.hex == "#808080")
        #expect(body.origins[.fontName]?.document == "document 0")
        #expect(body.origins[.pointSize]?.document == "document 2")
        #expect(read.origins["ink"]?.document == "document 1")
        #expect(read.origins["typography-kit/minimum-point-size"]?.document == "document 0")
        #expect(read.styles["only"] != nil)
    }

    // MARK: Missing colours

    @Test(arguments: [
        (false, false, false, "fallback"), (false, true, true, "fallback"), (true, false, false, "fallback"),
        (true, false, true, "development"), (true, true, false, "fatal"), (true, true, true, "fatal"),
    ])
    func theSettingsDecideOnMissingColors(isDevelopment: Bool, stops: Bool, uses: Bool, answer: String) throws {
        let read = try typography(
            """
            {"typography-kit": {"is-development": \(isDevelopment), "should-crash-if-color-not-found": \(stops),
                "should-use-development-colors": \(uses), "development-color": "#DDDDDD", "fallback-color": "#FFFFFF"}}
            """)
        let expected: Typography.ColorAnswer =
            switch answer {
            case "fatal": .fatal
            case "development": .substituted(AdaptiveColor(try #require(Color("#DDDDDD"))))
            default: .substituted(AdaptiveColor(try #require(Color("#FFFFFF"))))
            }
        #expect(read.color(named: "none") == expected)
    }

    @Test func theDefaultsOfMissingColors() {
        let release = TypographySettings()
        #expect(release.fallbackColor.light.hex == "#000000")
        #expect(release.fallbackColor.dark.hex == "#FFFFFF")
        #expect(release.developmentColor.light.alpha == 0)
        #expect(TypographySettings(isDevelopment: true).developmentColor.light.hex == "#FF0000")
    }

    // MARK: Documents that are none

    @Test func documentsThatCannotBeRead() {
        #expect(throws: TypographyDocumentError.emptyDocument) { try TypographyDocument(Data(), name: "x") }
        let large = Data(repeating: 0x20, count: TypographyDocument.sizeLimit + 1)
        #expect(throws: TypographyDocumentError.tooLarge(large.count)) { try TypographyDocument(large, name: "x") }
        for text in ["[]", "7", "{", "<plist>", "bplist00", "\u{0}", "{\"a\": \u{1}}", "<!DOCTYPE x>"] {
            #expect(throws: TypographyDocumentError.self, "\(text)") {
                try TypographyDocument(Data(text.utf8), name: "x")
            }
        }
    }

    /// Nesting that would exhaust the stack of a recursive parser is refused.
    @Test(arguments: [
        (#"{"a":"#, "1", "}"), ("[", "1", "]"), ("<array>", "", "</array>"),
        ("<dict><key>a</key>", "<true/>", "</dict>"),
    ])
    func deepNestingIsRefused(open: String, inside: String, close: String) {
        let depth = 200_000
        let nested = String(repeating: open, count: depth) + inside + String(repeating: close, count: depth)
        let text = open.hasPrefix("<") ? "<plist version=\"1.0\">\(nested)</plist>" : nested
        #expect(throws: TypographyDocumentError.self) { try TypographyDocument(Data(text.utf8), name: "deep") }
    }

    /// A binary property list whose lists refer twice to the next list, and one whose list contains itself.
    @Test(arguments: [(40, 2), (100_000, 1), (1, 0)]) func binaryListsOfManyValuesAreRefused(
        count: Int, references: Int
    ) {
        func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
        var data = Data("bplist00".utf8)
        var offsets: [Int] = []
        for index in 0..<count {
            offsets.append(data.count)
            data.append(0xA0 | UInt8(max(references, 1)))
            for _ in 0..<max(references, 1) { data += bytes(references == 0 ? index : index + 1) }
        }
        offsets.append(data.count)
        data.append(0x09)
        let table = data.count
        for offset in offsets { data += bytes(offset) }
        data +=
            [0, 0, 0, 0, 0, 0, 4, 4] + bytes(0) + bytes(offsets.count) + bytes(0) + bytes(0) + bytes(0) + bytes(table)
        #expect(throws: TypographyDocumentError.self) { try TypographyDocument(data, name: "binary") }
    }

    /// Elements in comments and character data do not count, neither as opened nor as closed.
    @Test(arguments: ["<!-- </dict></array> -->", "<string><![CDATA[</array>]]></string>", "<?x </array>?>", "<true/>"])
    func nestingIsCountedAsAParserDoes(noise: String) {
        let depth = 20_000
        let nested = String(repeating: "<array>" + noise, count: depth) + String(repeating: "</array>", count: depth)
        #expect(throws: TypographyDocumentError.self) {
            try TypographyDocument(Data("<plist version=\"1.0\">\(nested)</plist>".utf8), name: "deep")
        }
    }

    @Test func valuesAreCodable() throws {
        let read = try typography(Self.example)
        #expect(try JSONDecoder().decode(Typography.self, from: JSONEncoder().encode(read)) == read)
    }
}
