import FontClient
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// The bytes of fonts in any state, and their facts, are the same from the store and from the service.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct OpeningOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    private static func font(_ family: String, salt: UInt32 = 0) -> SyntheticFont {
        SyntheticFont(family: family, salt: salt) { font in
            font.localizedNames = [
                .init(0, language: 0x409, "© Somebody"), .init(13, language: 0x409, "Free."),
                .init(256, language: 0x409, "Open a"),
            ]
            font.extraTables["GSUB"] = SyntheticFeature.table([.stylisticSet("ss01", name: 256)])
        }
    }

    private func expect(
        _ font: FontDescriptor, _ description: SyntheticFont, of fonts: FontManager,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await fonts.open(font).bytes() == description.build(), sourceLocation: location)
        #expect(try await fonts.details(of: font).text(.license) == "Free.", sourceLocation: location)
        #expect(try await fonts.features(of: font).map(\.name) == ["Open a"], sourceLocation: location)
        #expect(try await fonts.coverage(of: font).covers("Az"), sourceLocation: location)
        let attribution = try await fonts.attribution(of: font)
        #expect(attribution.copyrights == ["© Somebody"], sourceLocation: location)
    }

    @Test(arguments: [FontScope.persistent, .session])
    func disabledFontsAreOpenedByBothWays(_ scope: FontScope) async throws {
        let byBus = try await service.open()
        let other = try PrivateHome()
        let ways = [
            (byBus, home),
            (
                // Only the service determines such an id, so the user acts for the program.
                FontManager(
                    provider: byBus.provider, quota: nil, facts: nil, isUser: true, context: other.context),
                other
            ),
        ]
        for (fonts, home) in ways {
            let description = Self.font("Any")
            let given = URL(filePath: try home.write(description))
            let registration = try #require(try await fonts.register(given, scope: scope).registrations.first)
            let font = try #require(try await fonts.resolve("Any-Regular").match)
            try await expect(font, description, of: fonts)
            try await fonts.setEnabled(false, [.id(registration.id)])
            try await expect(font, description, of: fonts)
            let query = FontQuerySet(including: [FontQuery(family: "Any")], options: .includeDisabled)
            let disabled = try #require(try await fonts.fonts(matching: query).first)
            #expect(disabled.path == nil)
            try await expect(disabled, description, of: fonts)
            try await fonts.unregister([.id(registration.id)])
            // The user can take the removal back, for which the bytes are kept.
            guard home === other else {
                let gone = await #expect(throws: FontError.self) { try await fonts.open(disabled) }
                #expect(gone?.code == .fileNotFound)
                continue
            }
            #expect(try await fonts.open(disabled).bytes() == description.build())
        }
    }

    @Test func replacedFontsAreOpenedByBothWays() async throws {
        let provider = try await service.open()
        #expect(try service.fontctl("policy", provider.provider, "--manage", "allow").status == 0)
        let ways = [try await provider.requestManagement(), try home.user()]
        let (first, second) = (Self.font("Release"), Self.font("Release", salt: 1))
        #expect(try service.fontctl("register", try home.write(first)).status == 0)
        let old = try #require(try await ways[0].resolve("Release-Regular").match)
        #expect(try service.fontctl("register", "--replace", try home.write(second)).status == 0)
        let new = try #require(try await ways[0].resolve("Release-Regular").match)
        for fonts in ways {
            try await expect(old, first, of: fonts)
            try await expect(new, second, of: fonts)
        }
    }

    /// The program sees neither the store nor other programs' disabled fonts.
    @Test func disabledFontsOfOthersAreNotOpened() async throws {
        #expect(try service.fontctl("register", try home.write(Self.font("Users"))).status == 0)
        let fonts = try await service.open()
        let font = try #require(try await fonts.resolve("Users-Regular").match)
        try await expect(font, Self.font("Users"), of: fonts)
        #expect(try service.fontctl("disable", "Users-Regular").status == 0)
        let disabled = FontDescriptor(face: font.face, path: nil, origin: font.origin)
        let refused = await #expect(throws: FontError.self) { try await fonts.open(disabled) }
        #expect(refused?.code == .fileNotFound)
    }

    @Test func filesAreNotExaminedOverTheBus() async throws {
        let fonts = try await service.open()
        let path = try home.write(Self.font("New"))
        let refused = await #expect(throws: FontError.self) {
            for try await _ in fonts.examine([.url(URL(filePath: path))]) {}
        }
        #expect(refused?.code == .unsupportedScope)
    }
}
