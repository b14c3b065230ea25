/// Conversion between file paths, which are bytes on Linux, and text.
///
/// Reports, the database and messages hold text. The text of a path that is valid UTF-8 is the path itself. In any
/// other path, each byte that is not UTF-8 is written as an escape such as `\xE9`. If a name contains such an escape
/// literally, its backslash is written as `\x5C`, so that every text maps back to the original bytes.
package enum PathText {
    /// Returns the text of a path or of a name in a folder.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) {
            return hasEscape(text) ? escapingBackslashes(text) : text
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

    /// Returns the text of a null-terminated path.
    package static func text(ofCString path: UnsafePointer<CChar>) -> String {
        var length = 0
        while path[length] != 0 { length += 1 }
        return path.withMemoryRebound(to: UInt8.self, capacity: length) {
            text(of: UnsafeBufferPointer(start: $0, count: length))
        }
    }

    /// Whether a text contains an escape, and may therefore represent bytes other than its own.
    package static func hasEscape(_ text: String) -> Bool {
        // Every path passes here, and hardly one has a backslash, which is found fastest in contiguous bytes.
        let hasBackslash = text.utf8.withContiguousStorageIfAvailable { $0.contains(UInt8(ascii: "\\")) }
        guard hasBackslash ?? true else { return false }
        let bytes = Array(text.utf8)
        return bytes.indices.contains { escapedByte(bytes[$0...]) != nil }
    }

    /// Returns the name at the end of a path.
    ///
    /// By byte, since a slash with a combining mark is a separator, too.
    package static func name(of path: String) -> Substring {
        path[(slash(in: path).map(path.utf8.index(after:)) ?? path.startIndex)...]
    }

    /// Returns the folder of an absolute path.
    package static func folder(of path: String) -> String {
        let folder = path[..<(slash(in: path) ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    private static func slash(in path: String) -> String.Index? { path.utf8.lastIndex(of: UInt8(ascii: "/")) }

    /// Returns the bytes that a text represents, with escapes decoded.
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

    /// Returns the text of a path that is valid UTF-8, with the backslashes of literal escapes escaped.
    package static func escapingBackslashes(_ text: String) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if escapedByte(rest) != nil { result += escape(byte).utf8 } else { result.append(byte) }
            rest.removeFirst()
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the byte of an escape at the beginning of a text, if it is a non-ASCII byte or the backslash.
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
