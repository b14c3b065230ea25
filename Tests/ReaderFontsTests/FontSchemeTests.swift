import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Answers to requests of web views.
@Suite struct FontSchemeTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let scheme: FontScheme

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
        scheme = FontScheme(fonts)
    }

    private func failure(_ address: String) async -> FontError.Code? {
        do throws(FontError) {
            _ = try await scheme.answer(to: address)
            return nil
        } catch { return error.code }
    }

    /// Fonts of all scopes, also those that only this process has, are answered for with their bytes.
    @Test(arguments: FontScope.allCases) func addressesOfStyleSheetsAreAnswered(scope: FontScope) async throws {
        let font = SyntheticFont(family: "Lora")
        try await fonts.register(.data(Data(font.build()), name: "lora"), scope: scope)
        let page = try await fonts.pageFonts(of: ["Lora"], as: .scheme(scheme))
        let rule = try #require(page.rules.first)
        #expect(rule.url.hasPrefix("fontd-font://") && page.css.contains("url(\"\(rule.url)\")"))
        let answer = try await scheme.answer(to: rule.url)
        #expect(answer.data == Data(font.build()) && answer.mediaType == "font/ttf")
        #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
        #expect(answer.headers["Cache-Control"]?.contains("immutable") == true)
        // The same font has the same address, so that a page keeps it; other content has another one.
        #expect(try await fonts.pageFonts(of: ["Lora"], as: .scheme(scheme)).rules.first?.url == rule.url)
        try await fonts.register(
            .data(Data(SyntheticFont(family: "Lora") { $0.salt = 3 }.build()), name: "lora"), scope: scope,
            options: RegistrationOptions(replaces: true))
        #expect(try await fonts.pageFonts(of: ["Lora"], as: .scheme(scheme)).rules.first?.url != rule.url)
        #expect(await failure(rule.url) != nil)
    }

    @Test func aFaceOfACollectionIsAFileOfItsOwn() async throws {
        let collection = SyntheticCollection.faces(2, family: "Pair")
        try await fonts.register(.data(Data(collection.build()), name: "pair"), scope: .process)
        let rules = try await fonts.pageFonts(of: ["Pair 1", "Pair 2"], as: .scheme(scheme)).rules
        #expect(Set(rules.map(\.url)).count == 2)
        for (rule, name) in zip(rules, ["Pair1-Regular", "Pair2-Regular"]) {
            let face = try FontFile(data: try await scheme.answer(to: rule.url).data).faces
            #expect(face.map(\.postscriptName) == [name])
        }
    }

    /// Pages get no other fonts, and none that the app may not use any more.
    @Test func otherAddressesAreRefused() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        try await fonts.register(URL(filePath: file), scope: .persistent)
        let url = try #require(try await fonts.pageFonts(of: ["Lora"], as: .scheme(scheme)).rules.first?.url)
        let path = try #require(url.split(separator: "/").last)
        for address in [
            "", "fontd-font:", "fontd-font://", "fontd-font://guess/\(path)", url + "?x", url + "/../\(path)",
            "file://\(file)", url.replacingOccurrences(of: path, with: "..%2F..%2Fetc%2Fpasswd"),
        ] {
            #expect(await failure(address) == .notRegistered, "\(address)")
        }
        // The addresses of one web view are no use to another.
        await #expect(throws: FontError.self) { try await FontScheme(fonts).answer(to: url) }
        try await fonts.setEnabled(false, .name("Lora-Regular"))
        #expect(await failure(url) == .notRegistered)
        try await fonts.setEnabled(true, .name("Lora-Regular"))
        #expect(await failure(url) == nil)
        try await fonts.unregister(.name("Lora-Regular"))
        #expect(await failure(url) == .notRegistered)
    }
}
