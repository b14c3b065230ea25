import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// The order in which kinds of names are tried, and the order within one kind.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ResolvingTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test(arguments: FontScope.allCases)
    func everyKindOfNameIsAnswered(_ scope: FontScope) async throws {
        try await fonts.add(try home.write(.variable(family: "My Axis")), scope)
        try await fonts.add(try home.write(.japanese()), scope)
        let bold = SyntheticFont(family: "Wide", style: "Bold Extra") { font in
            font.legacyFamily = "Wide Bold Extra"
            font.legacyStyle = "Regular"
            font.postscriptName = "WD-BX"
            font.fullName = "The Full Name"
        }
        try await fonts.add(try home.write(bold), scope)
        let answers: [(String, FontResolution.MatchedBy, String)] = [
            ("MyAxis-Regular", .postscriptName, "MyAxis-Regular"), ("MyAxis-Light", .instance, "MyAxis-Light"),
            ("WD-BX", .postscriptName, "WD-BX"), ("The Full Name", .fullName, "WD-BX"),
            ("the full-name", .fullName, "WD-BX"), ("Wide Bold Extra", .familyStyle, "WD-BX"),
            ("wide-boldextra", .familyStyle, "WD-BX"), ("Wide", .familyStyle, "WD-BX"),
            ("Wide Bold Extra Regular", .familyStyle, "WD-BX"), ("My Axis Bold", .familyStyle, "MyAxis-Bold"),
            ("my axis", .familyStyle, "MyAxis-Regular"),
            ("合成明朝 標準", .localized, "SyntheticMincho-Regular"), ("合成明朝", .localized, "SyntheticMincho-Regular"),
            ("合成明朝 Regular", .localized, "SyntheticMincho-Regular"),
        ]
        for (query, kind, name) in answers {
            let answer = try await fonts.resolve(query)
            #expect(answer.query == query)
            #expect(answer.matchedBy == kind, "\(query)")
            #expect(answer.match?.postscriptName == name, "\(query)")
            #expect(answer.match?.scope == scope)
            #expect(answer.substitute == nil)
        }
        for query in ["wd-bx", "MyAxis-Ligh", "Wide Bold", "明朝", "Regular"] {
            #expect(try await fonts.resolve(query).match == nil, "\(query)")
        }
    }

    /// fontconfig has the family of the file, with its control characters.
    @Test func namesAreFoundAsFilesSpellThem() async throws {
        let system = try SystemFolder([SyntheticFont(family: "Old\u{7F} One")])
        let other = try PrivateHome(fontFolders: [system.path])
        try await fonts.add(try home.write(SyntheticFont(family: "Reg\u{7F}")), .persistent)
        #expect(try await other.manager().resolve("Old\u{7F} One").match?.face.family == "Old\\u{7f} One")
        #expect(try await fonts.resolve("Reg\u{7F}").match?.face.family == "Reg\\u{7f}")
    }

    /// File names and texts of macOS have letters and marks apart (NFD), names in fonts have them in either form.
    @Test func namesAreFoundInComposedAndDecomposedForm() async throws {
        let families = ["\u{C4}rzte", "A\u{308}rzte", "Gro\u{DF}e A\u{308}rzte"]
        for (number, family) in families.enumerated() {
            let font = SyntheticFont(family: family) { $0.postscriptName = "Marks\(number)" }
            let system = try SystemFolder([font])
            let other = try PrivateHome(fontFolders: [system.path])
            let registering = try PrivateHome()
            try await registering.manager().add(try registering.write(font), .persistent)
            for name in [family.precomposedStringWithCanonicalMapping, family.decomposedStringWithCanonicalMapping] {
                for home in [other, registering] {
                    let fonts = try home.manager()
                    #expect(try await fonts.resolve(name).match?.postscriptName == "Marks\(number)", "\(number)")
                    #expect(try await fonts.resolve(name + " Regular").match?.postscriptName == "Marks\(number)")
                }
            }
        }
    }

    @Test func systemFontsAnswerToAllTheirNames() async throws {
        let system = try SystemFolder([.variable(family: "My Axis"), .japanese()])
        let home = try PrivateHome(fontFolders: [system.path])
        let fonts = try home.manager()
        let answers: [(String, FontResolution.MatchedBy, String, Int)] = [
            ("MyAxis-Regular", .postscriptName, "MyAxis-Regular", 0), ("MyAxis-Light", .instance, "MyAxis-Light", 0),
            ("My Axis Bold", .familyStyle, "MyAxis-Bold", 0), ("合成明朝", .localized, "SyntheticMincho-Regular", 1),
        ]
        for (query, kind, name, file) in answers {
            let answer = try await fonts.resolve(query)
            #expect(answer.matchedBy == kind, "\(query)")
            #expect(answer.match?.postscriptName == name, "\(query)")
            #expect(answer.match?.path == system.file(file))
            #expect(answer.match?.origin == .system)
        }
    }

    /// Debian's fonts-urw-base35 has each font as Type 1 and as OpenType, and programs get the OpenType file.
    @Test func ofFilesWithOneNameTheOneThatProgramsGetIsFound() async throws {
        let fonts = ["Regular", "Bold"].flatMap { style in
            [1.0, 2.0].map { revision in
                SyntheticFont(family: "Twin", style: style, salt: UInt32(revision)) { $0.revision = revision }
            }
        }
        let system = try SystemFolder(fonts)
        let home = try PrivateHome(fontFolders: [system.path])
        defer { withExtendedLifetime(home) {} }
        let manager = try home.manager()
        for name in ["Twin-Regular", "Twin Regular", "Twin"] {
            #expect(try await manager.resolve(name).match?.path == system.file(1), "\(name)")
        }
        for name in ["Twin-Bold", "Twin Bold"] {
            #expect(try await manager.resolve(name).match?.path == system.file(3), "\(name)")
        }
    }

    @Test func aBetterKindOfNameWinsOverANearerScope() async throws {
        // "Kind-Name" is a PostScript name in the system and a full name in process scope.
        let system = try SystemFolder([SyntheticFont(family: "System") { $0.postscriptName = "Kind-Name" }])
        let home = try PrivateHome(fontFolders: [system.path])
        let fonts = try home.manager()
        try await fonts.add(try home.write(SyntheticFont(family: "Local") { $0.fullName = "Kind-Name" }), .process)
        let answer = try await fonts.resolve("Kind-Name")
        #expect(answer.matchedBy == .postscriptName)
        #expect(answer.match?.origin == .system)
    }

    @Test(arguments: ["Same-Name", "Same Full", "Same Family", "Same Family Odd"])
    func withinAKindTheNearestScopeWins(_ query: String) async throws {
        func font(_ salt: UInt32) -> SyntheticFont {
            SyntheticFont(family: "Same Family", style: "Odd", salt: salt) {
                $0.postscriptName = "Same-Name"
                $0.fullName = "Same Full"
            }
        }
        let system = try SystemFolder([font(0)])
        let home = try PrivateHome(fontFolders: [system.path])
        let fonts = try home.manager()
        #expect(try await fonts.resolve(query).match?.origin == .system)
        for (salt, scope) in [FontScope.persistent, .session, .process].enumerated() {
            try await fonts.add(try home.write(font(UInt32(salt) + 1)), scope)
            #expect(try await fonts.resolve(query).match?.scope == scope)
        }
    }

    /// A font file with a name takes precedence over an instance with the same name in any other scope.
    ///
    /// In the same scope the two conflict.
    @Test(arguments: [(FontScope.session, FontScope.persistent), (.persistent, .session), (.process, .persistent)])
    func aFileOfItsOwnWinsOverAnInstance(_ variableScope: FontScope, _ boldScope: FontScope) async throws {
        try await fonts.add(try home.write(.variable(family: "Axis")), variableScope)
        try await fonts.add(
            try home.write(
                SyntheticFont(family: "Axis", style: "Bold") {
                    $0.weight = 700; $0.isBold = true
                }), boldScope)
        for query in ["Axis-Bold", "Axis Bold"] {
            let match = try #require(try await fonts.resolve(query).match)
            #expect(match.instance == nil)
            #expect(!match.face.isVariable)
        }
        #expect(try await fonts.resolve("Axis-Light").match?.instance?.name == "Light")
    }

    @Test func aFamilyAloneIsItsRegularFont() async throws {
        for (style, weight) in [("Black", 900), ("Bold", 700), ("Medium", 500), ("Light", 200)] {
            try await fonts.add(try home.write(SyntheticFont(family: "Fam", style: style) { $0.weight = weight }))
        }
        #expect(try await fonts.resolve("Fam").match?.postscriptName == "Fam-Medium")
        try await fonts.add(try home.write(SyntheticFont(family: "Fam", style: "Italic") { $0.isItalic = true }))
        #expect(try await fonts.resolve("Fam").match?.postscriptName != "Fam-Italic")
        try await fonts.add(try home.write(SyntheticFont(family: "Fam")))
        #expect(try await fonts.resolve("Fam").match?.postscriptName == "Fam-Regular")
    }

    @Test func aFamilyOfAVariableFontWhoseDefaultIsLightIsItsRegularInstance() async throws {
        let font = SyntheticFont(family: "Slim", style: "Light") { font in
            font.weight = 300
            font.axes = [.init("wght", minimum: 300, defaultValue: 300, maximum: 900)]
            font.instances = [
                .init("Light", ["wght": 300]), .init("Regular", ["wght": 400]), .init("Bold", ["wght": 700]),
            ]
        }
        try await fonts.add(try home.write(font))
        let match = try #require(try await fonts.resolve("Slim").match)
        #expect(match.instance?.name == "Regular")
        #expect(match.weight == 400)
        #expect(match.postscriptName == "Slim-Regular")
        #expect(try await fonts.resolve("Slim-Light").match?.instance == nil)
    }

    @Test func instancesAnswerToTheFormedNameBesideTheirOwn() async throws {
        let font = SyntheticFont(family: "Own Names") { font in
            font.axes = [.weight]
            font.instances = [.init("Bold", ["wght": 700], postscriptName: "Quite-Different")]
        }
        try await fonts.add(try home.write(font))
        for name in ["Quite-Different", "OwnNames-Bold"] {
            let answer = try await fonts.resolve(name)
            #expect(answer.matchedBy == .instance, "\(name)")
            #expect(answer.match?.instance?.postscriptName == "Quite-Different")
        }
    }

    @Test func disabledFontsAreNotAnswers() async throws {
        let file = try home.write(SyntheticFont(family: "Off"))
        try await fonts.add(file, .persistent, RegistrationOptions(isEnabled: false))
        for name in ["Off-Regular", "Off Regular", "Off"] { #expect(try await !fonts.has(name)) }
    }

    @Test func hostileNamesAreOnlyText() async throws {
        for name in ["'; DROP TABLE face; --", "%", "_", "*", "\0", "a\0b", String(repeating: "x", count: 100_000)] {
            #expect(try await fonts.resolve(name).match == nil)
            #expect(try await fonts.fonts(matching: FontQuery(family: name)).isEmpty)
        }
    }

    /// Lookups outside of fontd's folders do not load the fonts in them, which fontconfig considers as substitutes.
    @Test func aRegisteredFontIsASubstituteAfterOtherLookups() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont(family: "Registered")))
        #expect(try await fonts.systemFonts(named: "Unknown-Regular").isEmpty)
        #expect(try await fonts.systemFonts(named: "Registered-Regular").isEmpty)
        #expect(try await fonts.resolve("Unknown-Regular").substitute?.path == registration.path)
        #expect(try await fonts.systemFonts(named: "Registered-Regular").isEmpty)
    }

    @Test func aRequestEnablesTheBestAnswerOnly() async throws {
        let off = RegistrationOptions(isEnabled: false)
        try await fonts.add(try home.write(SyntheticFont(family: "Target")), .persistent, off)
        try await fonts.add(
            try home.write(SyntheticFont(family: "Decoy") { $0.fullName = "Target-Regular" }), .persistent, off)
        let outcomes = try await fonts.request(["Target-Regular"])
        #expect(outcomes.map(\.status) == [.activated])
        #expect(try await fonts.registeredNames(nil, .enabled) == ["Target-Regular"])
    }
}
