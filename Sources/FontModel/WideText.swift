/// Text in UTF-16 or UTF-32, as some programs save documents.
package enum WideText {
    /// Returns a document as UTF-8, without a mark of the byte order and without a declaration of XML, which names the
    /// former encoding; nil if it is in neither encoding, or damaged.
    ///
    /// The first character is a mark, or one of ASCII as in JSON and XML.
    package static func utf8(of document: some Collection<UInt8>) -> [UInt8]? {
        guard let (size, isBigEndian) = form(Array(document.prefix(4))), document.count % size == 0 else { return nil }
        var units: [UInt32] = []
        units.reserveCapacity(document.count / size)
        var (unit, count) = (UInt32(0), 0)
        for byte in document {
            unit = isBigEndian ? unit << 8 | UInt32(byte) : unit | UInt32(byte) << (8 * UInt32(count))
            count += 1
            if count == size {
                units.append(unit)
                (unit, count) = (0, 0)
            }
        }
        let decoded =
            size == 2
            ? String(validating: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            : String(validating: units, as: UTF32.self)
        guard var text = decoded?.unicodeScalars[...] else { return nil }
        if text.first == "\u{FEFF}" { text.removeFirst() }
        if text.starts(with: "<?xml".unicodeScalars), let end = text.firstIndex(of: ">") {
            text = text[text.index(after: end)...]
        }
        return Array(String(text).utf8)
    }

    /// Returns the size of a unit in bytes and their order; nil if the text is in UTF-8 or another encoding.
    private static func form(_ start: [UInt8]) -> (size: Int, isBigEndian: Bool)? {
        guard start.count >= 2 else { return nil }
        if start.count == 4 {
            if start[2...] == [0, 0], start[..<2] == [0xFF, 0xFE] || start[0] != 0 && start[1] == 0 {
                return (4, false)
            }
            if start[..<2] == [0, 0], start[2...] == [0xFE, 0xFF] || start[2] == 0 && start[3] != 0 {
                return (4, true)
            }
        }
        if start[..<2] == [0xFF, 0xFE] || start[0] != 0 && start[1] == 0 { return (2, false) }
        if start[..<2] == [0xFE, 0xFF] || start[0] == 0 && start[1] != 0 { return (2, true) }
        return nil
    }
}
