extension Damage {
    // MARK: Contents of tables

    /// Overwrites bytes at an offset in a table.
    public static func patchedTable(
        _ bytes: [UInt8], _ table: String, at offset: Int, with patch: [UInt8], face: Int = 0
    ) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(table, in: bytes, face: face)
        return patched(bytes, at: entry.offset + offset, with: patch)
    }

    /// Fills a table with zeros.
    public static func zeroedTable(_ bytes: [UInt8], table: String, face: Int = 0) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(table, in: bytes, face: face)
        return patched(bytes, at: entry.offset, with: Array(repeating: 0, count: entry.length))
    }

    /// Declares more glyphs in `maxp` than `loca` and the other tables have.
    public static func glyphCount(_ bytes: [UInt8], claimed: UInt16 = .max, face: Int = 0) -> [UInt8] {
        write16(bytes, "maxp", 4, Int(claimed), face)
    }

    /// Declares more metrics in `hhea` than `hmtx` has.
    public static func metricsCount(_ bytes: [UInt8], claimed: UInt16 = .max, face: Int = 0) -> [UInt8] {
        write16(bytes, "hhea", 34, Int(claimed), face)
    }

    /// Moves the last `loca` entry past the end of `glyf`.
    public static func glyphPastEnd(_ bytes: [UInt8], face: Int = 0) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find("loca", in: bytes, face: face)
        return patched(bytes, at: entry.range.upperBound - 2, with: [0xFF, 0xFF])
    }

    /// Declares `cmap` subtables that are longer than the table, for format 12 also with too many groups.
    public static func characterMapLengthOverflow(_ bytes: [UInt8], face: Int = 0) -> [UInt8] {
        subtables(bytes, face: face).reduce(bytes) { damaged, start in
            switch bytes.number16(at: start) {
            case 12:
                damaged.replacing32(at: start + 4, with: 0xFFFF_FFFF)
                    .replacing32(at: start + 12, with: 0x1555_5555)
            default: damaged.replacing16(at: start + 2, with: 0xFFFF)
            }
        }
    }

    /// Moves the subtables of the `cmap` past the end of the file.
    public static func characterMapOffsets(_ bytes: [UInt8], offset: UInt32 = 0xFFFF_FF00, face: Int = 0) -> [UInt8] {
        let start = SyntheticDirectoryEntry.find("cmap", in: bytes, face: face).offset
        return (0..<bytes.number16(at: start + 2)).reduce(bytes) { damaged, index in
            damaged.replacing32(at: start + 8 + 8 * index, with: Int(offset))
        }
    }

    /// Declares more named instances in `fvar` than there are.
    public static func instanceCount(_ bytes: [UInt8], claimed: UInt16 = .max, face: Int = 0) -> [UInt8] {
        write16(bytes, "fvar", 12, Int(claimed), face)
    }

    /// Declares more axes in `fvar` than there are.
    public static func axisCount(_ bytes: [UInt8], claimed: UInt16 = .max, face: Int = 0) -> [UInt8] {
        write16(bytes, "fvar", 8, Int(claimed), face)
    }

    /// Declares more records in `name` than there are.
    public static func nameCount(_ bytes: [UInt8], claimed: UInt16 = .max, face: Int = 0) -> [UInt8] {
        write16(bytes, "name", 2, Int(claimed), face)
    }

    /// Moves the strings of name records past the end of the storage.
    public static func nameOffsets(_ bytes: [UInt8], offset: UInt16 = .max, face: Int = 0) -> [UInt8] {
        let start = SyntheticDirectoryEntry.find("name", in: bytes, face: face).offset
        return (0..<bytes.number16(at: start + 2)).reduce(bytes) { damaged, index in
            damaged.replacing16(at: start + 6 + 12 * index + 10, with: Int(offset))
        }
    }

    /// Replaces the magic number in `head`.
    public static func headMagic(_ bytes: [UInt8], face: Int = 0) -> [UInt8] {
        patchedTable(bytes, "head", at: 12, with: [0xDE, 0xAD, 0xBE, 0xEF], face: face)
    }

    /// Replaces the units per em in `head`, by default with 0.
    public static func unitsPerEm(_ bytes: [UInt8], claimed: UInt16 = 0, face: Int = 0) -> [UInt8] {
        write16(bytes, "head", 18, Int(claimed), face)
    }

    /// Returns all structural damages for which the file has the tables, with the names of the functions.
    public static func catalogue(of bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        var damages: [(name: String, bytes: [UInt8])] = [
            ("truncated to 3", truncated(bytes, to: 3)),
            ("truncated to 20", truncated(bytes, to: 20)),
            ("truncated to half", truncated(bytes, to: bytes.count / 2)),
            ("tableCount", tableCount(bytes)),
        ]
        let tags = Set(SyntheticDirectoryEntry.all(in: bytes).map(\.tag))
        for tag in ["CFF ", "CFF2", "cmap", "fvar", "glyf", "head", "loca", "maxp", "name"] where tags.contains(tag) {
            damages += [
                ("tablePastEnd \(tag)", tablePastEnd(bytes, table: tag)),
                ("tableAcrossEnd \(tag)", tableAcrossEnd(bytes, table: tag)),
                ("tableLength \(tag)", tableLength(bytes, table: tag)),
                ("tableExtentOverflow \(tag)", tableExtentOverflow(bytes, table: tag)),
                ("overlappingTables \(tag)", overlappingTables(bytes, tag, "hmtx")),
                ("zeroedTable \(tag)", zeroedTable(bytes, table: tag)),
            ]
        }
        damages += [
            ("glyphCount", glyphCount(bytes)), ("metricsCount", metricsCount(bytes)),
            ("characterMapLengthOverflow", characterMapLengthOverflow(bytes)),
            ("characterMapOffsets", characterMapOffsets(bytes)), ("headMagic", headMagic(bytes)),
            ("unitsPerEm", unitsPerEm(bytes)),
        ]
        if tags.contains("loca") { damages.append(("glyphPastEnd", glyphPastEnd(bytes))) }
        if tags.contains("name") {
            damages += [("nameCount", nameCount(bytes)), ("nameOffsets", nameOffsets(bytes))]
        }
        if tags.contains("fvar") {
            damages += [("instanceCount", instanceCount(bytes)), ("axisCount", axisCount(bytes))]
        }
        if bytes.starts(with: "ttcf".utf8) {
            damages += [("faceOffset", faceOffset(bytes)), ("faceCount", faceCount(bytes))]
        }
        return damages
    }

    private static func write16(
        _ bytes: [UInt8], _ table: String, _ offset: Int, _ value: Int, _ face: Int
    ) -> [UInt8] {
        let entry = SyntheticDirectoryEntry.find(table, in: bytes, face: face)
        return bytes.replacing16(at: entry.offset + offset, with: value)
    }

    /// Returns the offsets of the subtables of the `cmap`, without repetitions.
    private static func subtables(_ bytes: [UInt8], face: Int) -> Set<Int> {
        let start = SyntheticDirectoryEntry.find("cmap", in: bytes, face: face).offset
        return Set(
            (0..<bytes.number16(at: start + 2)).map { start + bytes.number32(at: start + 8 + 8 * $0) })
    }
}
