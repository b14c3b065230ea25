/// The set of Unicode scalars that a face's `cmap` maps, as sorted, disjoint ranges.
public struct CharacterCoverage: Sendable, Hashable {
    /// The ranges of the set; sorted, disjoint and not adjacent.
    public private(set) var ranges: [ClosedRange<UInt32>]

    /// Creates a set from ranges in any order, which may overlap.
    package init(_ unsorted: [ClosedRange<UInt32>] = []) {
        var merged: [ClosedRange<UInt32>] = []
        for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound || range.lowerBound == last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        ranges = merged
    }

    /// The number of scalars in the set.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// Whether the scalar is in the set.
    public func contains(_ scalar: Unicode.Scalar) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= scalar.value
    }

    /// Whether every scalar of the text is in the set.
    public func covers(_ text: some StringProtocol) -> Bool { text.unicodeScalars.allSatisfy(contains) }
}

extension CharacterCoverage {
    /// The compact encoding of the set: gaps and lengths as LEB128 numbers.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        var previous: UInt32 = 0
        for range in ranges {
            for number in [range.lowerBound - previous, range.upperBound - range.lowerBound] {
                var rest = number
                while rest >= 0x80 {
                    bytes.append(UInt8(rest & 0x7F) | 0x80)
                    rest >>= 7
                }
                bytes.append(UInt8(rest))
            }
            previous = range.upperBound
        }
        return bytes
    }

    /// Decodes the compact encoding, or returns nil if the bytes are invalid.
    package init?(encoded bytes: some Sequence<UInt8>) {
        var numbers: [UInt32] = []
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            value |= UInt64(byte & 0x7F) << shift
            guard value <= 0x10_FFFF, shift <= 21 else { return nil }
            if byte & 0x80 == 0 {
                numbers.append(UInt32(value))
                value = 0
                shift = 0
            } else {
                shift += 7
            }
        }
        guard shift == 0, numbers.count.isMultiple(of: 2) else { return nil }
        var decoded: [ClosedRange<UInt32>] = []
        var previous: UInt32 = 0
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            let lower = previous + numbers[pair]
            let upper = lower + numbers[pair + 1]
            guard upper <= 0x10_FFFF else { return nil }
            decoded.append(lower...upper)
            previous = upper
        }
        self.init(decoded)
    }
}
