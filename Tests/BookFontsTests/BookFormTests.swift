import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import BookFonts

/// Books as different tools write them, and books that state something wrong.
@Suite struct BookFormTests {
    private let home: PrivateHome
    private let font = Data(SyntheticFont(family: "Bookish").build())

    init() throws { home = try PrivateHome() }

    private func contents(_ book: TestBook) throws -> [BookContents.Font] {
        try BookContents(try BookContainer(try book.write(home).path(percentEncoded: false))).fonts
    }

    private func names(_ book: TestBook) throws -> [String] {
        try contents(book).filter { (try? $0.content.get()) == font }.map(\.name)
    }

    /// The media types that tools have written, and others.
    @Test func aFontIsFoundByItsFirstBytes() throws {
        let types = [
            "application/vnd.ms-opentype", "application/truetype", "application/x-font", "application/font-ttf",
            "application/octet-stream", "application/x-font-TrueType", "application/vnd.oasis.opendocument.font", "",
            "binary/octet-stream", "FONT/TTF", "image/png", "text/plain", "application/xhtml+xml",
        ]
        var book = TestBook()
        let items = types.enumerated().map { #"<item href="f\#($0)" media-type="\#($1)"/>"# } + [#"<item href="f"/>"#]
        book.replace(
            "OEBPS/book.opf",
            #"<package xmlns="http://www.idpf.org/2007/opf"><manifest>\#(items.joined())<item href="text" media-type="text/plain"/></manifest></package>"#
        )
        for place in types.indices { book.files.append(("OEBPS/f\(place)", font)) }
        book.files += [("OEBPS/f", font), ("OEBPS/text", Data("true or false".utf8))]
        #expect(try names(book).count == types.count + 1)
        #expect(try contents(book).count == types.count + 1)
    }

    /// Items that are fonts by their type, their suffix or their encryption have an outcome, whatever they hold.
    @Test func everyFontHasAnOutcome() async throws {
        let types = ["font/otf", "text/plain"]
        var book = TestBook(encryption: [("OEBPS/hidden", TestBook.rights)])
        let items = types.enumerated().flatMap { place, type in
            ["none\(place).ttf", "text\(place).otf", "../../out\(place).ttf"].map {
                #"<item href="\#($0)" media-type="\#(type)"/>"#
            }
        }
        book.replace(
            "OEBPS/book.opf",
            #"<package><manifest>\#(items.joined())<item href="hidden" media-type="text/plain"/></manifest></package>"#)
        book.files += [("OEBPS/text0.otf", Data("text".utf8)), ("OEBPS/text1.otf", Data("text".utf8))]
        book.files.append(("OEBPS/hidden", Data("no font".utf8)))
        let opened = try await home.manager().openBook(try book.write(home))
        #expect(
            opened.files.map { $0.outcome.error?.code } == [
                .fileNotFound, .unrecognizedFormat, .invalidFilePath, .fileNotFound, .unrecognizedFormat,
                .invalidFilePath, .invalidFontData,
            ])
    }

    /// The namespaces of documents: those of the standard, none, other ones, and prefixes that nothing declares.
    @Test(arguments: [
        "xmlns=\"http://www.idpf.org/2007/opf\"", "", "xmlns=\"http://openebook.org/namespaces/oeb-package/1.0/\"",
    ])
    func namespacesDecideNothing(_ namespace: String) throws {
        var book = TestBook(encryption: [("OEBPS/a.otf", TestBook.rights)], prefix: "")
        let key = FontObfuscation.hash("urn:isbn:1")
        book.replace(
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>"
        )
        book.replace(
            "META-INF/encryption.xml",
            "<encryption><EncryptedData><EncryptionMethod Algorithm=\"\(TestBook.rights)\"/><CipherData><CipherReference URI=\"OEBPS/a.otf\"/></CipherData></EncryptedData></encryption>"
        )
        for prefix in ["dc:", ""] {
            book.replace(
                "OEBPS/book.opf",
                "<package \(namespace) unique-identifier=\"pub\"><metadata><\(prefix)identifier id=\"pub\">urn:isbn:1</\(prefix)identifier></metadata><manifest><item href=\"a.otf\" media-type=\"font/otf\"/></manifest></package>"
            )
            book.files.removeAll { $0.name == "OEBPS/a.otf" }
            book.files.append(("OEBPS/a.otf", FontObfuscation.idpf.change(font, key)))
            #expect(try names(book) == ["OEBPS/a.otf"], "\(prefix)")
        }
    }

    /// Addresses of the package, of fonts and of encrypted files.
    @Test(arguments: [
        "fonts/a b.otf", "fonts/a%20b.otf", "./fonts/a%20b.otf", "/OEBPS/fonts/a%20b.otf", "../OEBPS/fonts/a%20b.otf",
        "fonts/../fonts/./a%20b.otf", "fonts//a%20b.otf", #"fonts\a b.otf"#, "fonts/a%20b.otf#iefix",
        "fonts/a%20b.otf?x",
    ])
    func anAddressLeadsToItsFile(_ address: String) throws {
        var book = TestBook(fonts: [(address, nil)])
        book.files.append(("OEBPS/fonts/a b.otf", font))
        #expect(try names(book) == ["OEBPS/fonts/a b.otf"])
    }

    @Test(arguments: ["OEBPS/book.opf", "/OEBPS/book.opf", "./OEBPS/book.opf", #"OEBPS\book.opf"#, "OEBPS/./book.opf"])
    func thePackageIsFound(_ address: String) throws {
        var book = TestBook(
            fonts: [
                (
                    "a.otf",
                    FontObfuscation.idpf.change(
                        font, FontObfuscation.hash("urn:uuid:12345678-9ABC-def0-1234-56789abcdef0"))
                )
            ],
            encryption: [("/OEBPS/./a.otf", TestBook.rights)])
        book.replace(
            "META-INF/container.xml",
            #"<container><rootfiles><rootfile full-path="\#(address)" media-type="application/oebps-package+xml"/></rootfiles></container>"#
        )
        #expect(try names(book) == ["OEBPS/a.otf"])
    }

    /// Obfuscated fonts of books whose tools wrote the address, the algorithm or the identifier in other ways.
    @Test(arguments: [
        ("../OEBPS/a.otf", TestBook.rights, #"<dc:identifier id="pub">urn:isbn:1</dc:identifier>"#),
        ("OEBPS/a.otf", " \(TestBook.rights)\n", #"<dc:identifier id="pub">urn:isbn:1</dc:identifier>"#),
        ("OEBPS/a.otf", TestBook.rights, #"<dc:Identifier id="pub">urn:isbn:1</dc:Identifier>"#),
        ("OEBPS/a.otf", TestBook.rights, "<dc:identifier>urn:isbn:1</dc:identifier>"),
    ])
    func obfuscationIsFound(address: String, algorithm: String, identifier: String) throws {
        let packed = FontObfuscation.idpf.change(font, FontObfuscation.hash("urn:isbn:1"))
        let book = TestBook(
            fonts: [("a.otf", packed)], identifiers: identifier, encryption: [(address, algorithm)])
        #expect(try names(book) == ["OEBPS/a.otf"])
    }

    /// Files whose names have characters that addresses encode.
    @Test(arguments: ["a%20b.otf", "100%.otf", "a#b.otf", "a?b.otf", "a+b.otf"]) func plainNamesAreFound(
        _ name: String
    ) throws {
        var book = TestBook(fonts: [(name, nil)])
        book.files.append(("OEBPS/" + name, font))
        #expect(try names(book) == ["OEBPS/" + name])
    }

    @Test(arguments: ["{1F8A3C0E-7D54-4B0A-9B7E-2C6F00AA55EE}", "urn:uuid:{1f8a3c0e-7d54-4b0a-9b7e-2c6f00aa55ee}"])
    func aUUIDMayHaveBraces(_ identifier: String) {
        #expect(FontObfuscation.uuid(identifier) == FontObfuscation.uuid("1f8a3c0e-7d54-4b0a-9b7e-2c6f00aa55ee"))
        #expect(FontObfuscation.uuid(identifier) != nil)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf8])
    func documentsInUTF16AreRead(_ encoding: String.Encoding) throws {
        var book = TestBook(fonts: [("a.otf", font)])
        let text =
            "<?xml version=\"1.0\" encoding=\"\(encoding == .utf8 ? "utf-8" : "UTF-16")\"?><package><manifest><item href=\"a.otf\"/></manifest></package>"
        book.files.removeAll { $0.name == "OEBPS/book.opf" }
        book.files.append(("OEBPS/book.opf", try #require(text.data(using: encoding))))
        #expect(try names(book) == ["OEBPS/a.otf"])
    }

    /// With any bit of a book changed, it or its font is refused, or the font is the one that was packed.
    @Test(arguments: [false, true]) func noDamagedByteIsTaken(_ isDeflated: Bool) throws {
        var book = TestBook(fonts: [("a.otf", Data([0, 1, 0, 0, 0, 1] + (0..<60).map { UInt8($0) ^ 0x55 }))])
        book.isDeflated = isDeflated
        let url = try book.write(home)
        let sound = [UInt8](try Data(contentsOf: url))
        let font = try BookContents(try BookContainer(url.path(percentEncoded: false))).fonts[0].content.get()
        var count = 0
        for place in sound.indices {
            var bytes = sound
            bytes[place] ^= 1 << UInt8(place % 8)
            let path = try home.write(bytes, as: "damaged.epub")
            guard let fonts = try? BookContents(try BookContainer(path)).fonts else { continue }
            count += 1
            for case .success(let found) in fonts.map(\.content) { #expect(found == font, "byte \(place)") }
        }
        // Dates and the like are of no importance.
        #expect(count < sound.count)
    }

    /// What is wrong with the list of files is a sentence of its own.
    @Test func headersThatDifferAreNamed() throws {
        let url = try TestBook(fonts: [("a.otf", font)]).write(home)
        var bytes = [UInt8](try Data(contentsOf: url))
        let name = try #require(Data(bytes).firstRange(of: Data("OEBPS/a.otf".utf8))).lowerBound
        bytes[name] ^= 1
        let path = try home.write(bytes, as: "damaged.epub")
        let error = try #require(throws: FontError.self) { try BookContainer(path) }
        #expect(
            error.message.contains(
                "The book is damaged. A file has two different names. Download the book again."))
    }

    @Test func aWrongSumIsRefused() throws {
        var book = TestBook(fonts: [("a.otf", font)])
        book.isDeflated = false
        let url = try book.write(home)
        var bytes = [UInt8](try Data(contentsOf: url))
        let place = try #require(Data(bytes).firstRange(of: font)).lowerBound
        bytes[place + font.count / 2] ^= 1
        let path = try home.write(bytes, as: "damaged.epub")
        let fonts = try BookContents(try BookContainer(path)).fonts
        #expect(throws: FontError.self) { try fonts[0].content.get() }
    }
}
