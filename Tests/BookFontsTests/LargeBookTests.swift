import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import BookFonts

/// What books cost.
@Suite struct LargeBookTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func package(_ text: String) throws -> URL {
        var book = TestBook()
        book.replace("OEBPS/book.opf", text)
        return try book.write(home)
    }

    private func error(_ url: URL) -> FontError.Code? {
        do throws(FontError) {
            _ = try BookContents(try BookContainer(url.path(percentEncoded: false)))
            return nil
        } catch { return error.code }
    }

    /// Documents for which a parser takes more than in proportion to their size are refused before they are parsed.
    @Test func documentsThatMultiplyAreRefused() throws {
        let attributes = (0..<2_000).map { " a\($0)=\"\"" }.joined()
        let defaults = (0..<2_000).map { " a\($0) CDATA \"x\"" }.joined()
        for text in [
            "<package\(attributes)><manifest/></package>",
            "<!DOCTYPE package [<!ATTLIST item\(defaults)>]><package><manifest/></package>",
            "<!DOCTYPE package [<!ENTITY e \"eeee\">]><package><manifest><item href=\"&e;\"/></manifest></package>",
            "<!DOCTYPE package PUBLIC \"[\" \"]\" [<!ENTITY % e \"eeee\">]><package><manifest/></package>",
            "<?xml version=\"1.0\" encoding=\"UTF-7\"?><package><manifest/></package>",
        ] {
            #expect(error(try package(text)) == .invalidFontData, "\(text.prefix(60))")
        }
        let plain =
            "<!DOCTYPE package PUBLIC \"-//X//DTD//EN\" \"http://x/[package].dtd\"><package><!-- \(String(repeating: "=", count: 2_000)) --><manifest/></package>"
        #expect(error(try package(plain)) == nil)
    }

    /// libxml2 reads wide characters without a mark and with a byte too many, and would expand what the check cannot see.
    @Test func damagedWideDocumentsAreRefused() {
        let text = "<!DOCTYPE package [<!ENTITY e \"eeee\">]><package/>"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(HostileMarkup.checked(Data(bytes)) == nil)
        #expect(HostileMarkup.checked(Data(bytes + [0x20])) == nil)
        #expect(HostileMarkup.checked(Data("<package/>".utf8)) != nil)
    }

    /// 16 fonts of 8 MB of zeros in a book of some kilobytes.
    @Test func aSmallBookUnpacksToLittle() throws {
        let font = Data("OTTO".utf8) + Data(count: 8 << 20)
        let book = TestBook(fonts: (0..<16).map { ("\($0).otf", font) })
        let url = try book.write(home)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path())[.size] as? Int)
        let fonts = try BookContents(try BookContainer(url.path(percentEncoded: false))).fonts
        let unpacked = fonts.reduce(0) { $0 + ((try? $1.content.get().count) ?? 0) }
        #expect(unpacked <= max(BookDocuments.documentSize, 100 * size))
        #expect(fonts.last?.content.error?.code == .exceededResourceLimit)
    }

    /// Items that a book lists but does not contain are not kept, and fonts are counted while they are collected.
    @Test func itemsAreFilesOfTheBookOrFonts() throws {
        let others = (0..<1_000).map { "<item href=\"\($0).xhtml\"/><item href=\"../../\($0).png\"/>" }.joined()
        func fonts(_ count: Int) -> String { (0..<count).map { "<item href=\"\($0).otf\"/>" }.joined() }
        func manifest(_ items: String) -> String { "<package><manifest>\(items)</manifest></package>" }
        let own = "<item href=\"book.opf\"/>"
        let url = try package(manifest(others + own + fonts(BookContents.count) + fonts(BookContents.count)))
        let items = try BookDocuments(try BookContainer(url.path(percentEncoded: false))).items
        #expect(items.count == BookContents.count + 1)
        #expect(items.first?.name == "OEBPS/book.opf")
        #expect(error(try package(manifest(fonts(BookContents.count + 1)))) == .exceededResourceLimit)
    }

    /// The elements that are kept grow with those that are needed, not with the document.
    @Test func onlyNeededElementsAreKept() throws {
        let other = String(repeating: "<meta name=\"a\" content=\"b\">text</meta>", count: 20_000)
        let document = Data("<package>\(other)<item href=\"a\"/></package>".utf8)
        let elements = try #require(MarkupElement.all(in: document, named: ["package", "item"]))
        #expect(elements.map(\.name) == ["package", "item"])
        #expect(elements.map(\.text) == ["", ""])
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
