/// A tag of four bytes that identifies a table, an axis or a container.
package struct Tag: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: UInt32

    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package init(stringLiteral text: String) {
        rawValue = text.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The tag as text: four characters, with escapes for bytes that are not printable ASCII.
    package var text: String {
        var text = ""
        for shift: UInt32 in [24, 16, 8, 0] {
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
            if (0x20...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\u{\(String(byte, radix: 16))}"
            }
        }
        return text
    }

    package static func < (lhs: Tag, rhs: Tag) -> Bool { lhs.rawValue < rhs.rawValue }
}
