/// Checks of names from the store's files, which another program may have changed, before a name becomes part of a
/// path.
package enum StoredName {
    /// Whether a text is the name of a font folder, which is a number.
    package static func isFolder(_ name: some StringProtocol) -> Bool {
        (1...10).contains(name.utf8.count) && name.utf8.allSatisfy(isDigit)
    }

    /// Whether a text has the format of ``ProjectedName``; files with other names belong to the user.
    package static func isFont(_ name: some StringProtocol) -> Bool {
        withBytes(of: name) { bytes in
            // A name, a dot and three letters.
            (5...128).contains(bytes.count) && bytes[0] != UInt8(ascii: ".") && bytes[0] != UInt8(ascii: "-")
                && bytes.allSatisfy(isSafe)
                && bytes[bytes.count - 4] == UInt8(ascii: ".")
                && extensions.contains { lowercase in
                    zip(lowercase, bytes.suffix(3)).allSatisfy { $0 == $1 | 0x20 }
                }
        }
    }

    /// Whether a font file's name may end so, in lower case.
    package static func isExtension(_ text: String) -> Bool { extensions.contains(Array(text.utf8)) }

    /// Whether a character may be part of a font's name.
    package static func isSafe(_ character: Unicode.Scalar) -> Bool {
        character.isASCII && isSafe(UInt8(character.value))
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        // Letters of both cases differ in one bit.
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || signs.contains(byte)
    }

    private static let signs = Array("-_[],.".utf8)

    /// Whether a text is a place of a font, as folder and file name.
    package static func isPlace(_ place: String) -> Bool {
        guard let slash = place.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
        return isFolder(place[..<slash]) && isFont(place[place.utf8.index(after: slash)...])
    }

    private static let extensions = ["ttf", "otf", "ttc", "otc"].map { Array($0.utf8) }

    /// Whether a name is that of a font file that was moved aside; see ``StorePlace/setAside()``.
    package static func isKeptFont(_ name: String) -> Bool {
        guard let font = StorePlace.name(ofAside: name) else { return false }
        let number = name.dropFirst(StorePlace.asidePrefix(of: font).count)
        return !number.isEmpty && number.utf8.allSatisfy(isDigit) && isFont(font)
    }

    /// Whether a text is a content hash.
    package static func isHash(_ name: some StringProtocol) -> Bool {
        withBytes(of: name) { bytes in
            bytes.count == 64
                && bytes.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
        }
    }

    /// Calls `body` with the bytes of a text, which are checked fastest in place: a list has two names for each font.
    private static func withBytes(
        of name: some StringProtocol, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        name.utf8.withContiguousStorageIfAvailable(body) ?? Array(name.utf8).withUnsafeBufferPointer(body)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

}
