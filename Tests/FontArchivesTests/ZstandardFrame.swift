/// A frame of Zstandard (RFC 8878) with blocks that are not compressed, its size, and the sum of its content.
enum ZstandardFrame {
    static func bytes(_ content: [UInt8]) -> [UInt8] {
        func little(_ number: UInt64, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
        // One segment, a size of four bytes, a sum.
        var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0b1010_0100] + little(UInt64(content.count), 4)
        var rest = content[...]
        while !rest.isEmpty {
            let block = rest.prefix(100_000)
            rest = rest.dropFirst(block.count)
            frame += little(UInt64(block.count) << 3 | (rest.isEmpty ? 1 : 0), 3) + block
        }
        return frame + little(sum(of: content), 4)
    }

    /// XXH64 with the seed 0.
    private static func sum(of content: [UInt8]) -> UInt64 {
        let primes: [UInt64] = [
            0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
            0x27D4_EB2F_1656_67C5,
        ]
        func turned(_ number: UInt64, _ count: UInt64) -> UInt64 { number << count | number >> (64 - count) }
        func round(_ sum: UInt64, _ input: UInt64) -> UInt64 { turned(sum &+ input &* primes[1], 31) &* primes[0] }
        func number(_ place: Int, _ size: Int) -> UInt64 {
            content[place..<place + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        var place = 0
        var sum = primes[4]
        if content.count >= 32 {
            var lanes = [primes[0] &+ primes[1], primes[1], 0, 0 &- primes[0]]
            while place + 32 <= content.count {
                for lane in 0..<4 { lanes[lane] = round(lanes[lane], number(place + 8 * lane, 8)) }
                place += 32
            }
            sum = turned(lanes[0], 1) &+ turned(lanes[1], 7) &+ turned(lanes[2], 12) &+ turned(lanes[3], 18)
            for lane in lanes { sum = (sum ^ round(0, lane)) &* primes[0] &+ primes[3] }
        }
        sum &+= UInt64(content.count)
        while place + 8 <= content.count {
            sum = turned(sum ^ round(0, number(place, 8)), 27) &* primes[0] &+ primes[3]
            place += 8
        }
        if place + 4 <= content.count {
            sum = turned(sum ^ number(place, 4) &* primes[0], 23) &* primes[1] &+ primes[2]
            place += 4
        }
        for byte in content[place...] { sum = turned(sum ^ UInt64(byte) &* primes[4], 11) &* primes[0] }
        sum = (sum ^ sum >> 33) &* primes[1]
        sum = (sum ^ sum >> 29) &* primes[2]
        return sum ^ sum >> 32
    }
}
