import FontRegistry
import Foundation
import TestSupport
import Testing

/// Shares of languages in fonts.
@Suite struct LanguageShareTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test func missingCharactersAreNamed() async throws {
        let font = SyntheticFont(family: "German") { $0.characters = [0x20...0x7E, 0xA0...0xDE, 0xE0...0x17F] }
        try await fonts.register(URL(filePath: try home.write(font)), scope: .persistent)
        let found = try #require(try await fonts.resolve("German-Regular").match)
        let german = try #require(try await fonts.share(of: "de", in: found))
        #expect(german.missing == ["ß"] && german.count > 50)
        #expect(german.share == 1 - 1 / Double(german.count))
        #expect(!found.face.languages.contains("de"))
        let english = try #require(try await fonts.share(of: "en", in: found))
        #expect(english.missing.isEmpty == found.face.languages.contains("en"))
        #expect(try await fonts.share(of: "ja", in: found)?.share ?? 1 < 0.1)
        #expect(try await fonts.share(of: "no such language", in: found) == nil)
        try await fonts.setEnabled(false, .name("German-Regular"))
        let disabled = try #require(
            try await fonts.fonts(
                matching: FontQuerySet(including: [FontQuery(family: "German")], options: .includeDisabled)
            ).first)
        #expect(try await fonts.share(of: "de", in: disabled) == german)
        try await fonts.unregister(.name("German-Regular"))
        let error = await #expect(throws: FontError.self) { try await fonts.share(of: "de", in: disabled) }
        #expect(error?.code == .fileNotFound)
    }

    @Test(
        .enabled(if: SharedFonts.fonts != nil),
        arguments: [
            ("literata/Literata-Regular.ttf", ["pl", "ru", "el", "vi"], []),
            ("lora/Lora-Regular.ttf", ["pl", "ru"], ["el"]),
        ])
    func realFamilies(_ file: String, _ whole: [String], _ partial: [String]) async throws {
        let path = try #require(SharedFonts.fonts) + "/" + file
        let font = try #require(try FontFile(contentsOf: URL(filePath: path)).descriptors.first)
        for language in whole { #expect(try await fonts.share(of: language, in: font)?.share == 1, "\(language)") }
        for language in partial { #expect(try #require(try await fonts.share(of: language, in: font)).share < 1) }
    }
}
