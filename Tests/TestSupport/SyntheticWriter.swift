/// A writer of big-endian numbers, as used in all font tables; numbers are truncated to their width.
struct SyntheticWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    var count: Int { bytes.count }

    mutating func u8(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }

    mutating func u16(_ value: Int) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    mutating func u32(_ value: Int) {
        u16(value >> 16)
        u16(value)
    }

    mutating func u64(_ value: Int) {
        u32(value >> 32)
        u32(value)
    }

    /// Appends a number in 16.16 fixed point, clamped to the range.
    mutating func fixed(_ value: Double) {
        guard value.isFinite else { return u32(0) }
        u32(Int((value.clamped(to: -32_768...32_767.999_99) * 65_536).rounded()))
    }

    /// Appends a tag of four characters; shorter tags are padded with spaces.
    mutating func tag(_ tag: String) { u32(Int(SyntheticWriter.tagNumber(tag))) }

    mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: max(0, count))) }

    /// Appends zeros up to a multiple.
    mutating func pad(to multiple: Int) {
        while !bytes.count.isMultiple(of: multiple) { bytes.append(0) }
    }

    /// Overwrites a number that was not yet known when it was written.
    mutating func patch32(_ value: Int, at offset: Int) {
        for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
    }

    /// Returns a tag as a number; shorter tags are padded with spaces.
    static func tagNumber(_ tag: String) -> UInt32 {
        var number: UInt32 = 0
        var written = 0
        for byte in tag.utf8.prefix(4) {
            number = number << 8 | UInt32(byte)
            written += 1
        }
        for _ in written..<4 { number = number << 8 | 0x20 }
        return number
    }

    /// Returns a number as a tag.
    static func tagText(_ number: UInt32) -> String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }, as: UTF8.self)
    }

    /// Returns the sum of the big-endian 32-bit words, the last one padded with zeros.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { buffer in
            var sum: UInt32 = 0
            let words = buffer.count & ~3
            var offset = 0
            while offset < words {
                sum &+= UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                offset += 4
            }
            var shift: UInt32 = 24
            while offset < buffer.count {
                sum &+= UInt32(buffer[offset]) << shift
                shift &-= 8
                offset += 1
            }
            return sum
        }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
