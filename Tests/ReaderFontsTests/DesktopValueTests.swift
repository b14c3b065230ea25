import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

@testable import DesktopSettings

/// Settings of desktops as they are stored.
@Suite struct DesktopValueTests {
    @Test(arguments: [
        ("Cantarell 11", FontSetting(family: "Cantarell", pointSize: 11)),
        ("Noto Sans Bold 10.5", FontSetting(family: "Noto Sans", pointSize: 10.5, weight: 700)),
        ("Inter Semi-Bold Italic 9", FontSetting(family: "Inter", pointSize: 9, weight: 600, isItalic: true)),
        ("Ubuntu Mono, Condensed 12", FontSetting(family: "Ubuntu Mono", pointSize: 12)),
        ("Adwaita Sans, Noto Sans 11", FontSetting(family: "Adwaita Sans", pointSize: 11)),
        ("Source Code Pro 16px", FontSetting(family: "Source Code Pro", pointSize: 12)),
        ("Inter 11 @wght=450", FontSetting(family: "Inter", pointSize: 11)),
        ("Sans", FontSetting(family: "Sans")), ("Book 10", FontSetting(family: "Book", pointSize: 10)),
    ])
    func fontsOfGNOME(text: String, font: FontSetting) { #expect(FontSetting(pango: text) == font) }

    @Test(arguments: [
        ("Noto Sans,10,-1,5,50,0,0,0,0,0", FontSetting(family: "Noto Sans", pointSize: 10)),
        (
            "Noto Sans,10,-1,5,75,1,0,0,0,0",
            FontSetting(family: "Noto Sans", pointSize: 10, weight: 700, isItalic: true)
        ),
        ("Inter,-1,16,5,600,0,0,0,0,0,0,0,0,0,0,1", FontSetting(family: "Inter", pointSize: 12, weight: 600)),
        ("Hack,9", FontSetting(family: "Hack", pointSize: 9)),
        (
            "Noto Sans,10,-1,5,63,2,0,0,0,0",
            FontSetting(family: "Noto Sans", pointSize: 10, weight: 600, isItalic: true)
        ),
    ])
    func fontsOfKDE(text: String, font: FontSetting) { #expect(FontSetting(qt: text) == font) }

    @Test(arguments: ["", " ", "10", ",", "@wght=1"]) func textsWithoutAFont(text: String) {
        #expect(FontSetting(pango: text) == nil)
        #expect(FontSetting(qt: text) == nil)
    }

    @Test func filesOfKDE() throws {
        let globals = """
            # KDE
            [Colors:View][Inactive]
            font=Wrong,1
            [General]
            font[$i]=Noto Sans,10,-1,5,50,0,0,0,0,0
            fixed=Hack,9,-1,5,50,0,0,0,0,0
            ColorScheme=BreezeDark
            no key
            """
        let fonts = "[General]\nforceFontDPI=120\nforceFontDPIWayland=144\n"
        let values = DesktopAppearance(kdeGlobals: globals, fonts: fonts, isWayland: false)
        #expect(values.interfaceFont?.family == "Noto Sans")
        #expect(values.monospaceFont == FontSetting(family: "Hack", pointSize: 9))
        #expect(values.scheme == .dark)
        #expect(values.textScale == 1.25)
        #expect(DesktopAppearance(kdeGlobals: "", fonts: fonts, isWayland: true).textScale == 1.5)
        let none = DesktopAppearance(kdeGlobals: "\u{0}[[", fonts: "[General]\nforceFontDPI=0", isWayland: false)
        #expect(none == DesktopAppearance())
    }

    @Test(
        arguments: [
            (1.25, 1.25), (0.1, 0.5), (100, 3), (0, nil), (-1, nil), (.nan, nil), (.infinity, nil), (nil, nil),
        ] as [(Double?, Double?)])
    func factorsAreLimited(given: Double?, scale: Double?) {
        var values = DesktopAppearance()
        values.setTextScale(given)
        #expect(values.textScale == scale)
    }

    @Test func aColorOutsideOfTheRangeIsNone() {
        #expect(DesktopAppearance.Accent(red: -1, green: -1, blue: -1) == nil)
        #expect(DesktopAppearance.Accent(red: 1.5, green: 0, blue: 0) == nil)
        #expect(DesktopAppearance.Accent(red: 0, green: 0.5, blue: 1) != nil)
    }

    /// Without a portal, KDE's files count; without these, nothing is known, which is no error.
    @Test func filesCountWithoutABus() async throws {
        let home = try PrivateHome()
        let source = DesktopSource(busAddress: "unix:path=\(home.root)/none", environment: home.environment)
        #expect(await source.appearance() == DesktopAppearance())
        let kept = try home.write(Array("[General]\nfont=Inter,11,-1,5,50,0\n".utf8), as: "kept")
        try FileManager.default.createSymbolicLink(
            atPath: home.paths.configHome + "/kdeglobals", withDestinationPath: kept)
        #expect(await source.appearance().interfaceFont?.family == "Inter")
        var all: [DesktopAppearance] = []
        for await appearance in source.updates() { all.append(appearance) }
        #expect(all.map(\.interfaceFont?.family) == ["Inter"])
    }
}
