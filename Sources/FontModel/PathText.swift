/// The text form of file paths, which on Linux are bytes.
///
/// Reports, the database and messages hold text. A path that is valid UTF-8 is its own text. In any other, the bytes that are
/// not UTF-8 are written `\xE9`; a name that holds such an escape literally has its backslash written `\x5C`, so that every path
/// leads back to its own bytes.
package enum PathText {
    /// The text of a path or a name in a folder.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) {
            return hasEscape(text.utf8) ? escapingBackslashes(text) : text
        }
        var text = ""
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            var iterator = rest.makeIterator()
            var decoder = UTF8()
            guard escapedByte(rest) == nil, case .scalarValue(let scalar) = decoder.decode(&iterator) else {
                text += escape(rest.removeFirst())
                continue
            }
            text.unicodeScalars.append(scalar)
            rest.removeFirst(UTF8.width(scalar))
        }
        return text
    }

    /// The text of a path that ends with a zero byte.
    package static func text(ofCString path: UnsafePointer<CChar>) -> String {
        var length = 0
        while path[length] != 0 { length += 1 }
        return path.withMemoryRebound(to: UInt8.self, capacity: length) {
            text(of: UnsafeBufferPointer(start: $0, count: length))
        }
    }

    /// Whether a text may stand for other bytes than its own.
    package static func hasEscape(_ text: String) -> Bool { hasEscape(text.utf8) }

    /// The bytes that a text stands for, if escapes in it are read as such.
    package static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if let escaped = escapedByte(rest) {
                bytes.append(escaped)
                rest.removeFirst(4)
            } else {
                bytes.append(byte)
                rest.removeFirst()
            }
        }
        return bytes
    }

    /// The text of a valid path whose own characters look like escapes.
    package static func escapingBackslashes(_ text: String) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if escapedByte(rest) != nil { result += escape(byte).utf8 } else { result.append(byte) }
            rest.removeFirst()
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func hasEscape(_ text: String.UTF8View) -> Bool {
        guard text.contains(UInt8(ascii: "\\")) else { return false }
        let bytes = Array(text)
        return bytes.indices.contains { escapedByte(bytes[$0...]) != nil }
    }

    /// The byte that an escape at the beginning stands for: one that is not ASCII, or the backslash.
    private static func escapedByte(_ text: ArraySlice<UInt8>) -> UInt8? {
        guard text.count >= 4, text.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]),
            let high = digit(text[text.startIndex + 2]), let low = digit(text[text.startIndex + 3])
        else { return nil }
        let byte = high << 4 | low
        return byte >= 0x80 || byte == UInt8(ascii: "\\") ? byte : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var text = "\\x"
        text.unicodeScalars.append(digits[Int(byte >> 4)])
        text.unicodeScalars.append(digits[Int(byte & 15)])
        return text
    }
}
