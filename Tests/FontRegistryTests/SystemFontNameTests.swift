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

    @Test(arguments: ["syntheticgrotesk_bolder", "Grotesk", "SyntheticVariable-Bolder"])
    func anotherNameIsNot(_ name: String) async throws {
        #expect(try await fonts.resolve(name).match == nil)
    }
}
