import CZlib

/// A stream of xz (The .xz File Format 1.2.1) with one block that is not compressed.
enum XZStream {
    /// - Parameters:
    ///   - checksumType: 1 for CRC-32, which is right; 2 or 3 for an unknown type of four bytes.
    static func bytes(_ content: [UInt8], checksumType: UInt8 = 1) -> [UInt8] {
        func sum(_ bytes: [UInt8]) -> [UInt8] { little(Int(crc32(0, bytes, UInt32(bytes.count))), 4) }
        let flags: [UInt8] = [0, checksumType]
        // LZMA2 with a dictionary of 4 KiB.
        let head: [UInt8] = [2, 0, 0x21, 1, 0, 0, 0, 0]
        var block = head + sum(head)
        var rest = content[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(1 << 16)
            rest = rest.dropFirst(chunk.count)
            // The first chunk resets the dictionary. Lengths have the higher byte first.
            let length = chunk.count - 1
            block += [chunk.startIndex == 0 ? 1 : 2, UInt8(length >> 8), UInt8(length & 0xFF)] + chunk
        }
        block.append(0)
        let size = number(block.count + 4)
        block = padded(block) + sum(content)
        let index = padded([0, 1] + size + number(content.count))
        let footer = little((index.count + 4) / 4 - 1, 4) + flags
        return [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0] + flags + sum(flags) + block + index + sum(index) + sum(footer)
            + footer + Array("YZ".utf8)
    }

    private static func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Seven bits in each byte.
    private static func number(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F | 0x80)] + self.number(number >> 7)
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
