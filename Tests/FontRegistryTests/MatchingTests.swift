import FontRegistry
import Foundation
import TestSupport
import Testing

/// The nearest face of a family, in all scopes and among the system's fonts.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct MatchingTests {
    private let system: SystemFolder
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        system = try SystemFolder([
            SyntheticFont(family: "Grotesk", style: "Bold") {
                $0.weight = 700; $0.isBold = true
            },
            SyntheticFont(family: "Flexible") {
                $0.axes = [
                    .weight, .width, .slant, .opticalSize, .init("GRAD", minimum: 0, defaultValue: 1, maximum: 9),
                ]
                $0.instances = [.init("Bold", ["wght": 700]), .init("Display", ["wght": 300, "opsz": 72])]
            },
            .japanese(family: "Mincho"), SyntheticFont(family: "Substitute"),
        ])
        home = try PrivateHome(fontFolders: [system.path])
        fonts = try home.manager()
    }

    private func name(_ family: String, _ style: FontStyle = FontStyle()) async throws -> String? {
        try await fonts.match(family: family, style: style)?.font.postscriptName
    }

    @Test func aStaticFamilyGivesItsNearestFace() async throws {
        for font in [
            SyntheticFont(family: "Serif Text", style: "Light") { $0.weight = 300 },
            SyntheticFont(family: "Serif Text", style: "Medium") { $0.weight = 500 },
            SyntheticFont(family: "Serif Text", style: "Italic") {
                $0.isItalic = true; $0.italicAngle = -11
            },
            SyntheticFont(family: "Serif Text", style: "Condensed") { $0.widthClass = 3 },
        ] { try await fonts.add(try home.write(font)) }
        // The face of the family, as fontconfig chooses it: weight precedes width.
        #expect(try await name("Serif Text") == "SerifText-Condensed")
        #expect(try await name("Serif Text", FontStyle(weight: 450)) == "SerifText-Medium")
        #expect(try await name("serif text", FontStyle(weight: 350)) == "SerifText-Light")
        #expect(try await name("Serif Text", FontStyle(width: 80)) == "SerifText-Condensed")
        let match = try #require(
            try await fonts.match(family: "Serif Text", style: FontStyle(weight: 700, slope: .oblique())))
        #expect(match.font.postscriptName == "SerifText-Italic")
        #expect(match.coordinates.isEmpty)
        #expect(match.unmet == [.weight, .slope])
        #expect(match.needsSyntheticBold)
        #expect(!match.needsSyntheticOblique)
    }

    @Test func everyNameOfAFamilyDenotesItAndNoOther() async throws {
        let font = SyntheticFont(family: "Modern", style: "Light") {
            $0.legacyFamily = "Modern Light"
            $0.legacyStyle = "Regular"
            $0.localizedNames = [.init(16, language: 0x411, "近代"), .init(16, language: 0x407, "Zeitgenössisch")]
        }
        try await fonts.add(try home.write(font))
        for family in ["Modern", "MODERN", "Modern Light", "近代", "zeitgenössisch"] {
            #expect(try await name(family) == "Modern-Light", "\(family)")
        }
        #expect(try await name("合成明朝") == "Mincho-Regular")
        for other in ["Grotesk-Bold", "Mod", "Light", "serif", "", "Modern Light Regular"] {
            #expect(try await name(other) == nil, "\(other)")
        }
    }

    @Test(arguments: [
        (FontStyle(), [400.0, 100, 0, 12], "Flexible-Regular"),
        (FontStyle(weight: 700), [700, 100, 0, 12], "Flexible-Bold"),
        (FontStyle(weight: 300, pointSize: 100), [300, 100, 0, 72], "Flexible-Display"),
        (FontStyle(weight: 1_000, width: 60, slope: .italic, pointSize: 20), [900, 75, -11, 20], "Flexible-Regular"),
        (FontStyle(slope: .oblique(degrees: 7)), [400, 100, -7, 12], "Flexible-Regular"),
    ])
    func aVariableFamilyHasALocation(_ style: FontStyle, _ location: [Double], _ name: String) async throws {
        let expected = Dictionary(uniqueKeysWithValues: zip(["wght", "wdth", "slnt", "opsz", "GRAD"], location + [1]))
        // Of the system's fonts, fontconfig knows no axes.
        let found = try #require(try await fonts.match(family: "Flexible", style: style))
        #expect(found.coordinates == expected)
        #expect(found.font.postscriptName == name)
        #expect(found.font.origin == .system)
        #expect((found.font.instance != nil) == (name != "Flexible-Regular"))
        try await fonts.add(system.file(1))
        let registered = try #require(try await fonts.match(family: "Flexible", style: style))
        #expect(registered.coordinates == expected)
        #expect(registered.font.postscriptName == name)
        #expect(registered.font.scope == .persistent)
    }

    @Test func aFamilyHasTheFacesOfAllScopes() async throws {
        let regular = try await fonts.add(try home.write(SyntheticFont(family: "Grotesk")), .process)
        #expect(try await fonts.match(family: "Grotesk")?.font.path == regular.path)
        #expect(try await fonts.match(family: "Grotesk", style: FontStyle(weight: 700))?.font.path == system.file(0))
    }

    /// fontconfig takes every face from 700 on for bold, whether or not the font says so.
    @Test(arguments: [false, true])
    func oneFaceIsTakenFromTheHighestScope(_ isBold: Bool) async throws {
        let style = FontStyle(weight: 700)
        for (salt, scope) in [FontScope.persistent, .session, .process].enumerated() {
            let font = SyntheticFont(family: "Grotesk", style: "Bold", salt: UInt32(salt) + 1) {
                $0.weight = 700; $0.isBold = isBold
            }
            try await fonts.add(try home.write(font), scope)
            #expect(try await fonts.match(family: "Grotesk", style: style)?.font.scope == scope)
        }
        for scope in [FontScope.process, .session, .persistent] {
            #expect(try await fonts.match(family: "Grotesk", style: style)?.font.scope == scope)
            _ = try await fonts.unregister(matching: FontQuery(family: "Grotesk", scopes: [scope]))
        }
        #expect(try await fonts.match(family: "Grotesk", style: style)?.font.origin == .system)
    }

    @Test func aDisabledFaceIsNotTaken() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Grotesk")))
        try await fonts.setEnabled(false, [.name("Grotesk-Regular")])
        let match = try await fonts.match(family: "Grotesk")
        #expect(match?.font.postscriptName == "Grotesk-Bold")
        #expect(match?.unmet == .weight)
    }

    @Test func withoutAReadableStoreTheSystemsFamiliesAreFound() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Stored")))
        try Data(repeating: 0x5A, count: 40_000).write(to: URL(filePath: home.paths.database))
        let other = try home.manager(provider: "org.example.App")
        #expect(try await other.match(family: "Grotesk")?.font.origin == .system)
        await #expect(throws: FontError.self) { try await other.match(family: "Stored") }
    }
}
