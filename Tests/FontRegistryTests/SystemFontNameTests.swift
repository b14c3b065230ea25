import FontRegistry
import Foundation
import TestSupport
import Testing

/// Fonts that fontconfig finds outside fontd's folders, by each kind of name.
@Suite struct SystemFontNameTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        let cast: [SyntheticFont] = [
            SyntheticFont(family: "Synthetic Grotesk", style: "Bold") { $0.weight = 700 },
            SyntheticFont(family: "Synthetic Grotesk", style: "Regular"), SyntheticFont.japanese(),
            SyntheticFont.variable(family: "Synthetic Variable"),
        ]
        for (number, font) in cast.enumerated() {
            try Data(font.build()).write(to: URL(filePath: home.paths.userFonts + "/\(number).ttf"))
        }
    }

    @Test(arguments: [
        ("SyntheticGrotesk-Bold", FontResolution.MatchedBy.postscriptName, "SyntheticGrotesk-Bold"),
        ("SYNTHETIC grotesk", .familyStyle, "SyntheticGrotesk-Regular"),
        ("synthetic grotesk bold", .fullName, "SyntheticGrotesk-Bold"),
        ("合成明朝", .localized, "SyntheticMincho-Regular"), ("合成明朝 標準", .localized, "SyntheticMincho-Regular"),
        ("SyntheticVariable-Bold", .instance, "SyntheticVariable-Bold"),
        ("SyntheticVariable-Regular", .postscriptName, "SyntheticVariable-Regular"),
    ])
    func aNameIsFound(_ name: String, _ kind: FontResolution.MatchedBy, _ postscriptName: String) async throws {
        let resolution = try await fonts.resolve(name)
        #expect(resolution.match?.postscriptName == postscriptName)
        #expect(resolution.match?.origin == .system)
        #expect(resolution.matchedBy == kind)
    }

    /// The first names are compared with those of each font, later ones are looked up in a table of all.
    @Test func aNameIsFoundAfterManyAsBefore() async throws {
        let other = try PrivateHome()
        try FileManager.default.createDirectory(atPath: other.paths.userFonts, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: home.paths.userFonts) {
            try FileManager.default.copyItem(
                atPath: home.paths.userFonts + "/" + name, toPath: other.paths.userFonts + "/" + name)
        }
        let many = try other.manager()
        for number in 0..<20 { #expect(try await many.resolve("Absent \(number)").match == nil) }
        for name in [
            "Synthetic Grotesk", "synthetic_grotesk-BOLD", "合成明朝", "合成明朝 標準", "SyntheticVariable-Bold",
            "Synthetic Variable Bold",
        ] {
            let (first, later) = (try await fonts.resolve(name), try await many.resolve(name))
            #expect(first.match != nil)
            #expect(first.match?.postscriptName == later.match?.postscriptName)
            #expect(first.matchedBy == later.matchedBy)
        }
        for family in ["SYNTHETIC GROTESK", "合成明朝", "Synthetic Variable", "Absent"] {
            let query = FontQuery(family: family)
            let (first, later) = (try await fonts.fonts(matching: query), try await many.fonts(matching: query))
            #expect(first.map(\.postscriptName) == later.map(\.postscriptName))
            #expect(first.isEmpty == (family == "Absent"))
        }
    }

    @Test(arguments: ["syntheticgrotesk_bolder", "Grotesk", "SyntheticVariable-Bolder"])
    func anotherNameIsNot(_ name: String) async throws {
        #expect(try await fonts.resolve(name).match == nil)
    }
}
