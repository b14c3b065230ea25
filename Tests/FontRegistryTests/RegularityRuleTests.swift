import FontModel
import Testing

@testable import FontRegistry

/// The order in which styles are the face of their family, as far as fontconfig does not decide.
@Suite struct RegularityRuleTests {
    private func font(
        _ style: String, weight: Double = 400, width: Double = 100, slant: Double = 0, traits: FontTraits = [],
        legacyFamily: String? = nil, legacyStyle: String? = nil
    ) -> FontDescriptor {
        let face = FontFace(
            postscriptName: "Metro-\(style)", family: "Metro", style: style, fullName: "Metro \(style)",
            legacyFamily: legacyFamily, legacyStyle: legacyStyle, weight: weight, width: width, slant: slant,
            traits: traits)
        return FontDescriptor(face: face, path: "/\(style).ttf", origin: .system)
    }

    private func first(_ fonts: FontDescriptor...) -> [String] {
        [fonts, fonts.reversed()].map { FamilyFaces("Metro", $0, in: nil).face?.style ?? "" }
    }

    /// Names decide between styles of equal weight, width and slope, whatever the order of the files.
    @Test(arguments: [
        ["Regular", "ExtraLight", "Thin", "Bold"], ["Regular", "Book", "Outline"], ["Book", "Outline", "Inline"],
        ["Roman", "Medium", "Small Caps"], ["Normal", "Shadow"], ["Text", "Display"], ["Regular", "Roman"],
        ["Medium", "Bold"], ["Bold", "Bold Outline"], ["Light", "Thin"],
    ])
    func theFirstNameWins(_ styles: [String]) {
        let fonts = styles.map { font($0) }
        for order in [fonts, fonts.reversed()] {
            #expect(FamilyFaces("Metro", order, in: nil).face?.style == styles[0], "\(styles)")
        }
    }

    @Test func valuesPrecedeNames() {
        #expect(first(font("Regular", slant: 12), font("Bold", weight: 700)) == ["Bold", "Bold"])
        #expect(first(font("Regular", weight: 900), font("Thin", weight: 500)) == ["Thin", "Thin"])
        // As on fontconfig's scale: 500 is nearer than 300, and weight precedes width.
        #expect(first(font("Light", weight: 300), font("Medium", weight: 500)) == ["Medium", "Medium"])
        #expect(first(font("Bold", weight: 700), font("Narrow", width: 75)) == ["Narrow", "Narrow"])
        #expect(first(font("Strong", traits: .bold), font("Odd")) == ["Odd", "Odd"])
    }

    @Test func theStyleLinkDecidesBetweenEqualNames() {
        let linked = font("Cut A", legacyStyle: "Regular")
        let other = font("Cut B", legacyFamily: "Metro Cut B", legacyStyle: "Regular")
        #expect(first(other, linked) == ["Cut A", "Cut A"])
    }
}
