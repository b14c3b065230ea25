import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct QueryTests {
    private let home: PrivateHome
    private let system: SystemFolder
    private let fonts: FontManager

    private static let cast: [SyntheticFont] = [
        SyntheticFont(family: "Plain") { $0.characters = [0x20...0x17F, 0x2010...0x2026] },
        SyntheticFont(family: "Heavy", style: "Bold") {
            $0.weight = 700; $0.isBold = true
        },
        SyntheticFont(family: "Lean", style: "Italic") {
            $0.isItalic = true; $0.italicAngle = -12
        },
        SyntheticFont(family: "Narrow") { $0.widthClass = 3 },
        SyntheticFont(family: "Mono") { $0.isFixedPitch = true },
        SyntheticFont(family: "Cubic") { $0.outlines = .cff },
        .variable(family: "Axis"), .japanese(family: "Mincho"),
    ]

    init() async throws {
        system = try SystemFolder([
            SyntheticFont(family: "System", style: "Bold") {
                $0.weight = 700; $0.isBold = true
            }
        ])
        home = try PrivateHome(fontFolders: [system.path])
        fonts = try home.manager()
        let files = try Self.cast.map { try home.write($0) }
        try #require(try await fonts.register(files.map { .file($0) }, scope: .persistent).summary().isSuccess)
    }

    private func names(_ query: FontQuery) async throws -> [String] {
        try await fonts.fonts(matching: query).map(\.face.family).sorted()
    }

    @Test func anEmptyQueryMatchesEverythingEnabled() async throws {
        #expect(
            try await names(FontQuery())
                == ["Axis", "Cubic", "Heavy", "Lean", "Mincho", "Mono", "Narrow", "Plain", "System"])
    }

    @Test func namesComparePostScriptExactlyAndOthersFolded() async throws {
        #expect(try await names(FontQuery(postscriptName: "Plain-Regular")) == ["Plain"])
        #expect(try await names(FontQuery(postscriptName: "plain-regular")) == [])
        #expect(try await names(FontQuery(postscriptName: "Axis-Bold")) == ["Axis"])
        #expect(try await names(FontQuery(family: "PLAIN")) == ["Plain"])
        #expect(try await names(FontQuery(family: "合成明朝")) == ["Mincho"])
        #expect(try await names(FontQuery(style: "italic")) == ["Lean"])
        #expect(try await names(FontQuery(style: "標準")) == ["Mincho"])
        #expect(try await names(FontQuery(fullName: "heavy bold")) == ["Heavy"])
        #expect(try await names(FontQuery(family: "Pla")) == [])
        #expect(try await names(FontQuery(family: "Plain", style: "Bold")) == [])
    }

    @Test func traitsAreWantedAndExcluded() async throws {
        #expect(try await names(FontQuery(traits: .bold)) == ["Heavy", "System"])
        #expect(try await names(FontQuery(traits: .italic)) == ["Lean"])
        #expect(try await names(FontQuery(traits: .condensed)) == ["Narrow"])
        #expect(try await names(FontQuery(traits: .monospace)) == ["Mono"])
        #expect(try await names(FontQuery(traits: [.bold, .italic])) == [])
        // Each named instance of a variable font has its own weight.
        func instances(_ query: FontQuery) async throws -> [String] {
            var query = query
            query.family = "Axis"
            let set = FontQuerySet(including: [query], options: .namedInstances)
            return try await fonts.fonts(matching: set).map(\.postscriptName).sorted()
        }
        #expect(try await instances(FontQuery(traits: .bold)) == ["Axis-Bold"])
        #expect(try await instances(FontQuery(excludedTraits: .bold)) == ["Axis-Light", "Axis-Regular"])
        let rest = try await names(FontQuery(excludedTraits: [.bold, .italic, .condensed, .monospace]))
        #expect(rest == ["Axis", "Cubic", "Mincho", "Plain"])
    }

    @Test func weightWidthAndSlantAreRanges() async throws {
        #expect(try await names(FontQuery(weight: 600...1_000)) == ["Axis", "Heavy", "System"])
        #expect(try await names(FontQuery(weight: 950...1_000)) == [])
        #expect(try await names(FontQuery(weight: 100...150)) == ["Axis"])
        #expect(try await names(FontQuery(width: 60...90)) == ["Narrow"])
        #expect(try await names(FontQuery(slant: 5...20)) == ["Lean"])
        #expect(try await names(FontQuery(traits: .bold, slant: 0...0)) == ["Heavy", "System"])
    }

    @Test func languagesAndCharactersMustBeCovered() async throws {
        #expect(try await names(FontQuery(characters: "あア")) == ["Mincho"])
        #expect(try await names(FontQuery(characters: "aあ")) == ["Mincho"])
        #expect(try await names(FontQuery(characters: "aあж")) == [])
        #expect(try await names(FontQuery(family: "System", characters: "Hello")) == ["System"])
        #expect(try await names(FontQuery(family: "System", characters: "あ")) == [])
        #expect(try await names(FontQuery(languages: ["en"])) == ["Plain"])
        #expect(try await names(FontQuery(languages: ["en", "de"])) == ["Plain"])
        #expect(try await names(FontQuery(languages: ["en", "ar"])) == [])
    }

    @Test func outlinesAndAxesTellKindsApart() async throws {
        #expect(try await names(FontQuery(outlines: .cff)) == ["Cubic"])
        #expect(try await names(FontQuery(axes: ["wght"])) == ["Axis"])
        #expect(try await names(FontQuery(axes: ["wght", "opsz"])) == [])
    }

    @Test func originIsScopeProviderAndFile() async throws {
        let local = try await fonts.add(try home.write(SyntheticFont(family: "Local")), .process)
        #expect(try await names(FontQuery(scopes: [.process])) == ["Local"])
        #expect(try await names(FontQuery(scopes: [.session])) == [])
        #expect(try await names(FontQuery(scopes: [.persistent])).count == Self.cast.count)
        #expect(try await names(FontQuery(provider: "test")).count == Self.cast.count + 1)
        #expect(try await names(FontQuery(provider: "nobody")) == [])
        #expect(try await names(FontQuery(file: local.file)) == ["Local"])
        #expect(try await names(FontQuery(file: system.file(0))) == ["System"])
        let plain = try #require(try await fonts.registered().first { $0.faces[0].family == "Plain" })
        #expect(try await names(FontQuery(file: try #require(plain.path))) == ["Plain"])
        #expect(try await names(FontQuery(file: plain.file)) == ["Plain"])
        #expect(try await names(FontQuery(url: URL(filePath: plain.file))) == ["Plain"])
        #expect(FontQuery(url: URL(filePath: plain.file)).url == URL(filePath: plain.file))
        #expect(try await names(FontQuery(url: try #require(URL(string: "https://example.org/a.ttf")))) == [])
    }

    @Test func aSetIncludesAndExcludes() async throws {
        let set = FontQuerySet(
            including: [FontQuery(traits: .bold), FontQuery(family: "Axis"), FontQuery(weight: 700...700)],
            excluding: [FontQuery(family: "Heavy")])
        #expect(try await fonts.fonts(matching: set).map(\.face.family) == ["Axis", "System"])
        #expect(try await fonts.fonts(matching: FontQuerySet(including: [])).isEmpty)
        let nothing = FontQuerySet(including: [FontQuery()], excluding: [FontQuery()])
        #expect(try await fonts.fonts(matching: nothing).isEmpty)
    }

    @Test func duplicatesStayUnlessTheyAreRemoved() async throws {
        let shadow = try await fonts.add(try home.write(Self.cast[0].with { $0.salt = 9 }), .process)
        let all = FontQuerySet(including: [FontQuery(family: "Plain")])
        #expect(try await fonts.fonts(matching: all).map(\.scope) == [.process, .persistent])
        var once = all
        once.options = .removeDuplicates
        #expect(try await fonts.fonts(matching: once).map(\.path) == [shadow.path])
    }

    @Test func disabledFontsTakePartWhenAsked() async throws {
        try await fonts.setEnabled(false, [.name("Plain-Regular")])
        #expect(try await names(FontQuery(family: "Plain")) == [])
        let set = FontQuerySet(including: [FontQuery(family: "Plain")], options: .includeDisabled)
        let found = try await fonts.fonts(matching: set)
        #expect(found.map(\.isEnabled) == [false])
        #expect(found.map(\.path) == [nil])
    }

    @Test func namedInstancesAreResultsOfTheirOwnWhenAsked() async throws {
        var set = FontQuerySet(including: [FontQuery(family: "Axis")])
        #expect(try await fonts.fonts(matching: set).map(\.postscriptName) == ["Axis-Regular"])
        set.options = .namedInstances
        let found = try await fonts.fonts(matching: set)
        #expect(found.map(\.postscriptName) == ["Axis-Light", "Axis-Regular", "Axis-Bold"])
        #expect(found.map(\.weight) == [300, 400, 700])
        set.including = [FontQuery(family: "Axis", weight: 650...800)]
        #expect(try await fonts.fonts(matching: set).map(\.postscriptName) == ["Axis-Regular", "Axis-Bold"])
    }

    @Test func resultsComeHighestScopeFirst() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Zz Local")), .process)
        try await fonts.add(try home.write(SyntheticFont(family: "Zz Session")), .session)
        let found = try await fonts.fonts(matching: FontQuery())
        #expect(found.prefix(2).map(\.face.family) == ["Zz Local", "Zz Session"])
        #expect(found.last?.face.family == "System")
        let priorities: [FontPriority] = found.compactMap(\.priority)
        #expect(priorities.count == found.count)
        #expect(priorities == Array(priorities.sorted().reversed()))
    }

    @Test func availableNamesAndFilesIncludeTheSystems() async throws {
        let names = try await fonts.postscriptNames()
        #expect(names == names.sorted())
        #expect(Set(names).count == names.count)
        #expect(names.contains("Axis-Light") && names.contains("Axis-Bold") && names.contains("System-Bold"))
        let files = try await fonts.files().map { $0.path(percentEncoded: false) }
        #expect(files.count == Self.cast.count + 1)
        #expect(files.contains(system.file(0)))
        #expect(files.allSatisfy(exists))
    }
}

extension QueryTests {
    /// An address that is no local file's is kept, and does not match fonts that have no path.
    @Test func anAddressThatIsNoFileMatchesNoFont() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let font = SyntheticFont(family: "Data")
        _ = try await fonts.register(.data(Data(font.build()), name: ""), scope: .process)
        let address = try #require(URL(string: "https://example.org/font.ttf"))
        let query = FontQuery(url: address)
        #expect(query.url == address)
        #expect(try await fonts.fonts(matching: query).isEmpty)
        #expect(try await fonts.unregister(matching: query).outcomes.isEmpty)
        #expect(try await fonts.registered().count == 1)
    }
}

extension QueryTests {
    /// Lists for people are read on their own, and have the lines of the registrations.
    @Test func aPrintedListHasTheFacesOfTheRegistrations() async throws {
        for (scope, family) in [(FontScope.session, "Tonight"), (.process, "Mine")] {
            _ = try await fonts.add(try home.write(SyntheticFont(family: family)), scope)
        }
        let collection = SyntheticCollection.faces(3, family: "Many").build()
        let many = try await fonts.add(try home.write(collection, as: "many.ttc"))
        _ = try await fonts.setEnabled(false, many)
        for state in [RegistrationState.any, .enabled, .disabled] {
            for scope in [nil] + FontScope.allCases {
                for provider in [nil, fonts.provider, "another"] {
                    let registrations = try await fonts.registered(scope: scope, state: state, provider: provider)
                    let listed = try await fonts.listedFaces(scope: scope, state: state, provider: provider)
                    #expect(listed == registrations.flatMap(\.listedFaces))
                }
            }
        }
        let all = try await fonts.listedFaces(scope: nil, state: .any, provider: nil)
        #expect(all.count == Self.cast.count + 5)
        #expect(all.first { $0.family == "Axis" }?.axes.map(\.tag) == ["wght"])
    }
}
