import FontModel

/// The files of a Debian package, deb(5): an `ar` archive whose member `data.tar` has them.
enum DebianPackage {
    private static let magic = 8
    private static let header = 60

    /// Returns the bytes of the tar, which may be compressed.
    ///
    /// - Throws: `invalidFontData` (104) if the package is damaged.
    static func files(in bytes: UnsafeRawBufferPointer) throws(FontError) -> UnsafeRawBufferPointer {
        var start = magic
        while start + header <= bytes.count {
            let head = bytes[start..<start + header]
            let end = start + header
            guard head.suffix(2).elementsEqual("`\n".utf8), let size = number(head.dropFirst(48).prefix(10)),
                size <= bytes.count - end
            else { throw ArchivedFonts.damaged("The size of one of its parts is invalid.") }
            if head.starts(with: "data.tar".utf8) { return UnsafeRawBufferPointer(rebasing: bytes[end..<end + size]) }
            // The next member begins at an even place.
            start = end + size + size % 2
        }
        throw ArchivedFonts.damaged("The part with its files is missing.")
    }

    /// Returns the place of a licence's text among the fonts: the statement of the package is for all of them.
    static func place(ofText path: String) -> String {
        let parts = path.split(separator: "/")
        return parts.count == 5 && parts.starts(with: ["usr", "share", "doc"]) && parts[4] == "copyright"
            ? "copyright" : path
    }

    /// Returns the number that digits with spaces after them state.
    private static func number(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = text.prefix { $0 != UInt8(ascii: " ") }
        guard text.dropFirst(digits.count).allSatisfy({ $0 == UInt8(ascii: " ") }) else { return nil }
        return digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }
}
