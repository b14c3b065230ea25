import CoreTextCompat
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Fonts in memory.
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct GraphicsFontTests {
    private let home: PrivateHome

    init() throws { home = try #require(PrivateFonts.home) }

    private func font(_ bytes: [UInt8]) throws -> CGFont {
        let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
        return try #require(CGFont(provider))
    }

    @Test func aFontInMemoryIsRegisteredForTheProcess() throws {
        let font = try font(SyntheticFont().build())
        #expect(font.postScriptName as String? == "Synthetic-Regular")
        #expect(font.fullName as String? == "Synthetic Regular")
        #expect(font.numberOfGlyphs > 1)
        #expect(failure { CTFontManagerRegisterGraphicsFont(font, $0) } == nil)
        #expect(CTFontManagerCopyAvailablePostScriptNames() as? [String] == ["Synthetic-Regular"])
        // It has no file.
        #expect(CTFontManagerCopyAvailableFontURLs().count == 0)
        let registered = try #require(
            (CTFontManagerCopyRegisteredFontDescriptors(.process, true) as? [CTFontDescriptor])?.first)
        #expect(CTFontDescriptorCopyAttribute(registered, kCTFontURLAttribute) == nil)
        let again = try #require(failure { CTFontManagerRegisterGraphicsFont(font, $0) })
        #expect(again.code == 105)
        #expect(again.userInfo["CTFailedCGFont"] as? CGFont === font)
        #expect(again.userInfo[kCTFontManagerErrorFontURLsKey as String] == nil)
        #expect(failure { CTFontManagerUnregisterGraphicsFont(font, $0) } == nil)
        #expect(failure { CTFontManagerUnregisterGraphicsFont(font, $0) }?.code == 201)
        #expect(CTFontManagerCopyAvailablePostScriptNames().count == 0)
    }

    @Test func aTakenNameIs305() throws {
        let file = try home.write(SyntheticFont())
        register(file)
        let other = try font(SyntheticFont(salt: 1).build())
        #expect(failure { CTFontManagerRegisterGraphicsFont(other, $0) }?.code == 305)
        // A file is unregistered as it was registered.
        let provider = try #require(CGDataProvider(url: URL(filePath: file) as CFURL))
        let same = try #require(CGFont(provider))
        #expect(failure { CTFontManagerRegisterGraphicsFont(same, $0) }?.code == 105)
        #expect(failure { CTFontManagerUnregisterGraphicsFont(same, $0) }?.code == 201)
        #expect(scope(of: file) == .process)
    }

    @Test func whatIsNoFontGivesNone() throws {
        let provider = try #require(CGDataProvider(data: Data("no font".utf8) as CFData))
        #expect(CGFont(provider) == nil)
        #expect(CGDataProvider(url: URL(filePath: home.root + "/none.ttf") as CFURL) == nil)
        #expect(CGDataProvider(url: URL(filePath: home.root) as CFURL) == nil)
        #expect(CGDataProvider(filename: home.root + "/none.ttf") == nil)
        #expect(CGFont("Nothing" as CFString) == nil)
    }

    @Test func aFontIsFoundByItsName() throws {
        let file = try home.put(SyntheticFont(family: "Installed").build(), at: home.paths.userFonts + "/Installed.ttf")
        let font = try #require(CGFont("Installed-Regular" as CFString))
        #expect(font.postScriptName as String? == "Installed-Regular")
        #expect(failure { CTFontManagerRegisterGraphicsFont(font, $0) } == nil)
        try FileManager.default.removeItem(atPath: file)
        #expect(names(CTFontManagerCopyRegisteredFontDescriptors(.process, true)) == ["Installed-Regular"])
        let text = CTFontCreateWithGraphicsFont(font, 20, nil, nil)
        #expect(CTFontCopyPostScriptName(text) as String == "Installed-Regular" && CTFontGetSize(text) == 20)
        #expect(CTFontCopyGraphicsFont(text, nil).postScriptName as String? == "Installed-Regular")
    }
}
