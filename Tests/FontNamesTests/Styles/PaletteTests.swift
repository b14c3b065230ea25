import FontResources
import Foundation
import StyleSheets
import TestSupport
import Testing

@testable import FontNames

/// `palette.json` and the contrast of its pairs.
@Suite struct PaletteTests {
    private func palette(_ text: String) -> Palette { Palette([.palette(text)]) }

    @Test func missingValuesAreThoseOfTheNearestAppearance() {
        let palette = palette(
            ##"""
            {"$schema": "palette.schema.json", "colors": {
                "plain": "#102030", "dynamic": {"light": "#102030", "dark": "rgb(1, 2, 3)"},
                "strong": {"light": "#102030", "lightHighContrast": "black"},
                "all": {"light": "#000001", "dark": "#000002", "lightHighContrast": "#000003",
                    "darkHighContrast": "#00000480", "description": "All four."}}}
            """##)
        #expect(palette.problems == [])
        #expect(palette.colors.map(\.name) == ["all", "dynamic", "plain", "strong"])
        #expect(palette.values("plain") == ["#102030", "#102030", "#102030", "#102030"])
        #expect(palette.values("dynamic") == ["#102030", "#010203", "#102030", "#010203"])
        #expect(palette.values("strong") == ["#102030", "#102030", "#000000", "#102030"])
        #expect(palette.values("all") == ["#000001", "#000002", "#000003", "#00000480"])
        #expect(palette.colors.first?.explanation == "All four.")
    }

    /// Each faulty document is one problem at its path, which says what is wrong.
    @Test(arguments: [
        (#"{"#, "The palette cannot be read: the document is not valid. Correct it."),
        (#"[]"#, "The palette cannot be read: the document has a value of the wrong type. Correct it."),
        (#"{"colours": {}}"#, "The palette cannot be read: colours is not valid. Correct it."),
        (#"{"colors": {"ink": {"light": "black", "drak": "white"}}}"#, "colors.ink.drak is not valid"),
        (#"{"colors": {"ink": 7}}"#, "colors.ink has a value of the wrong type"),
        (#"{"colors": {"ink": {"dark": "white"}}}"#, "“ink” has no value for light. Add the member “light”."),
        (##"{"colors": {"ink": "#12"}}"##, "“#12” is not a color, so “ink” has no value for light."),
        (#"{"colors": {"a": "black"}, "pairs": [{"foreground": "a"}]}"#, "pairs.0.background is missing"),
        (
            #"{"colors": {"a": "black"}, "pairs": [{"foreground": "a", "background": "a", "use": "all"}]}"#,
            "pairs.0.use is not valid"
        ),
        (
            #"{"colors": {"a": "black"}, "pairs": [{"foreground": "b", "background": "a"}]}"#,
            "A pair names the color “b”, which is not defined."
        ),
        (
            ##"{"colors": {"a": "black", "b": "#FFFFFF80"}, "pairs": [{"foreground": "a", "background": "b"}]}"##,
            "The contrast of “a” on “b” in the appearance light is unknown, because the background #FFFFFF80 is translucent."
        ),
    ])
    func faultsStopTheBuild(_ document: String, text: String) throws {
        let problems = palette(document).problems
        #expect(problems.count == 1 && problems.first?.path == "/target/palette.json")
        #expect(try #require(problems.first).text.contains(text), "\(problems)")
    }

    @Test func hostileNamesAreShownSafely() {
        let problems = palette("{\"colors\": {\"a\\u202eb\\u001b\": \"#1\"}}").problems
        #expect(problems.count == 1 && problems[0].text.contains("“a\\u{202e}b\\u{1b}” has no value"))
    }

    @Test func aColorIsDefinedOnce() {
        let set = StyleFile.colorSet(
            "ink",
            #"{"idiom": "universal", "color": {"color-space": "gray-gamma-22", "#
                + #""components": {"white": "0.0", "alpha": "1.0"}}}"#)
        let problems = Palette([.palette(#"{"colors": {"ink": "black"}}"#), set]).problems
        #expect(problems.count == 1)
        #expect(
            problems.first?.text
                == "“ink” is also defined in /target/Assets.xcassets/ink.colorset/Contents.json. Rename or remove one of them."
        )
    }

    // MARK: Contrast

    /// Ratios that other calculators for WCAG give.
    @Test(arguments: [
        ("#000000", "#FFFFFF", 21), ("#767676", "#FFFFFF", 4.54), ("#777777", "#FFFFFF", 4.47),
        ("#FFFFFF", "#FFFFFF", 1),
        ("#FF0000", "#FFFFFF", 3.99), ("#0000FF", "#FFFFFF", 8.59), ("#08224C", "#FFFFFF", 15.63),
    ])
    func ratios(_ first: String, _ second: String, ratio: Double) throws {
        let colors = try [first, second].map { try #require(Color($0)) }
        #expect((colors[0].contrast(with: colors[1]) * 100).rounded(.down) / 100 == ratio)
        #expect(colors[0].contrast(with: colors[1]) == colors[1].contrast(with: colors[0]))
    }

    @Test func aTranslucentColorIsMeasuredOnItsGround() throws {
        let (black, white) = (try #require(Color("#00000080")), try #require(Color("white")))
        #expect(black.painted(on: white).hex == "#7F7F7F")
    }

    /// The error names the pair, the appearance and the ratio; equal values in other appearances are no further errors.
    @Test func aPairBelowTheLimitStopsTheBuild() {
        let text = ##"""
            {"colors": {"note": {"light": "#777777", "dark": "#FFFFFF"}, "page": {"light": "#FFFFFF", "dark": "#000000"}},
             "pairs": [{"foreground": "note", "background": "page"}]}
            """##
        #expect(
            palette(text).problems == [
                BuildProblem(
                    .error, "/target/palette.json",
                    "The contrast of “note” on “page” in the appearance light is 4.47:1 (#777777 on #FFFFFF), and WCAG 2.2 AA requires 4.5:1 for text. Choose values that differ more, or state with “use” that the pair is for “largeText” or “graphics”."
                )
            ])
    }

    /// Another use is advised only where it permits the contrast.
    @Test(arguments: [("#777777", true), ("#949494", true), ("#959595", false), ("#FFFFFF", false)])
    func theRemedySolvesTheProblem(_ color: String, isAnotherUse: Bool) throws {
        let text =
            ##"{"colors": {"a": "\##(color)", "b": "white"}, "pairs": [{"foreground": "a", "background": "b"}]}"##
        let problem = try #require(palette(text).problems.first)
        #expect(problem.text.contains("largeText") == isAnotherUse, "\(problem.text)")
    }

    @Test(arguments: [("#767676", "text"), ("#949494", "largeText"), ("#949494", "graphics")])
    func theUseDecidesTheLimit(_ color: String, use: String) {
        func problems(_ color: String) -> [BuildProblem] {
            palette(
                ##"{"colors": {"a": "\##(color)", "b": "white"}, "pairs": [{"foreground": "a", "background": "b", "use": "\##(use)"}]}"##
            ).problems
        }
        #expect(problems(color).isEmpty)
        let lighter = use == "text" ? "#777777" : "#959595"
        #expect(problems(lighter).count == 1)
    }

    /// Pairs may name colours of colour sets.
    @Test func everyAppearanceIsMeasured() {
        let set = StyleFile.colorSet(
            "ink",
            #"""
            {"idiom": "universal", "color": {"color-space": "srgb",
                "components": {"red": "0x00", "green": "0x00", "blue": "0x00", "alpha": "1.000"}}},
            {"idiom": "universal", "appearances": [{"appearance": "contrast", "value": "high"}],
                "color": {"color-space": "srgb",
                    "components": {"red": "0xEE", "green": "0xEE", "blue": "0xEE", "alpha": "1.000"}}}
            """#)
        let text = #"{"colors": {"page": "white"}, "pairs": [{"foreground": "ink", "background": "page"}]}"#
        let problems = Palette([.palette(text), set]).problems
        #expect(problems.count == 1)
        #expect(
            problems.first?.text.contains("in the appearance lightHighContrast is 1.16:1 (#EEEEEE on #FFFFFF)") == true)
    }

    // MARK: Documents

    /// The example in the documentation is a palette without problems, as its schema describes it.
    @Test func theDocumentedPaletteIsRead() throws {
        let checkout = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try String(contentsOf: checkout.appending(path: "docs/styles.md"), encoding: .utf8)
        let block = page.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        let palette = palette(block.joined(separator: "\n"))
        #expect(palette.problems == [] && palette.colors.count > 3 && palette.measuredPairs.count > 1)
    }

    @Test(
        .enabled(if: hasValidator, "Needs python3-jsonschema."),
        arguments: [
            (##"{"colors": {"a": "black", "b": {"light": "#FFFFFF", "description": "x"}}, "pairs": []}"##, true),
            (
                #"{"colors": {"a": "black", "b": "white"}, "pairs": [{"foreground": "a", "background": "b", "use": "text"}]}"#,
                true
            ),
            (#"{"colors": {"b": {"dark": "black"}}}"#, false), (#"{"colours": {}}"#, false),
            (#"{"colors": {}, "pairs": [{"foreground": "a", "background": "a", "use": "all"}]}"#, false),
        ])
    func theSchemaAllowsWhatIsRead(_ document: String, isValid: Bool) throws {
        let home = try PrivateHome()
        let file = try home.write(Array(document.utf8), as: "palette.json")
        let schema = URL(filePath: #filePath).appending(path: "../../../../data/json/palette.schema.json").standardized
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema, document = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
            Draft202012Validator.check_schema(schema)
            sys.exit(0 if Draft202012Validator(schema).is_valid(document) else 3)
            """
        let result = try Command.run(
            "/usr/bin/python3", ["-c", script, schema.path(percentEncoded: false), file], environment: [:])
        #expect(result.status == (isValid ? 0 : 3), "\(result.errors)")
        #expect(palette(document).problems.isEmpty == isValid)
    }

    private static let hasValidator =
        (try? Command.run("/usr/bin/python3", ["-c", "import jsonschema"], environment: [:]).status) == 0
}
