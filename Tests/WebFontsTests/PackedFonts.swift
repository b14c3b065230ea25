import CZlib
import Foundation
import TestSupport

/// Fonts packed for the web.
enum PackedFonts {
    /// A table of a WOFF file as its directory describes it; by default it is correct.
    struct Table {
        var tag: String
        var data: [UInt8]
        var checksum: UInt32
        var packed: [UInt8]
    }

    /// Returns a WOFF file with the tables of a font, deflated where that is shorter.
    ///
    /// - Parameter change: Changes the numbers of a table's entry: offset, packed length, length.
    static func woff(
        _ font: [UInt8], total: Int? = nil, change: (Int, inout (Int, Int, Int)) -> Void = { _, _ in }
    ) -> [UInt8] {
        let entries = SyntheticDirectoryEntry.all(in: font)
        let tables = entries.map { entry in
            let data = Array(font[entry.range])
            let short = deflated(data)
            return Table(
                tag: entry.tag, data: data, checksum: entry.checksum, packed: short.count < data.count ? short : data)
        }
        let start = 44 + 20 * tables.count
        var offsets: [Int] = []
        var end = start
        for table in tables {
            offsets.append(end)
            end += (table.packed.count + 3) & ~3
        }
        var file: [UInt8] = []
        func put(_ number: Int, _ size: Int) {
            for shift in (0..<size).reversed() { file.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
        }
        file += Array("wOFF".utf8) + font.prefix(4)
        put(end, 4)
        put(tables.count, 2)
        put(0, 2)
        put(total ?? 12 + 16 * tables.count + tables.reduce(0) { $0 + ($1.data.count + 3) & ~3 }, 4)
        put(0x1_0000, 4)
        put(0, 20)
        for (place, table) in tables.enumerated() {
            var numbers = (offsets[place], table.packed.count, table.data.count)
            change(place, &numbers)
            file += table.tag.utf8
            for number in [numbers.0, numbers.1, numbers.2, Int(table.checksum)] { put(number, 4) }
        }
        for table in tables {
            file += table.packed
            while file.count % 4 != 0 { file.append(0) }
        }
        return file
    }

    static func deflated(_ data: [UInt8]) -> [UInt8] {
        var count = compressBound(uLong(data.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        return compress2(&result, &count, data, uLong(data.count), 9) == Z_OK ? Array(result.prefix(Int(count))) : data
    }

    /// Whether the encoder of WOFF2 is installed.
    static let canPackWOFF2 = Command.find("woff2_compress") != nil

    /// Returns a WOFF2 file with a font, made by the reference encoder.
    static func woff2(_ font: [UInt8], in home: PrivateHome) throws -> [UInt8] {
        let path = try home.write(font, as: "packing/\(UUID().uuidString).ttf")
        _ = try Command.run("woff2_compress", [path], environment: home.environment)
        return [UInt8](try Data(contentsOf: URL(filePath: (path as NSString).deletingPathExtension + ".woff2")))
    }
}
