import CZlib
import FontModel
import OpenType

/// The directory of a WOFF file (WOFF 1.0, sections 3 to 5).
struct WOFFDirectory {
    private struct Table {
        var tag: Int
        var offset: Int
        var packedLength: Int
        var length: Int
        var checksum: Int

        var paddedLength: Int { (length + 3) & ~3 }
    }

    private let flavor: Int
    /// The tables in the order of the directory, which is that of their tags.
    private let tables: [Table]

    /// Reads a directory and checks that its blocks lie in the file, do not overlap, and have the claimed sizes.
    init(_ file: FontBytes) throws(FontError) {
        guard let flavor = file.u32(4), let length = file.u32(8), let count = file.u16(12), let total = file.u32(16),
            file.count >= 44
        else { throw WebFontFile.damaged("It ends within its header.") }
        guard length == file.count else { throw WebFontFile.damaged("Its length differs from its header.") }
        guard flavor != 0x7474_6366 else { throw WebFontFile.damaged("WOFF 1 has no collections.") }
        let start = 44 + 20 * count
        guard count > 0, start <= length else { throw WebFontFile.damaged("Its directory ends too early.") }
        var tables: [Table] = []
        for entry in stride(from: 44, to: start, by: 20) {
            let numbers = (0..<5).compactMap { file.u32(entry + 4 * $0) }
            tables.append(
                Table(
                    tag: numbers[0], offset: numbers[1], packedLength: numbers[2], length: numbers[3],
                    checksum: numbers[4]))
        }
        var end = start
        for table in tables.sorted(by: { $0.offset < $1.offset }) {
            guard table.offset >= end, table.packedLength <= table.length,
                table.offset <= length - table.packedLength
            else { throw WebFontFile.damaged("Its tables overlap or lie outside.") }
            end = table.offset + table.packedLength
        }
        try Self.checkBlocks(file, after: end, length)
        guard zip(tables, tables.dropFirst()).allSatisfy({ $0.tag < $1.tag }) else {
            throw WebFontFile.damaged("Its directory is not sorted.")
        }
        let sum = 12 + 16 * count + tables.reduce(0) { $0 + $1.paddedLength }
        try WebFontFile.check(sum, of: length)
        guard sum == total else { throw WebFontFile.damaged("The total size of its tables is wrong.") }
        self.flavor = flavor
        self.tables = tables
    }

    /// Checks the places and the lengths of the blocks after the tables: metadata, which is deflated, and private data.
    private static func checkBlocks(_ file: FontBytes, after tables: Int, _ length: Int) throws(FontError) {
        let numbers = (0..<5).map { file.u32(24 + 4 * $0) ?? 0 }
        let metadata = (offset: numbers[0], length: numbers[1], unpacked: numbers[2])
        let data = (offset: numbers[3], length: numbers[4])
        var end = tables
        for block in [(metadata.offset, metadata.length), data] {
            guard block.0 != 0 || block.1 != 0 else { continue }
            guard block.0 >= end, block.0 <= length, block.1 <= length - block.0 else {
                throw WebFontFile.damaged("Its blocks overlap or lie outside.")
            }
            end = block.0 + block.1
        }
        guard metadata.offset != 0 || metadata.unpacked == 0 else {
            throw WebFontFile.damaged("The size of its metadata is wrong.")
        }
        // Zeros fill up the last four bytes.
        guard length - end < 4 else { throw WebFontFile.damaged("Unexpected data follows its end.") }
        guard metadata.offset != 0 else { return }
        try WebFontFile.check(metadata.unpacked, of: length)
        _ = try inflate(file, metadata.offset, metadata.length, to: metadata.unpacked)
    }

    /// Whether a table has its sum (OpenType 1.9.1, “Calculating checksums”).
    ///
    /// The sum of `head` leaves out the adjustment in it, which some tools include.
    private static func hasSum(_ table: Table, _ bytes: FontBytes) -> Bool {
        let sum = bytes.checksum()
        if sum == UInt32(truncatingIfNeeded: table.checksum) { return true }
        guard table.tag == 0x6865_6164, let adjustment = bytes.u32(8) else { return false }
        return sum &- UInt32(truncatingIfNeeded: adjustment) == UInt32(truncatingIfNeeded: table.checksum)
    }

    /// Returns the font: its tables in the order of the file, as before it was packed.
    func font(in file: FontBytes) throws(FontError) -> [UInt8] {
        var places: [Int: Int] = [:]
        var size = 12 + 16 * tables.count
        let stored = tables.sorted { $0.offset < $1.offset }
        for table in stored {
            places[table.tag] = size
            size += table.paddedLength
        }
        var font: [UInt8] = []
        font.reserveCapacity(size)
        func put(_ number: Int, _ size: Int) {
            for shift in (0..<size).reversed() { font.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
        }
        put(flavor, 4)
        put(tables.count, 2)
        let exponent = Int.bitWidth - 1 - tables.count.leadingZeroBitCount
        put(16 << exponent, 2)
        put(exponent, 2)
        put(16 * (tables.count - 1 << exponent), 2)
        for table in tables {
            for number in [table.tag, table.checksum, places[table.tag] ?? 0, table.length] { put(number, 4) }
        }
        for table in stored {
            let start = font.count
            if table.packedLength == table.length {
                font += file.slice(at: table.offset, count: table.length)?.copy() ?? []
            } else {
                font += try Self.inflate(file, table.offset, table.packedLength, to: table.length)
            }
            guard unsafe font[start...].withUnsafeBytes({ unsafe Self.hasSum(table, FontBytes(file: $0)) }) else {
                throw WebFontFile.damaged("The checksum of a table is wrong.")
            }
            font += repeatElement(0, count: table.paddedLength - table.length)
        }
        return font
    }

    /// Returns a block inflated to exactly a length.
    private static func inflate(
        _ file: FontBytes, _ offset: Int, _ packedLength: Int, to length: Int
    ) throws(FontError) -> [UInt8] {
        let packed = file.slice(at: offset, count: packedLength)?.copy() ?? []
        var status = Z_DATA_ERROR
        var count = uLongf(length)
        let table = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            status = unsafe uncompress(buffer.baseAddress, &count, packed, uLong(packed.count))
            filled = status == Z_OK ? Int(count) : 0
        }
        guard status == Z_OK, table.count == length else { throw WebFontFile.damaged("A table cannot be inflated.") }
        return table
    }
}
