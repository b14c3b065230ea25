import FontModel

/// The files of a Debian package, deb(5): an `ar` archive whose member `data.tar` has them.
enum DebianPackage {
    private static let magic = 8
    private static let header = 60

    /// Returns the bytes of the tar, which may be compressed.
    ///
    /// The members are those that dpkg-deb accepts: it reads none after `data.tar`, and leaves out those that begin with
    /// an underscore.
    ///
    /// - Throws: `invalidFontData` (104) if the package is damaged, `unrecognizedFormat` (103) if it is of another format
    ///   than 2.
    static func files(in bytes: UnsafeRawBufferPointer) throws(FontError) -> UnsafeRawBufferPointer {
        var start = magic
        var hasControl = false
        while start + header <= bytes.count {
            let head = bytes[start..<start + header]
            let end = start + header
            guard head.suffix(2).elementsEqual("`\n".utf8), let size = number(head.dropFirst(48).prefix(10)),
                size <= bytes.count - end
            else { throw ArchivedFonts.damaged("The size of one of its parts is invalid.") }
            let content = UnsafeRawBufferPointer(rebasing: bytes[end..<end + size])
            if start == magic {
                try checkFormat(content)
            } else if head.first != UInt8(ascii: "_") {
                if hasControl, head.starts(with: "data.tar".utf8) { return content }
                guard !hasControl, head.starts(with: "control.tar".utf8) else {
                    throw ArchivedFonts.damaged("The order of its parts is not that of a Debian package.")
                }
                hasControl = true
            }
            // The next member begins at an even place.
            start = end + size + size % 2
        }
        throw ArchivedFonts.damaged("The part with its files is missing.")
    }

    /// Checks the content of `debian-binary`: a version whose first number is 2, and perhaps further lines.
    private static func checkFormat(_ content: UnsafeRawBufferPointer) throws(FontError) {
        let line = content.prefix { $0 != UInt8(ascii: "\n") }
        let numbers = line.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(number)
        guard line.count < content.count, numbers.count == 2, let major = numbers[0], numbers[1] != nil else {
            throw ArchivedFonts.damaged("The version of its format is invalid.")
        }
        guard major == 2 else {
            throw FontError(
                .unrecognizedFormat,
                "The Debian package has version \(major) of its format; only version 2 can be read. Unpack it with a newer dpkg-deb into a folder, and register that folder."
            )
        }
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
