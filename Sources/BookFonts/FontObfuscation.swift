import CNettle
import FontModel
import Foundation
import OpenType

/// A way in which books make their fonts unusable outside of them.
enum FontObfuscation: String, Hashable, CaseIterable {
    /// EPUB 3.3, section 4.4.
    case idpf = "http://www.idpf.org/2008/embedding"
    /// Of Adobe's tools for books.
    case adobe = "http://ns.adobe.com/pdf/enc#RC"

    /// The number of bytes at the start of a file that are changed.
    private var length: Int {
        switch self {
        case .idpf: 1_040
        case .adobe: 1_024
        }
    }

    /// The number of identifiers that are tried.
    private static let identifiers = 8

    /// Returns the keys that a book's identifiers give, the most probable first.
    private func keys(_ identifiers: BookIdentifiers) -> [[UInt8]] {
        switch self {
        case .idpf: identifiers.unique.map { [Self.hash($0)] } ?? []
        case .adobe:
            ([identifiers.unique].compactMap(\.self) + identifiers.marked.prefix(Self.identifiers))
                .compactMap(Self.uuid)
        }
    }

    /// Returns the font that an obfuscated file contains.
    ///
    /// Some tools deflate a font before they change it, and some do not change it at all.
    /// - Parameter limit: The maximum size of the font in bytes.
    /// - Returns: The file of the font; nil if no key of the book gives one.
    func font(from file: Data, _ identifiers: BookIdentifiers, upTo limit: Int) -> Data? {
        if Self.isFont(file) { return file }
        for key in keys(identifiers) {
            // The start shows whether the key is right.
            let start = change(file.prefix(2 * length), key)
            if Self.isFont(start) { return change(file, key) }
            guard let inflatedStart = Inflation.inflate(start, upTo: FontSniffer.prefixLength, isStart: true),
                Self.isFont(inflatedStart)
            else { continue }
            return Inflation.inflate(change(file, key), upTo: min(limit, FontLimits.fileSize))
        }
        return nil
    }

    /// Returns a file with its start combined with a key by exclusive disjunction, which undoes itself.
    func change(_ file: Data, _ key: [UInt8]) -> Data {
        var bytes = [UInt8](file)
        for place in 0..<min(length, bytes.count) { bytes[place] ^= key[place % key.count] }
        return Data(bytes)
    }

    /// Returns the SHA-1 of an identifier without the white space of XML.
    static func hash(_ identifier: String) -> [UInt8] {
        let text = identifier.utf8.filter { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }
        var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
        text.withUnsafeBytes { cnettle_sha1($0.baseAddress, $0.count, &digest) }
        return digest
    }

    /// Returns the 16 bytes of the UUID at the end of an identifier; nil if there is none.
    static func uuid(_ identifier: String) -> [UInt8]? {
        let text = identifier.trimmingCharacters(in: .whitespacesAndNewlines)
        // The prefix urn:uuid: has a hexadecimal digit of its own. Tools of Windows put the UUID into braces.
        let digits = (text.split(separator: ":").last ?? "").filter { !"-{}".contains($0) }
        guard digits.utf8.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        let values = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: 32, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    /// Whether a file begins like a font that can be registered.
    static func isFont(_ file: Data) -> Bool {
        let start = [UInt8](file.prefix(FontSniffer.prefixLength))
        switch FontSniffer.format(of: start) {
        case .openType, .collection, .woff, .woff2: return true
        // A text may begin with "true": the number of tables follows.
        case .trueType: return start.count > 12 && start[4] == 0
        default: return false
        }
    }
}
