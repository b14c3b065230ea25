/// The tables of one face in the order of tags.
struct SyntheticTables {
    struct Table {
        var tag: UInt32
        var bytes: [UInt8]
        var checksum: UInt32
    }

    let version: UInt32
    private(set) var tables: [Table]

    /// Sorts the tables, and if `adjustsHead` sets `head.checkSumAdjustment` for a file with only this face.
    init(version: UInt32, tables contents: [String: [UInt8]], adjustsHead: Bool) {
        self.version = version
        tables = contents.map { tag, bytes in
            Table(tag: SyntheticWriter.tagNumber(tag), bytes: bytes, checksum: SyntheticWriter.checksum(bytes))
        }
        .sorted { $0.tag < $1.tag }
        if adjustsHead, let head = tables.firstIndex(where: { $0.tag == 0x6865_6164 }) {
            // The checksum of the file is the sum of the checksums of the directory and of every table.
            let sum = tables.reduce(SyntheticWriter.checksum(directory(at: offsets()))) { $0 &+ $1.checksum }
            var bytes = SyntheticWriter()
            bytes.append(tables[head].bytes)
            bytes.patch32(Int(0xB1B0_AFBA &- sum), at: 8)
            tables[head].bytes = bytes.bytes
        }
    }

    var directorySize: Int { 12 + 16 * tables.count }

    /// Returns the whole file.
    func file() -> [UInt8] {
        let size = tables.reduce(directorySize) { $0 + ($1.bytes.count + 3) & ~3 }
        var file = SyntheticWriter(capacity: size)
        file.append(directory(at: offsets()))
        for table in tables {
            file.append(table.bytes)
            file.pad(to: 4)
        }
        return file.bytes
    }

    /// Returns the table directory for tables at the given offsets.
    func directory(at offsets: [Int]) -> [UInt8] {
        var header = SyntheticWriter(capacity: directorySize)
        header.u32(Int(version))
        header.u16(tables.count)
        let selector = tables.isEmpty ? 0 : Int.bitWidth - 1 - tables.count.leadingZeroBitCount
        let searchRange = tables.isEmpty ? 0 : 16 << selector
        header.u16(searchRange)
        header.u16(selector)
        header.u16(16 * tables.count - searchRange)
        for (table, offset) in zip(tables, offsets) {
            header.u32(Int(table.tag))
            header.u32(Int(table.checksum))
            header.u32(offset)
            header.u32(table.bytes.count)
        }
        return header.bytes
    }

    private func offsets() -> [Int] {
        var offset = directorySize
        return tables.map { table in
            defer { offset += (table.bytes.count + 3) & ~3 }
            return offset
        }
    }
}

/// Several faces, from which ``build()`` makes one collection file.
public struct SyntheticCollection: Sendable, Hashable {
    /// The faces in file order.
    public var fonts: [SyntheticFont]
    /// Whether identical tables are written only once.
    public var sharesTables: Bool

    /// Creates a collection.
    public init(_ fonts: [SyntheticFont], sharesTables: Bool = false) {
        self.fonts = fonts
        self.sharesTables = sharesTables
    }

    /// Returns a collection of faces `Family 1`, `Family 2` … that differ only in name.
    public static func faces(_ count: Int, family: String = "Synthetic Collection", salt: UInt32 = 0) -> Self {
        SyntheticCollection((0..<count).map { SyntheticFont(family: "\(family) \($0 + 1)", salt: salt) })
    }

    /// Builds the file: a `ttcf` header of version 1.0, the directories and the tables.
    public func build() -> [UInt8] {
        let faces = fonts.map { $0.sfntTables() }
        var directoryOffset = 12 + 4 * faces.count
        var file = SyntheticWriter()
        file.tag("ttcf")
        file.u32(0x0001_0000)
        file.u32(faces.count)
        for face in faces {
            file.u32(directoryOffset)
            directoryOffset += face.directorySize
        }
        var tableOffset = directoryOffset
        var known: [[UInt8]: Int] = [:]
        var placed: [[UInt8]] = []
        for face in faces {
            let offsets = face.tables.map { table -> Int in
                if sharesTables, let offset = known[table.bytes] { return offset }
                let offset = tableOffset
                if sharesTables { known[table.bytes] = offset }
                placed.append(table.bytes)
                tableOffset += (table.bytes.count + 3) & ~3
                return offset
            }
            file.append(face.directory(at: offsets))
        }
        for bytes in placed {
            file.append(bytes)
            file.pad(to: 4)
        }
        return file.bytes
    }
}
