/// A text that equals another one only if both have the same bytes.
///
/// Two different texts can be equal as `String`, whose characters may be composed in several ways (NFC and NFD). Paths
/// of Linux are bytes: `é.ttf` composed and decomposed are two files that can be in one folder.
package struct ExactText: Sendable, Hashable, Comparable {
    package let string: String

    package init(_ string: String) { self.string = string }

    package static func == (one: ExactText, other: ExactText) -> Bool { one.string.hasBytes(of: other.string) }

    package static func < (one: ExactText, other: ExactText) -> Bool {
        one.string.utf8.lexicographicallyPrecedes(other.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = string
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether two texts have the same bytes.
    package func hasBytes(of other: String) -> Bool {
        // Most texts that differ have another length, which is known.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether a path is that of something in a folder, at any depth, or below one that ends with a slash.
    ///
    /// By byte, since a name may begin with a combining mark, which makes one character with the slash.
    package func isPath(in folder: String) -> Bool {
        utf8.starts(with: folder.utf8)
            && (folder.utf8.last == UInt8(ascii: "/") || utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
    }
}

extension String? {
    /// Whether both texts have the same bytes, or there are none.
    package func hasBytes(of other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasBytes(of: other)
    }
}
