/// Functions that damage a sound file; each takes bytes and returns damaged ones.
///
/// Each function changes only what its name describes. Checksums are not updated (see ``withRepairedChecksums(_:)``).
public enum Damage {
    // MARK: Bytes

    /// Returns the first bytes of the file.
    public static func truncated(_ bytes: [UInt8], to length: Int) -> [UInt8] { Array(bytes.prefix(length)) }

    /// Overwrites bytes at an offset; bytes past the end are dropped.
    public static func patched(_ bytes: [UInt8], at offset: Int, with patch: [UInt8]) -> [UInt8] {
        var damaged = bytes
        for (index, byte) in patch.enumerated() where bytes.indices.contains(offset + index) {
            damaged[offset + index] = byte
        }
        return damaged
    }

    /// Appends bytes to the end.
    public static func extended(_ bytes: [UInt8], by tail: [UInt8]) -> [UInt8] { bytes + tail }

    /// Flips bits at positions derived from the seed; the same seed gives the same damage.
    public static func bitFlips(
        _ bytes: [UInt8], count: Int = 8, seed: UInt64, in range: Range<Int>? = nil
    ) -> [UInt8] {
        let places = (range ?? bytes.indices).clamped(to: bytes.indices)
        guard !places.isEmpty else { return bytes }
        var damaged = bytes
        var generator = SplitMix64(state: seed)
        for _ in 0..<count {
            let place = Int.random(in: places, using: &generator)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
        return damaged
    }

    // MARK: Table directory

    /// Moves a table past the end of the file.
    public static func tablePastEnd(_ bytes: [UInt8], table: String = "cmap", face: Int = 0) -> [UInt8] {
        tableOffset(bytes, table: table, offset: UInt32((bytes.count + 0x1000) & ~3), face: face)
    }

    /// Extends a table, which begins in the file, past its end.
    public static func tableAcrossEnd(_ bytes: [UInt8], table: String = "cmap", face: Int = 0) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(table, in: bytes, face: face)
        return tableLength(bytes, table: table, length: UInt32(bytes.count - entry.offset + 0x1000), face: face)
    }

    /// Replaces the offset in a directory entry.
    public static func tableOffset(
        _ bytes: [UInt8], table: String, offset: UInt32, face: Int = 0
    ) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(table, in: bytes, face: face)
        return bytes.replacing32(at: entry.position + 8, with: Int(offset))
    }

    /// Replaces the length in a directory entry, by default with 0xFFFFFFFF.
    public static func tableLength(
        _ bytes: [UInt8], table: String = "glyf", length: UInt32 = .max, face: Int = 0
    ) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(table, in: bytes, face: face)
        return bytes.replacing32(at: entry.position + 12, with: Int(length))
    }

    /// Replaces offset and length so that their sum exceeds 32 bits and wraps to a position in the file.
    public static func tableExtentOverflow(_ bytes: [UInt8], table: String = "glyf", face: Int = 0) -> [UInt8] {
        let moved = tableOffset(bytes, table: table, offset: 0xFFFF_FFF0, face: face)
        return tableLength(moved, table: table, length: 0x40, face: face)
    }

    /// Makes two tables overlap: the second begins 4 bytes into the first.
    public static func overlappingTables(
        _ bytes: [UInt8], _ first: String = "glyf", _ second: String = "hmtx", face: Int = 0
    ) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(first, in: bytes, face: face)
        return tableOffset(bytes, table: second, offset: UInt32(entry.offset + 4), face: face)
    }

    /// Replaces `numTables`, by default with 65,535.
    public static func tableCount(_ bytes: [UInt8], claimed: UInt16 = .max, face: Int = 0) -> [UInt8] {
        bytes.replacing16(
            at: SyntheticDirectoryEntry.directoryPosition(in: bytes, face: face) + 4, with: Int(claimed))
    }

    /// Replaces the tag in a directory entry without sorting the entries again.
    public static func renamedTable(
        _ bytes: [UInt8], _ table: String, to tag: String, face: Int = 0
    ) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(table, in: bytes, face: face)
        return bytes.replacing32(at: entry.position, with: Int(SyntheticWriter.tagNumber(tag)))
    }

    /// Corrects the checksums of all tables in the directory, but not the checksum of the file in `head`.
    public static func withRepairedChecksums(_ bytes: [UInt8], face: Int = 0) -> [UInt8] {
        SyntheticDirectoryEntry.all(in: bytes, face: face).reduce(bytes) { repaired, entry in
            guard entry.range.upperBound <= bytes.count else { return repaired }
            var table = Array(bytes[entry.range])
            // The checksum of `head` excludes the adjustment.
            if entry.tag == "head" { table = table.replacing32(at: 8, with: 0) }
            return repaired.replacing32(at: entry.position + 4, with: Int(SyntheticWriter.checksum(table)))
        }
    }

    // MARK: Collections

    /// Replaces the offset of a face of a collection, by default with one past the end.
    public static func faceOffset(_ bytes: [UInt8], face: Int = 1, offset: UInt32? = nil) -> [UInt8] {
        bytes.replacing32(at: 12 + 4 * face, with: offset.map(Int.init) ?? bytes.count + 0x1000)
    }

    /// Replaces `numFonts` in the header of a collection, by default with 65,535.
    public static func faceCount(_ bytes: [UInt8], claimed: UInt32 = 0xFFFF) -> [UInt8] {
        bytes.replacing32(at: 8, with: Int(claimed))
    }
}

/// A random number generator with 64 bits of state; the same state gives the same numbers on every machine.
public struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    public init(state: UInt64) { self.state = state }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
