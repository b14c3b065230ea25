import DesktopSettings
import DesktopStyles
import FontResources
import StyleSheets
import TestSupport
import Testing

/// Colours that follow the desktop.
@Suite struct DesktopColorTests {
    private static let ink = ColorName(
        "ink", light: 0x1111_11FF, dark: 0xEEEE_EEFF, lightHighContrast: 0x0000_00FF, darkHighContrast: 0xFFFF_FFFF)

    @Test func theSettingsDecideTheAppearance() {
        var settings = DesktopAppearance()
        #expect(ColorAppearance(settings) == .light)
        settings.prefersHighContrast = false
        settings.scheme = .light
        #expect(ColorAppearance(settings) == .light)
        settings.scheme = .dark
        #expect(ColorAppearance(settings) == .dark)
        settings.prefersHighContrast = true
        #expect(ColorAppearance(settings) == .darkHighContrast)
        settings.scheme = nil
        #expect(ColorAppearance(settings) == .lightHighContrast)
        for appearance in ColorAppearance.allCases {
            #expect(ColorAppearance(appearance.scheme, isHighContrast: appearance.isHighContrast) == appearance)
        }
    }

    @Test func everyReaderGetsTheLatestAppearance() async {
        let colors = DesktopColors()
        var (first, second) = (colors.changes.makeAsyncIterator(), colors.changes.makeAsyncIterator())
        #expect(await first.next() == .light)
        colors.set(.light)
        colors.set(.dark)
        colors.set(.darkHighContrast)
        #expect(await first.next() == .darkHighContrast)
        #expect(await second.next() == .darkHighContrast)
        colors.set(.light)
        #expect(await second.next() == .light)
    }

    @Test func aStreamEndsWithItsColors() async {
        var colors: DesktopColors? = DesktopColors(.dark)
        var changes = colors?.changes.makeAsyncIterator()
        #expect(await changes?.next() == .dark)
        colors = nil
        #expect(await changes?.next() == nil)
    }

    /// One value after another, as a user changes the settings of the desktop.
    @Test(.enabled(if: FakePortal.isPossible)) func valuesFollowThePortal() async throws {
        let portal = try FakePortal()
        let space = "org.freedesktop.appearance"
        try portal.set(space, "color-scheme", "u", "0")
        let colors = DesktopColors(.dark)
        let source = portal.source()
        let task = Task { await colors.follow(source.updates(within: FakePortal.patience)) }
        defer { task.cancel() }
        var changes = colors.changes.makeAsyncIterator()
        // The first appearance may be the one before the answer of the portal.
        var first = await changes.next()
        if first == .dark { first = await changes.next() }
        #expect(first == .light && colors[Self.ink].hex == "#111111")
        let steps: [(String, String, ColorAppearance, String)] = [
            ("color-scheme", "1", .dark, "#EEEEEE"), ("contrast", "1", .darkHighContrast, "#FFFFFF"),
            ("color-scheme", "2", .lightHighContrast, "#000000"), ("contrast", "0", .light, "#111111"),
        ]
        for (key, value, appearance, hex) in steps {
            try portal.set(space, key, "u", value)
            #expect(await changes.next() == appearance)
            #expect(colors.appearance == appearance && colors[Self.ink].hex == hex)
        }
    }
}
