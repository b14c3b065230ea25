/// One entry of a table directory as stored in the bytes of a file.
public struct SyntheticDirectoryEntry: Sendable, Hashable {
    /// The table's tag.
    public var tag: String
    /// The checksum in the entry.
    public var checksum: UInt32
    /// The offset in the entry.
    public var offset: Int
    /// The length in the entry.
    public var length: Int
    /// The position of the entry itself: tag, checksum at +4, offset at +8, length at +12.
    public var position: Int

    /// The range of the table in the file.
    public var range: Range<Int> { offset..<offset + length }

    /// Returns the table directory of one face of a sound file, in file order.
    public static func all(in bytes: [UInt8], face: Int = 0) -> [SyntheticDirectoryEntry] {
        let start = directoryPosition(in: bytes, face: face)
        return (0..<bytes.number16(at: start + 4)).map { index in
            let position = start + 12 + 16 * index
            return SyntheticDirectoryEntry(
                tag: SyntheticWriter.tagText(UInt32(bytes.number32(at: position))),
                checksum: UInt32(bytes.number32(at: position + 4)),
                offset: bytes.number32(at: position + 8),
                length: bytes.number32(at: position + 12),
                position: position)
        }
    }

    /// Returns the entry of a table; traps if the face has no such table.
    public static func find(_ tag: String, in bytes: [UInt8], face: Int = 0) -> SyntheticDirectoryEntry {
        guard let entry = all(in: bytes, face: face).first(where: { $0.tag == tag }) else {
            preconditionFailure("Face \(face) has no table \(tag).")
        }
        return entry
    }

    /// Returns the position of a face's directory: 0, or the offset in the header of a collection.
    public static func directoryPosition(in bytes: [UInt8], face: Int = 0) -> Int {
        let isCollection = bytes.starts(with: "ttcf".utf8)
        precondition(isCollection || face == 0, "Not a collection; it has face 0 only.")
        return isCollection ? bytes.number32(at: 12 + 4 * face) : 0
    }
}

extension [UInt8] {
    /// Returns the big-endian 16-bit number at an offset.
    func number16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }

    /// Returns the big-endian 32-bit number at an offset.
    func number32(at offset: Int) -> Int { number16(at: offset) << 16 | number16(at: offset + 2) }

    /// Returns a copy with a 16-bit number written at an offset.
    func replacing16(at offset: Int, with value: Int) -> [UInt8] {
        var writer = SyntheticWriter(capacity: 2)
        writer.u16(value)
        return Damage.patched(self, at: offset, with: writer.bytes)
    }

    /// Returns a copy with a 32-bit number written at an offset.
    func replacing32(at offset: Int, with value: Int) -> [UInt8] {
        var writer = SyntheticWriter(capacity: 4)
        writer.u32(value)
        return Damage.patched(self, at: offset, with: writer.bytes)
    }
}
