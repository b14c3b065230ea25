import DesktopSettings
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Style sheets of pages that follow settings and fonts.
@Suite(.timeLimit(.minutes(60))) struct ReaderPageTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func settings(_ family: String) -> ReaderSettings {
        var settings = ReaderSettings()
        settings.fonts[.body] = FontChoice(key: family)
        return settings
    }

    @Test func everyEffectiveChangeIsOneStyleSheetWithAnotherKey() async throws {
        let lora = URL(filePath: try home.write(SyntheticFont(family: "Lora")))
        try await fonts.register(lora, scope: .persistent)
        let page = ReaderPage(fonts, source: .scheme(FontScheme(fonts)), settings: settings("Lora"))
        let first = try #require(try await page.next())
        #expect(
            first.css.contains("@font-face") && first.css.contains("--reader-font-family-body: \"Lora\"")
                && first.missing.isEmpty)
        // The same settings are the same page.
        #expect(try await page.style() == first)
        await page.use(settings("Lora"))
        // A font that the page does not show changes nothing, and settings change it.
        try await fonts.register(URL(filePath: try home.write(SyntheticFont(family: "Other"))), scope: .persistent)
        var larger = settings("Lora")
        larger.size = 24
        await page.use(larger)
        let second = try #require(try await page.next())
        #expect(second.key != first.key && second.css.contains("24px"))
        // Other contents of the file that is shown.
        let newer = try home.write(SyntheticFont(family: "Lora") { $0.revision = 2 }, as: "newer.ttf")
        try await fonts.register(URL(filePath: newer), scope: .persistent, options: RegistrationOptions(replaces: true))
        let third = try #require(try await page.next())
        #expect(third.key != second.key)
        // Its removal and its return.
        try await fonts.unregister(URL(filePath: newer))
        let without = try #require(try await page.next())
        #expect(!without.css.contains("@font-face") && without.missing == ["body": "Lora"])
        try await fonts.register(URL(filePath: newer), scope: .persistent)
        let back = try #require(try await page.next())
        #expect(back == third)
        await page.use(settings("Lora"))
        try await fonts.register(
            lora, scope: .persistent, options: RegistrationOptions(replaces: true, allowsDowngrade: true))
        #expect(try await page.next()?.key == first.key)
    }

    /// A package that is upgraded writes another file to the same path.
    @Test func anotherFileAtTheAddressIsAnotherKey() async throws {
        let folder = home.root + "/system"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try home.configure(folder: folder)
        let path = URL(filePath: folder + "/lora.ttf")
        try Data(SyntheticFont(family: "Lora").build()).write(to: path)
        let page = ReaderPage(fonts, source: .file, settings: settings("Lora"))
        let first = try await page.style()
        #expect(first.css.contains(path.absoluteString))
        #expect(try await page.style() == first)
        try Data(SyntheticFont(family: "Lora") { $0.revision = 2 }.build()).write(to: path, options: .atomic)
        let second = try await page.style()
        #expect(second.css == first.css && second.key != first.key)
    }

    /// A key that means the desktop's font follows the desktop.
    @Test func theDesktopsFontIsThatOfTheDesktop() async throws {
        for family in ["Desk One", "Desk Two"] {
            let file = URL(filePath: try home.write(SyntheticFont(family: family)))
            try await fonts.register(file, scope: .persistent)
        }
        func desktop(_ family: String) -> DesktopAppearance {
            var appearance = DesktopAppearance()
            appearance.interfaceFont = FontSetting(pango: family + " 11")
            return appearance
        }
        let page = ReaderPage(
            fonts, source: .scheme(FontScheme(fonts)), settings: settings("system"), desktop: desktop("Desk One"))
        let first = try #require(try await page.next())
        #expect(first.css.contains("--reader-font-family-body: \"Desk One\", system-ui") && first.missing.isEmpty)
        await page.use(desktop("Desk Two"))
        let second = try #require(try await page.next())
        #expect(second.css.contains("\"Desk Two\"") && second.key != first.key)
    }

    @Test func aCancelledWaitEnds() async throws {
        let page = ReaderPage(fonts, source: .data)
        _ = try await page.next()
        let waiting = Task { try await page.next() }
        waiting.cancel()
        #expect(try await waiting.value == nil)
    }
}
