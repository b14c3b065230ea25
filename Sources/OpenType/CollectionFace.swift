/// A face of a collection as a font file of its own (OpenType, "Font Collections").
///
/// Web engines do not agree on how a page names a face within a collection.
package enum CollectionFace {
    /// Returns the file of a face: its directory and copies of its tables, in their order within the collection.
    ///
    /// - Parameters:
    ///   - index: The index of the face.
    ///   - bytes: The collection.
    /// - Returns: The file; nil if there is no such face, or if its tables lie outside the collection.
    package static func file(_ index: Int, of bytes: [UInt8]) -> [UInt8]? {
        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
        }
        guard bytes.starts(with: "ttcf".utf8), let count = number(8, 4), (0..<count).contains(index),
            let start = number(12 + 4 * index, 4), let tables = number(start + 4, 2)
        else { return nil }
        let size = 12 + 16 * tables
        guard start <= bytes.count - size else { return nil }
        var directory = Array(bytes[start..<start + size])
        var contents: [UInt8] = []
        for table in 0..<tables {
            let entry = start + 12 + 16 * table
            guard let offset = number(entry + 8, 4), let length = number(entry + 12, 4), length <= bytes.count,
                offset <= bytes.count - length, contents.count <= bytes.count
            else { return nil }
            let place = UInt32(size + contents.count)
            directory.replaceSubrange(
                12 + 16 * table + 8..<12 + 16 * table + 12,
                with: (0..<4).map { UInt8(truncatingIfNeeded: place >> (24 - 8 * $0)) })
            contents += bytes[offset..<offset + length]
            contents += repeatElement(0, count: -length & 3)
        }
        return directory + contents
    }
}
