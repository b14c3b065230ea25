/// The streams of a file of xz, which may have several one after the other (The .xz File Format 1.2.1).
enum XZStreams {
    /// The number of bytes of the header of a stream, and of its footer.
    private static let header = 12

    /// Returns the types of the checksums that the streams state; nil if a stream is incomplete or damaged.
    ///
    /// The streams are found from the end of the file: the footer of each states where its index is, and the index how
    /// long its blocks are.
    static func checksumTypes(in file: UnsafeRawBufferPointer) -> Set<UInt8>? {
        var types: Set<UInt8> = []
        var end = file.count
        while end > 0 {
            if end >= 4, file[end - 4..<end].allSatisfy({ $0 == 0 }) {
                // Padding after a stream has words of zeros.
                end -= 4
                continue
            }
            guard let start = start(of: file[..<end]) else { return nil }
            types.insert(file[start + 7])
            end = start
        }
        return types
    }

    /// Returns the place of the last stream in bytes that end with it.
    private static func start(of bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let footer = bytes.endIndex - header
        guard footer >= header, bytes.suffix(2).elementsEqual("YZ".utf8) else { return nil }
        let words = bytes[footer + 4..<footer + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let index = footer - (words + 1) * 4
        guard index >= header else { return nil }
        // The first byte of an index is zero.
        var rest = bytes[index + 1..<footer]
        guard let count = number(&rest) else { return nil }
        var start = index - header
        var records = 0
        while records < count {
            guard let size = number(&rest), size <= start, number(&rest) != nil else { return nil }
            start -= (size + 3) / 4 * 4
            records += 1
        }
        guard start >= 0, bytes[start...].starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) else { return nil }
        return start
    }

    /// Removes a number from the beginning of bytes, which has seven bits in each byte.
    private static func number(_ bytes: inout Slice<UnsafeRawBufferPointer>) -> Int? {
        var value = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
