import FontModel
import Foundation

/// The encoding that the declaration of an XML document names; Foundation's parser reads UTF-8 only.
enum DeclaredEncoding {
    /// The encodings of the Internet Assigned Numbers Authority that Foundation decodes here.
    private static let known: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii, "iso-8859-1": .isoLatin1,
        "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1252": .windowsCP1252, "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "shift_jis": .shiftJIS,
    ]

    /// Returns a document in UTF-8 without the declaration; the document itself if none names an encoding.
    ///
    /// - Throws: ``TypographyDocumentError/unexpectedFormat(_:)`` if the encoding is not known, or not that of the bytes.
    static func utf8(of document: Data) throws(TypographyDocumentError) -> Data {
        guard document.starts(with: "<?xml".utf8), let end = document.firstRange(of: Data("?>".utf8)),
            let name = String(decoding: document[..<end.lowerBound], as: UTF8.self)
                .firstMatch(of: #/\sencoding\s*=\s*["']([^"']*)["']/#)?.1
        else { return document }
        guard let encoding = known[name.lowercased()],
            let text = String(data: document[end.upperBound...], encoding: encoding)
        else {
            throw .unexpectedFormat(
                "It cannot be read in its encoding “\(DisplayText.clean(String(name)))”. Save it in UTF-8.")
        }
        return Data(text.utf8)
    }
}
