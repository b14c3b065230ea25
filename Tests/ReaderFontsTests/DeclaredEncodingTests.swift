import Foundation
import ReaderFonts
import Testing

/// Property lists in other encodings than UTF-8, as programs and people save them.
@Suite struct DeclaredEncodingTests {
    @Test(arguments: [
        ("ISO-8859-1", "Überschrift", String.Encoding.isoLatin1), ("windows-1252", "“Über”", .windowsCP1252),
        ("windows-1251", "Заголовок", .windowsCP1251), ("Shift_JIS", "見出し", .shiftJIS), ("us-ascii", "a", .ascii),
        ("utf8", "Über", .utf8),
    ])
    func declaredEncodingsAreRead(_ name: String, _ style: String, _ encoding: String.Encoding) throws {
        let list = """
            <?xml version='1.0' encoding='\(name)'?>
            <plist version="1.0"><dict><key>ui-font-text-styles</key>
            <dict><key>\(style)</key><dict><key>point-size</key><integer>12</integer></dict></dict></dict></plist>
            """
        let document = try TypographyDocument(try #require(list.data(using: encoding)), name: "list")
        #expect(Typography([document]).styles[style]?.pointSize == 12)
    }

    @Test(arguments: ["x-unknown", "us-ascii", "utf-8"]) func encodingsThatCannotBeReadAreNamed(_ name: String) throws {
        let list = Data("<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><dict><key>".utf8) + Data([0xDC])
        let error = #expect(throws: TypographyDocumentError.self) {
            try TypographyDocument(list + Data("</key><true/></dict></plist>".utf8), name: "list")
        }
        #expect(error?.description.contains("encoding “\(name)”") == true)
    }
}
