import FontModel
import Foundation

/// The markup with which a document of a book is refused, because libxml2 would need far more time or memory for it than
/// for other markup of that size.
///
/// These are declarations in the document, by which entities and attributes multiply, and elements with very many
/// attributes, which libxml2 compares with each other.
enum HostileMarkup {
    /// The maximum number of attributes of an element; elements of books have ten.
    private static let attributes = 512

    /// Encodings in which the characters of markup have the bytes of ASCII; EPUB 3.3 permits UTF-8 and UTF-16 only.
    private static let encodings = [
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "windows-125", "koi8-", "gb2312", "gbk", "gb18030", "big5",
        "shift_jis", "euc-",
    ]

    /// Returns a document, in UTF-8 if it was in UTF-16 or UTF-32; nil if it has what no book needs.
    static func checked(_ document: Data) -> Data? {
        let document = WideText.utf8(of: document).map { Data($0) } ?? document
        // A parser takes a document with such bytes for UTF-16 or UTF-32, even if it is damaged.
        guard hasKnownEncoding(document), !document.contains(0) else { return nil }
        let isHarmless = document.withUnsafeBytes { bytes in
            var place = 0
            while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
                let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                guard !hasDeclarations(part), countOfAttributes(part) <= attributes else { return false }
                place = end
            }
            return true
        }
        return isHarmless ? document : nil
    }

    /// Whether the declaration names an encoding of ``encodings``, or none.
    private static func hasKnownEncoding(_ document: Data) -> Bool {
        let bytes = document.starts(with: [0xEF, 0xBB, 0xBF]) ? document.dropFirst(3) : document
        // Documents in other encodings, such as EBCDIC, begin with another byte.
        guard let first = bytes.first(where: { ![0x20, 9, 10, 13].contains($0) }), first == UInt8(ascii: "<") else {
            return false
        }
        let start = String(decoding: bytes.prefix(1_024), as: UTF8.self)
        guard start.hasPrefix("<?xml"), let end = start.range(of: "?>"),
            let name = start[..<end.lowerBound].firstMatch(of: #/encoding\s*=\s*["']([^"']*)["']/#)?.1.lowercased()
        else { return !start.hasPrefix("<?xml") || start.contains("?>") }
        return encodings.contains(where: name.hasPrefix)
    }

    /// Whether a part from one `<` to the next is a document type with declarations within it.
    private static func hasDeclarations(_ part: UnsafeRawBufferPointer) -> Bool {
        guard part.starts(with: "<!DOCTYPE".utf8) else { return false }
        var quote: UInt8?
        for byte in part {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                return true
            } else if byte == UInt8(ascii: ">") {
                return false
            }
        }
        // The quotation goes on beyond the next `<`, which no identifier has.
        return true
    }

    /// Returns the number of equals signs before a quotation.
    private static func countOfAttributes(_ part: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var isAfterSign = false
        for byte in part {
            switch byte {
            case UInt8(ascii: "="): isAfterSign = true
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if isAfterSign { count += 1 }
                isAfterSign = false
            case 0x20, 9, 10, 13: break
            default: isAfterSign = false
            }
        }
        return count
    }
}
