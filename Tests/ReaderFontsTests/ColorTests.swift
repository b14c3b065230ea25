import Foundation
import ReaderFonts
import Testing

/// Colours of documents: literals, references, shades and appearances.
@Suite struct ColorTests {
    private func colors(_ json: String) throws -> Typography {
        Typography([try TypographyDocument(Data(##"{"typography-colors": \##(json)}"##.utf8), name: "colors")])
    }

    @Test(arguments: [
        ("#FFAB01", "#FFAB01"), ("FFAB01", "#FFAB01"), ("#ffab01", "#FFAB01"), ("#08224CFF", "#08224C"),
        ("08224C80", "#08224C80"), ("rgb(8,34,76)", "#08224C"), ("rgb( 8, 34, 76 )", "#08224C"),
        ("rgba(8,34,76,255)", "#08224C"), ("(8,34,76)", "#08224C"), ("(8,34,76,128)", "#08224C80"),
        ("rgb(255,255,255)", "#FFFFFF"), ("rgb(200,199,0)", "#C8C700"), ("black", "#000000"),
        ("darkGray", "#555555"), ("lightGray", "#AAAAAA"), ("gray", "#808080"), ("green", "#00FF00"),
        ("cyan", "#00FFFF"), ("magenta", "#FF00FF"), ("orange", "#FF8000"), ("purple", "#800080"),
        ("brown", "#996633"), ("clear", "#00000000"), ("white", "#FFFFFF"), ("red", "#FF0000"), ("blue", "#0000FF"),
        ("yellow", "#FFFF00"),
    ])
    func literals(text: String, hex: String) throws { #expect(try #require(Color(text)).hex == hex) }

    @Test(arguments: [
        "", "#", "#FFF", "#FFFF", "#GGGGGG", "#FFAB011", "rgb(256,0,0)", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(1,,3)",
        "rgb(-1,0,0)", "rgb(1.5,0,0)", "rgb(1,2,3", "rgb 1,2,3", "hsl(1,2,3)", "Red", "(1,2,3)x", "rgb(１,2,3)",
        "+FAB01",
    ])
    func otherTextsAreNoLiterals(text: String) { #expect(Color(text) == nil) }

    @Test(arguments: [
        ("light", "#0A2B5F"), ("lighter", "#0C3372"), ("lightest", "#0E3C85"), ("dark", "#061A39"),
        ("darker", "#041126"), ("darkest", "#020913"),
    ])
    func shades(word: String, hex: String) throws {
        let document = try colors(
            ##"{"royal blue": "#08224C", "before": "\##(word) royal blue", "after": "royal blue \##(word)"}"##)
        #expect(document.problems.isEmpty)
        #expect(document.colors["before"]?.light.hex == hex)
        #expect(document.colors["after"]?.light.hex == hex)
    }

    @Test func shadesOfNamesThatBeginWithAShade() throws {
        let document = try colors(
            ##"{"dark-blue": "#080808", "a": "dark dark-blue", "light sky": "#101010", "b": "dark light sky", "c": "light sky"}"##
        )
        #expect(document.colors["a"]?.light.hex == "#060606")
        #expect(document.colors["b"]?.light.hex == "#0C0C0C")
        #expect(document.colors["c"]?.light.hex == "#101010")
    }

    @Test func factorsThatWouldHaveTheOppositeEffectHaveNone() {
        let color = Color(red: 0.5, green: 0.25, blue: 0, alpha: 0.5)
        #expect(ColorShade.lightness(0.5).applied(to: color) == color)
        #expect(ColorShade.darkness(2).applied(to: color) == color)
        #expect(ColorShade.lightness(2).applied(to: color) == Color(red: 1, green: 0.5, blue: 0, alpha: 0.5))
        #expect(ColorShade.black.applied(to: color).hex == "#00000080")
        #expect(ColorShade.white.applied(to: color).hex == "#FFFFFF80")
    }

    @Test func dynamicColorsAndTheirShades() throws {
        let document = try colors(
            ##"{"text": {"Light": "black", "DARK": "white"}, "soft": "text darker", "one": {"light": "red"}, "bad": {"dark": "red"}}"##
        )
        #expect(document.colors["text"]?[.light].hex == "#000000")
        #expect(document.colors["text"]?[.dark].hex == "#FFFFFF")
        #expect(document.colors["soft"]?[.dark].hex == "#808080")
        #expect(document.colors["soft"]?.isDynamic == true)
        #expect(document.colors["one"]?.isDynamic == false)
        #expect(document.problems.map(\.kind) == [.invalidDynamicColor])
        #expect(document.problems.first?.path == ["typography-colors", "bad"])
    }

    @Test(arguments: [1, 2, 3, 50, 20_000]) func referencesOfAnyDepth(depth: Int) throws {
        var map = ["c\(depth)": "#FFAB01"]
        for index in 0..<depth { map["c\(index)"] = "c\(index + 1)" }
        let json = String(decoding: try JSONEncoder().encode(map), as: UTF8.self)
        let document = try colors(json)
        #expect(document.colors["c0"]?.light.hex == "#FFAB01")
        #expect(document.problems.isEmpty)
    }

    @Test(arguments: [["a"], ["a", "b"], ["a", "b", "c"]]) func cyclesNameTheirMembers(members: [String]) throws {
        var map = ["outside": "a", "fine": "red"]
        for (index, name) in members.enumerated() { map[name] = members[(index + 1) % members.count] }
        let document = try colors(String(decoding: try JSONEncoder().encode(map), as: UTF8.self))
        #expect(Set(document.colors.keys) == ["fine"])
        let cyclic = document.problems.filter { $0.kind == .cyclicReference }
        #expect(Set(cyclic.compactMap(\.path.last)) == Set(members))
        #expect(cyclic.allSatisfy { $0.message.contains((members + ["a"]).joined(separator: "->")) })
        let outside = document.problems.first { $0.kind == .invalidReference }
        #expect(outside?.path == ["typography-colors", "outside"])
    }

    @Test func aDocumentMayRedefineANameAndAnAssetPrecedesALiteral() throws {
        let document = try TypographyDocument(
            Data(##"{"typography-colors": {"red": "#010203", "a": "red", "b": "blue", "c": 7, "d": "unknown"}}"##.utf8),
            name: "x")
        let asset = AdaptiveColor(Color(red: 0, green: 0, blue: 0.5))
        let typography = Typography([document]) { $0 == "blue" ? asset : nil }
        #expect(typography.colors["a"]?.light.hex == "#010203")
        #expect(typography.colors["b"] == asset)
        #expect(typography.problems.map(\.kind) == [.invalidFormat, .notFound])
    }

    /// A text of shade words without end is no colour, and is refused quickly.
    @Test func manyShadesAreRefused() throws {
        let words = String(repeating: "dark ", count: 100_000) + "red"
        #expect(try colors(##"{"a": "\##(words)"}"##).colors.isEmpty)
    }
}
