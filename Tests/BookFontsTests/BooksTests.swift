import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import BookFonts

/// The fonts of open books.
@Suite struct BooksTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private static let identifier = "urn:uuid:12345678-9ABC-def0-1234-56789abcdef0"

    private func font(_ family: String, _ change: (inout SyntheticFont) -> Void = { _ in }) -> Data {
        Data(SyntheticFont(family: family, change).build())
    }

    private func isFound(_ name: String) async throws -> Bool { try await fonts.resolve(name).match != nil }

    @Test(arguments: [true, false])
    func fontsOfAnOpenBookAreFoundUntilItIsClosed(_ isDeflated: Bool) async throws {
        let regular = font("Bookish")
        var packed = TestBook(fonts: [("fonts/a%20b.otf", regular)])
        packed.isDeflated = isDeflated
        let url = try packed.write(home)
        let book = try await fonts.openBook(url)
        #expect(book.files.map(\.name) == ["OEBPS/fonts/a b.otf"])
        #expect(book.files.first?.outcome.registration?.faces.first?.family == "Bookish")
        #expect(book.data(of: "OEBPS/fonts/a b.otf") == regular)
        #expect(try await isFound("Bookish-Regular"))
        await book.close()
        #expect(try await !isFound("Bookish-Regular"))
        // Nothing of it is on the disk.
        #expect(!FileManager.default.fileExists(atPath: home.paths.store))
    }

    @Test func aBookThatNothingHoldsIsClosed() async throws {
        let url = try TestBook(fonts: [("a.otf", font("Bookish"))]).write(home)
        var changes = fonts.changes.makeAsyncIterator()
        do {
            let book = try await fonts.openBook(url)
            #expect(book.files.count == 1)
        }
        var isGone = false
        while !isGone, let event = try await changes.next() {
            if case .change(let change) = event { isGone = change.kind == .removed }
        }
        #expect(try await !isFound("Bookish-Regular"))
    }

    /// Two open books with the same font: each closes its own.
    @Test func booksWithTheSameFontAreIndependent() async throws {
        let url = try TestBook(fonts: [("a.otf", font("Bookish"))]).write(home)
        let first = try await fonts.openBook(url)
        let second = try await fonts.openBook(url)
        #expect(second.files.allSatisfy { $0.outcome.isSuccess })
        await second.close()
        #expect(try await isFound("Bookish-Regular"))
        await first.close()
        #expect(try await !isFound("Bookish-Regular"))
    }

    @Test(arguments: ["enc:", ""], [false, true])
    func obfuscationIsUndone(prefix: String, isDeflatedBefore: Bool) async throws {
        let plain = [font("One"), font("Two")]
        let packed = isDeflatedBefore ? plain.map { Data(ZIPFile.deflated(Array($0))) } : plain
        let idpf = FontObfuscation.idpf.change(packed[0], FontObfuscation.hash(Self.identifier))
        let uuid = try #require(FontObfuscation.uuid(Self.identifier))
        let adobe = FontObfuscation.adobe.change(packed[1], uuid)
        #expect(idpf != packed[0] && idpf.dropFirst(1_040).elementsEqual(packed[0].dropFirst(1_040)))
        let book = TestBook(
            fonts: [("fonts/one.otf", idpf), ("fonts/two.otf", adobe)],
            identifiers:
                "<dc:identifier>other</dc:identifier><dc:identifier id=\"pub\">\n urn:uuid:12345678-\t9ABC-def0-1234-56789abcdef0\r\n</dc:identifier>",
            encryption: [("OEBPS/fonts/one.otf", TestBook.rights), ("OEBPS/fonts/two.otf", TestBook.adobe)],
            prefix: prefix)
        // White space within an identifier counts for Adobe's way only, which then finds no UUID.
        let opened = try await fonts.openBook(try book.write(home))
        #expect(opened.data(of: "OEBPS/fonts/one.otf") == plain[0])
        #expect(opened.data(of: "OEBPS/fonts/two.otf") == nil)
        let clean = TestBook(
            fonts: [("two.otf", adobe)],
            identifiers:
                "<dc:identifier id=\"pub\">978-3</dc:identifier><dc:identifier opf:scheme=\"UUID\">\(Self.identifier)</dc:identifier>",
            encryption: [("OEBPS/two.otf", TestBook.adobe)], prefix: prefix)
        #expect(try await fonts.openBook(try clean.write(home)).data(of: "OEBPS/two.otf") == plain[1])
    }

    /// Known results: SHA-1 of a text without white space, and the bytes of a UUID.
    @Test func keys() {
        func hex(_ bytes: [UInt8]?) -> String? { bytes.map { $0.map { String(format: "%02x", $0) }.joined() } }
        #expect(hex(FontObfuscation.hash(" a\tb\r\nc ")) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hex(FontObfuscation.hash("")) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(hex(FontObfuscation.uuid(Self.identifier)) == "123456789abcdef0123456789abcdef0")
        #expect(FontObfuscation.uuid("urn:isbn:9783161484100") == nil)
        #expect(FontObfuscation.uuid("") == nil)
    }

    @Test func aFontThatIsNotObfuscatedIsUsed() async throws {
        let plain = font("Plain")
        let book = TestBook(
            fonts: [("a.otf", plain)], identifiers: "<dc:identifier id=\"pub\"></dc:identifier>",
            encryption: [("OEBPS/a.otf", TestBook.rights)])
        #expect(try await fonts.openBook(try book.write(home)).data(of: "OEBPS/a.otf") == plain)
    }

    @Test func fontsThatCannotBeUsedHaveTheirReasons() async throws {
        let good = font("Good")
        let book = TestBook(
            fonts: [
                ("drm.otf", good), ("key.otf", FontObfuscation.idpf.change(good, [1, 2, 3])), ("missing.otf", nil),
                ("../../outside.otf", nil), ("https://example.org/a.otf", nil), ("damaged.otf", good.prefix(200)),
                ("text.otf", Data("no font".utf8)), ("good.otf", good),
            ],
            encryption: [
                ("OEBPS/drm.otf", "http://www.w3.org/2001/04/xmlenc#aes256-cbc"), ("OEBPS/key.otf", TestBook.rights),
            ])
        let opened = try await fonts.openBook(try book.write(home))
        #expect(
            opened.files.map { $0.outcome.error?.code } == [
                .missingEntitlement, .invalidFontData, .fileNotFound, .invalidFilePath, .invalidFilePath,
                .invalidFontData, .unrecognizedFormat, nil,
            ])
        #expect(opened.files[0].outcome.error?.message.contains("aes256-cbc") == true)
        #expect(opened.files.filter { $0.data != nil }.map(\.name) == ["OEBPS/good.otf"])
        #expect(try await isFound("Good-Regular"))
    }

    @Test func aBookTakesNoNamesFromOtherFonts() async throws {
        let own = try home.write(SyntheticFont(family: "Interface"))
        try await fonts.register(URL(filePath: own), scope: .persistent)
        let before = try await fonts.resolve("Interface-Regular")
        let japanese = SyntheticFont.LocalizedName(1, language: 0x411, "Interface")
        let url = try TestBook(fonts: [
            ("same.otf", font("Interface") { $0.salt = 7 }), ("family.otf", font("Interface") { $0.style = "Bold" }),
            ("new.otf", font("New")), ("localized.otf", font("Other", { $0.localizedNames = [japanese] })),
            ("full.otf", font("Another", { $0.fullName = "Interface" })),
        ]).write(home)
        let book = try await fonts.openBook(url)
        #expect(book.files.map { $0.outcome.registration?.isEnabled } == [false, false, true, false, false])
        #expect(book.files.allSatisfy { $0.data != nil })
        #expect(try await fonts.resolve("Interface-Regular").match == before.match)
        #expect(try await !isFound("Interface-Bold"))
        await book.close()
        #expect(try await fonts.resolve("Interface-Regular").match == before.match)
    }

    /// Names that mean other fonts to fontconfig, and characters that the app's fonts lack, stay as they are.
    @Test func aBookStandsInForNothing() async throws {
        let kana = font("Kana") { $0.characters = [0x3042...0x3044] }
        let url = try TestBook(fonts: [
            ("serif.otf", font("serif")), ("mono.otf", font("Other") { $0.fullName = "Monospace" }), ("kana.otf", kana),
        ]).write(home)
        let book = try await fonts.openBook(url)
        #expect(book.files.map { $0.outcome.registration?.isEnabled } == [false, false, true])
        #expect(try await isFound("Kana-Regular"))
        #expect(try await fonts.runs(of: "あ").allSatisfy { $0.match == nil })
        #expect(try await fonts.runs(of: "あ", families: ["Kana"]).allSatisfy { $0.match != nil })
        await book.close()
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func namesHaveAnyLetters() async throws {
        let url = try TestBook(fonts: [("plain.otf", font("Bookish"))]).write(home)
        let renamed = home.root + "/given/renamed.epub"
        let script = """
            import sys, zipfile
            name = "Überschrift 書.otf"
            with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
                for entry in old.namelist():
                    new.writestr(entry.replace("plain.otf", name), old.read(entry).replace(b"plain.otf", name.encode()))
            """
        let result = try Command.run(
            "/usr/bin/python3", ["-c", script, url.path(percentEncoded: false), renamed],
            environment: ["LC_ALL": "C.UTF-8"])
        try #require(result.status == 0, "\(result.errors)")
        let book = try await fonts.openBook(URL(filePath: renamed))
        #expect(book.files.map(\.name) == ["OEBPS/Überschrift 書.otf"])
        #expect(book.files.first?.data != nil)
        await book.close()
    }

    /// Documents that name much cost little.
    @Test func longDocumentsAreRefused() async throws {
        let items = (0..<60_000).map { "<item href=\"a\($0)\" media-type=\"font/ttf\"/>" }.joined()
        var book = TestBook()
        book.replace(
            "OEBPS/book.opf", "<package xmlns=\"http://www.idpf.org/2007/opf\"><manifest>\(items)</manifest></package>")
        await #expect(throws: FontError.self) { try await fonts.openBook(try book.write(home)) }
        let identifiers = (0..<60_000).map {
            "<dc:identifier>urn:uuid:\(String(format: "%032x", $0))</dc:identifier>"
        }
        book = TestBook(
            fonts: [("a.otf", Data(count: 16 << 20))], identifiers: identifiers.joined(),
            encryption: [("OEBPS/a.otf", TestBook.adobe)])
        let opened = try await fonts.openBook(try book.write(home))
        #expect(opened.files.first?.outcome.error?.code == .invalidFontData)
        let roots = (0..<60_000).map {
            "<rootfile full-path=\"\($0).opf\" media-type=\"application/oebps-package+xml\"/>"
        }
        book = TestBook()
        book.replace(
            "META-INF/container.xml",
            "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\(roots.joined())</container>")
        await #expect(throws: FontError.self) { try await fonts.openBook(try book.write(home)) }
    }

    @Test func whatIsNoBookIsRefused() async throws {
        func code(_ url: URL) async -> FontError.Code? {
            do throws(FontError) {
                _ = try await fonts.openBook(url)
                return nil
            } catch { return error.code }
        }
        #expect(await code(URL(filePath: home.root + "/none.epub")) == .fileNotFound)
        #expect(await code(URL(filePath: try home.write(Array("text".utf8), as: "a.epub"))) == .unrecognizedFormat)
        #expect(await code(URL(filePath: try home.write([], as: "a.epub"))) == .unrecognizedFormat)
        #expect(await code(try #require(URL(string: "https://example.org/a.epub"))) == .invalidFilePath)
        let fifo = home.root + "/given/fifo.epub"
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(await code(URL(filePath: fifo)) == .unrecognizedFormat)
        var book = TestBook()
        book.files.removeAll { $0.name == "META-INF/container.xml" }
        #expect(await code(try book.write(home)) == .unrecognizedFormat)
        book = TestBook()
        book.files.removeAll { $0.name == "OEBPS/book.opf" }
        #expect(await code(try book.write(home)) == .unrecognizedFormat)
        book = TestBook()
        book.replace("OEBPS/book.opf", "<package><unclosed></package>")
        #expect(await code(try book.write(home)) == .invalidFontData)
        book = TestBook()
        book.files.append(book.files[0])
        #expect(await code(try book.write(home)) == .invalidFontData)
        // Entities that multiply, and one that names a file.
        book = TestBook()
        let entities = (1...12).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
        book.replace("META-INF/container.xml", "<!DOCTYPE a [<!ENTITY e0 \"laugh\">\(entities)]><a>&e12;</a>")
        #expect(await code(try book.write(home)) != nil)
        book = TestBook(
            fonts: [("a.otf", FontObfuscation.idpf.change(font("Good"), FontObfuscation.hash("root")))],
            encryption: [("OEBPS/a.otf", TestBook.rights)])
        let secret = try home.write(Array("root".utf8), as: "secret")
        book.replace(
            "OEBPS/book.opf",
            "<!DOCTYPE package [<!ENTITY key SYSTEM \"file://\(secret)\">]><package xmlns=\"http://www.idpf.org/2007/opf\" unique-identifier=\"pub\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:identifier id=\"pub\">&key;</dc:identifier></metadata><manifest><item href=\"a.otf\" media-type=\"font/otf\"/></manifest></package>"
        )
        let opened = try? await fonts.openBook(try book.write(home))
        #expect(opened?.data(of: "OEBPS/a.otf") == nil)
        #expect(try await fonts.registered(scope: .process).isEmpty)
    }

    /// A font of 300 MB of zeros in 300 kB is refused before it is in memory, and so is a damaged archive.
    @Test func packedBombsAreRefused() async throws {
        let bomb = TestBook(fonts: [("bomb.otf", Data(count: FontLimits.fileSize + 1))])
        let opened = try await fonts.openBook(try bomb.write(home))
        #expect(opened.files.first?.outcome.error?.code == .exceededResourceLimit)
        let deflated = Data(ZIPFile.deflated(Array("OTTO".utf8) + [UInt8](repeating: 0, count: 30 << 20)))
        let book = TestBook(
            fonts: [("a.otf", FontObfuscation.idpf.change(deflated, FontObfuscation.hash(Self.identifier)))],
            encryption: [("OEBPS/a.otf", TestBook.rights)])
        #expect(
            try await fonts.openBook(try book.write(home)).files.first?.outcome.error?.code == .invalidFontData)
    }

    /// Whatever happens to the bytes of a book, opening it ends with a typed error or fonts, and closing removes all.
    @Test func damagedBooksChangeNothing() async throws {
        let url = try TestBook(
            fonts: [("a.otf", font("One")), ("b.otf", font("Two"))], encryption: [("OEBPS/b.otf", TestBook.adobe)]
        ).write(home)
        let whole = [UInt8](try Data(contentsOf: url))
        var generator = SplitMix64(state: 13)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
            let damaged = URL(filePath: try home.write(bytes, as: "damaged.epub"))
            if let book = try? await fonts.openBook(damaged) { await book.close() }
        }
        #expect(try await fonts.registered(scope: .process).isEmpty)
    }
}
