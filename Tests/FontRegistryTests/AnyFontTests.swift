import Foundation
import TestSupport
import Testing

@testable import FontLookup
@testable import FontModel
@testable import FontRegistry

/// Facts, priorities and nearness of fonts, whatever their origin.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct AnyFontTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private static let font = SyntheticFont(family: "Every") { font in
        font.characters = [0x20...0x7E, 0xC0...0xFF]
        font.localizedNames = [
            .init(1, language: 0x411, "\u{660E}\u{671D}"), .init(5, language: 0x409, "Version 7.1"),
            .init(20, language: 0x409, "Every-CID"),
        ]
        font.uniqueID = "The one"
    }

    private func check(_ font: FontDescriptor) async throws {
        let coverage = try await fonts.coverage(of: font)
        #expect(coverage.covers("A\u{E9}") && !coverage.covers("\u{416}"))
        let details = try await fonts.details(of: font)
        #expect(details.text(.uniqueName) == "The one")
        #expect(details.text(.cidName) == "Every-CID")
        #expect(details.text(.version)?.hasPrefix("Version") == true)
        #expect(try await fonts.nameRecords(of: font).contains { $0.nameID == 3 && $0.display == "The one" })
        let name = font.localizedName(.family, for: Locale(identifier: "ja"))
        #expect((name.text, name.language) == ("\u{660E}\u{671D}", "ja"))
        let other = font.localizedName(.family, for: Locale(identifier: "fr"))
        #expect((other.text, other.language) == ("Every", "en"))
    }

    @Test func factsAreThereWhateverTheOrigin() async throws {
        let file = try home.write(Self.font)
        for scope in [FontScope.process, .session, .persistent] {
            try await fonts.register(.file(file), scope: scope)
            let found = try #require(try await fonts.resolve("Every-Regular").match)
            #expect(found.scope == scope)
            try await check(found)
            try await fonts.setEnabled(false, found)
            let disabled = try await fonts.fonts(
                matching: FontQuerySet(including: [FontQuery(family: "Every")], options: .includeDisabled))
            #expect(disabled.map(\.path) == [nil])
            try await check(disabled[0])
            try await fonts.unregister(disabled[0])
        }
        try await fonts.register(.data(Data(Self.font.build()), name: "memory"), scope: .process)
        try await check(try #require(try await fonts.resolve("Every-Regular").match))
        try await fonts.unregister([.name("Every-Regular")])
        try await check(try #require(try FontFile(contentsOf: file).descriptors.first))
        try home.put(Self.font.build(), at: home.paths.userFonts + "/every.ttf")
        try await check(try #require(try await home.manager().resolve("Every-Regular").match))
        // A font of data that is nowhere else.
        let data = try #require(try FontFile(data: Data(Self.font.build())).descriptors.first)
        let error = await #expect(throws: FontError.self) { try await fonts.details(of: data) }
        #expect(error?.code == .fileNotFound && error?.message.contains("FontFile") == true)
    }

    /// Another provider's disabled font has no file for this one.
    @Test func anothersDisabledFontStaysClosed() async throws {
        let other = try home.manager(provider: "other")
        try await other.add(try home.write(Self.font))
        let found = try #require(try await other.resolve("Every-Regular").match)
        try await other.setEnabled(false, found)
        let disabled = FontDescriptor(face: found.face, path: nil, origin: found.origin)
        _ = try await other.details(of: disabled)
        let error = await #expect(throws: FontError.self) { try await fonts.details(of: disabled) }
        #expect(error?.code == .fileNotFound)
    }

    // MARK: Priorities

    @Test func aFontHasThePriorityOfItsFolder() async throws {
        var paths = home.paths
        paths.home = nil
        let rule = InstalledFor(paths)
        for (path, priority) in [
            ("/usr/share/fonts/truetype/lato/Lato.ttf", FontPriority.system), ("/run/host/fonts/a.ttf", .system),
            ("/usr/local/share/fonts/fontd/folder/a.ttf", .computer), ("/opt/suite/fonts/a.ttf", .computer),
            ("/run/host/local-fonts/a.ttf", .computer), ("/run/host/user-fonts/a.ttf", .user),
            (home.paths.userFonts + "/a.ttf", .user), (home.paths.userFonts + "-not/a.ttf", .computer),
        ] { #expect(rule.priority(of: path) == priority, "\(path)") }
        paths.home = "/home/me"
        #expect(InstalledFor(paths).priority(of: "/home/me/.fonts/a.ttf") == .user)
        paths.home = "/"
        #expect(InstalledFor(paths).priority(of: "/usr/share/fonts/a.ttf") == .system)

        try home.put(SyntheticFont(family: "Copied").build(), at: home.paths.userFonts + "/copied.ttf")
        try await fonts.add(try home.write(SyntheticFont(family: "Registered")))
        try await fonts.register(.file(try home.write(SyntheticFont(family: "Own"))), scope: .process)
        let found = try await home.manager().fonts(matching: FontQuery())
        #expect(
            found.map { "\($0.face.family) \($0.priority?.rawValue ?? 0)" } == [
                "Own 60000", "Registered 40000", "Copied 40000",
            ])
        // A registered font precedes a copied one of the same name.
        try home.put(SyntheticFont(family: "Registered", salt: 1).build(), at: home.paths.userFonts + "/other.ttf")
        #expect(try await home.manager().resolve("Registered-Regular").match?.scope == .persistent)
    }

    // MARK: Traits

    @Test func theStyleClassIsAmongTheTraits() async throws {
        for styleClass in FontStyleClass.allCases {
            let family = "Class \(styleClass.rawValue)"
            try await fonts.add(
                try home.write(SyntheticFont(family: family) { $0.familyClass = Int(styleClass.rawValue) << 8 | 3 }))
            let found = try await home.manager().fonts(matching: FontQuery(traits: FontTraits(styleClass: styleClass)))
            #expect(found.map(\.face.family) == [family])
            let font = try #require(found.first)
            #expect(font.traits.styleClass == styleClass)
            #expect(font.coreTextTraits.symbolic >> 28 == UInt32(styleClass.rawValue))
            #expect(FontTraits(names: font.traits.names) == font.traits)
        }
        try await fonts.add(try home.write(SyntheticFont(family: "None") { $0.familyClass = 6 << 8 }))
        #expect(try await fonts.resolve("None-Regular").match?.traits.styleClass == nil)
        let others = try await fonts.fonts(
            matching: FontQuery(excludedTraits: FontTraits(styleClass: .scripts)))
        #expect(others.count == FontStyleClass.allCases.count)
        #expect(FontTraits(names: ["scripts", "symbols"]) == nil)
    }

    @Test func applesScalesAreConverted() {
        for (openType, apple) in [
            (100.0, -0.8), (400, 0), (500, 0.23), (700, 0.4), (900, 0.62), (1_000, 1), (650, 0.35),
        ] {
            #expect(abs(CoreTextTraits.weight(openType: openType) - apple) < 1e-9)
            #expect(abs(CoreTextTraits.openTypeWeight(apple) - openType) < 1e-6)
        }
        for (percent, apple) in [(50.0, -0.4), (75, -0.2), (100, 0), (200, 0.4), (1_000, 1), (93.75, -0.05)] {
            #expect(abs(CoreTextTraits.width(percent: percent) - apple) < 1e-9)
            #expect(abs(CoreTextTraits.percent(width: apple) - percent) < 1e-6)
        }
        for (degrees, apple) in [(0.0, 0.0), (12, 0.4), (30, 1), (-30, -1)] {
            #expect(CoreTextTraits.slant(degrees: degrees) == apple)
            #expect(CoreTextTraits.degrees(slant: apple) == degrees)
        }
        #expect(CoreTextTraits.weight(openType: 5_000) == 1 && CoreTextTraits.openTypeWeight(-1) == 1)
        #expect(CoreTextTraits.slant(degrees: 80) == 1 && CoreTextTraits.weight(openType: .nan) == 0)
        let italic = FontDescriptor(
            face: FontFace(
                postscriptName: "A", family: "A", style: "B", fullName: "A B", weight: 700, width: 75, slant: 15,
                traits: [.bold, .italic, .symbolic]), path: nil, origin: .file)
        #expect(
            italic.coreTextTraits == CoreTextTraits(symbolic: 0xC000_0003, weight: 0.4, width: -0.2, slant: 0.5))
    }

    // MARK: The nearest font

    @Test func theNearestFontOfAnyFamilyIsFound() async throws {
        for (family, weight, italic) in [("Alpha", 400, false), ("Alpha", 700, false), ("Beta", 300, true)] {
            let style = italic ? "Italic" : weight == 700 ? "Bold" : "Regular"
            try await fonts.add(
                try home.write(
                    SyntheticFont(family: family, style: style) {
                        ($0.weight, $0.isItalic, $0.isBold) = (weight, italic, weight == 700)
                        $0.characters = family == "Beta" ? [0x20...0x7E, 0x416...0x416] : [0x20...0x7E]
                    }))
        }
        func nearest(_ query: FontQuery, _ required: Set<FontQuery.Condition> = []) async throws -> String? {
            let found = try await fonts.match(query, requiring: required)
            let unmet = found?.unmet.map(\.rawValue).sorted().joined(separator: ",") ?? ""
            return found.map { "\($0.match.font.postscriptName) \(unmet)" }
        }
        #expect(try await nearest(FontQuery(family: "Alpha", weight: 690...690)) == "Alpha-Bold weight")
        #expect(try await nearest(FontQuery(family: "None", traits: .italic)) == "Beta-Italic family")
        #expect(try await nearest(FontQuery(family: "Alpha", traits: .italic)) == "Alpha-Regular traits")
        #expect(try await nearest(FontQuery(family: "Alpha", traits: .italic), [.traits]) == "Beta-Italic family")
        #expect(try await nearest(FontQuery(family: "Alpha", characters: "\u{416}")) == "Alpha-Regular characters")
        #expect(try await nearest(FontQuery(characters: "\u{416}")) == "Beta-Italic ")
        #expect(try await nearest(FontQuery(postscriptName: "alpha", weight: 700...700)) == "Alpha-Bold postscriptName")
        #expect(try await nearest(FontQuery(postscriptName: "Beta Italic")) == "Beta-Italic postscriptName")
        #expect(try await nearest(FontQuery(postscriptName: "alpha"), [.postscriptName]) == nil)
        #expect(try await nearest(FontQuery(family: "None")) == nil)
        #expect(try await nearest(FontQuery(family: "None", traits: .italic), [.family]) == nil)
        // The style alone decides without a condition.
        #expect(try await nearest(FontQuery()) == "Alpha-Regular ")
    }

    // MARK: Apple's errors

    @Test func errorsAreThereInApplesDomain() async throws {
        let missing = (0..<2).map { home.root + "/given/none\($0).ttf" }
        let junk = try home.write(Array("no font".utf8), as: "junk.ttf")
        let sources = (missing + [junk]).map { FontSource.url(URL(filePath: $0)) }
        let summary = try await fonts.register(sources, scope: .process).summary()
        let errors = summary.coreTextErrors
        try #require(errors.count == 2, "\(summary)")
        #expect(errors.map(\.domain) == Array(repeating: "com.apple.CoreText.CTFontManagerErrorDomain", count: 2))
        #expect(errors.map(\.code) == [101, 103])
        #expect(errors[0].userInfo["CTFontManagerErrorFontURLs"] as? [URL] == missing.map { URL(filePath: $0) })
        let one = try #require(summary.errors.last).coreTextError
        #expect(one.code == 103 && one.localizedDescription == summary.errors.last?.message)
        #expect(one.userInfo[FontError.coreTextFontURLsKey] as? [URL] == [URL(filePath: junk)])
    }

    // MARK: Many managers

    /// Managers of one context have one state: what they read is in memory once.
    @Test func managersShareWhatTheyRead() async throws {
        let fonts = FontManager(provider: "test", context: home.context)
        try await fonts.add(try home.write(SyntheticFont(family: "Shared")))
        let others = (0..<500).map { FontManager(provider: "part \($0)", context: home.context) }
        #expect(others.allSatisfy { $0.processState === fonts.processState })
        let stores = others.compactMap { ($0.backend as? LocalBackend)?.store }
        #expect(stores.count == 500 && stores.allSatisfy { $0 === stores[0] })
        // The answers are those of each provider nevertheless.
        try await others[0].add(try home.write(SyntheticFont(family: "Its")))
        try await others[0].setEnabled(false, [.name("Its-Regular")])
        #expect(try await others[1].families().map(\.name) == ["Shared"])
        #expect(try await others[0].registered().count == 1)
        #expect(try await others[1].registered().isEmpty)
        let user = FontManager(provider: "user", authority: .user, context: home.context)
        #expect(try await user.registered().count == 2)
        // A manager that is created later sees a font that was installed meanwhile.
        try home.put(SyntheticFont(family: "Late").build(), at: home.paths.userFonts + "/late.ttf")
        let late = FontManager(provider: "late", context: home.context)
        #expect(late.processState === fonts.processState)
        #expect(try await late.resolve("Late-Regular").match != nil)
        let elsewhere = try PrivateHome()
        #expect(FontManager(provider: "test", context: elsewhere.context).processState !== fonts.processState)
    }
}
