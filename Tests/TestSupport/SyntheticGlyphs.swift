/// The glyphs of a synthetic face: their number, their widths and their scalars.
///
/// Every glyph is a box that stands on the baseline.
struct SyntheticGlyphs {
    /// A range of consecutive scalars that map to consecutive glyphs.
    struct Segment {
        var first: UInt32
        var last: UInt32
        var glyph: Int
    }

    let count: Int
    let unitsPerEm: Int
    let isFixedPitch: Bool
    /// The segments in order of scalars.
    let segments: [Segment]

    init(_ font: SyntheticFont) {
        let ranges = Self.merged(font.characters, isSymbol: font.isSymbol)
        let mapped = ranges.reduce(0) { $0 + $1.count }
        count = min(max(font.glyphCount ?? mapped + 1, 1), 0xFFFF)
        unitsPerEm = font.unitsPerEm
        isFixedPitch = font.isFixedPitch
        segments = Self.segments(ranges, glyphs: count)
    }

    var bearing: Int { unitsPerEm / 20 }

    func advance(_ glyph: Int) -> Int {
        unitsPerEm * (isFixedPitch ? 600 : 500 + glyph % 8 * 25) / 1_000
    }

    func boxWidth(_ glyph: Int) -> Int { advance(glyph) - 2 * bearing }

    func boxHeight(_ glyph: Int) -> Int { unitsPerEm * (500 + glyph % 5 * 50) / 1_000 }

    var maximumAdvance: Int { widest(advance) }
    var maximumBoxWidth: Int { widest(boxWidth) }
    var maximumBoxHeight: Int { widest(boxHeight) }

    /// The mean of all advances.
    var averageAdvance: Int { (0..<min(count, 8)).reduce(0) { $0 + advance($1) } / min(count, 8) }

    /// Returns the maximum of a size; sizes repeat after 40 glyphs.
    private func widest(_ size: (Int) -> Int) -> Int { (0..<min(count, 40)).reduce(0) { max($0, size($1)) } }

    private static func merged(_ ranges: [ClosedRange<UInt32>], isSymbol: Bool) -> [ClosedRange<UInt32>] {
        let moved = ranges.flatMap { range -> [ClosedRange<UInt32>] in
            guard isSymbol, range.lowerBound < 0x100 else { return [range] }
            let low = range.lowerBound + 0xF000...min(range.upperBound, 0xFF) + 0xF000
            return range.upperBound < 0x100 ? [low] : [low, 0x100...range.upperBound]
        }
        var merged: [ClosedRange<UInt32>] = []
        for range in moved.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, UInt64(range.lowerBound) <= UInt64(last.upperBound) + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    private static func segments(_ ranges: [ClosedRange<UInt32>], glyphs: Int) -> [Segment] {
        guard glyphs > 1 else { return [] }
        var segments: [Segment] = []
        var glyph = 1
        for range in ranges {
            var first = range.lowerBound
            var rest = range.count
            while rest > 0 {
                let length = min(rest, glyphs - glyph)
                let last = first + UInt32(length - 1)
                segments.append(Segment(first: first, last: last, glyph: glyph))
                rest -= length
                glyph += length
                // Start again after glyph 0, which is `.notdef`.
                if glyph == glyphs { glyph = 1 }
                if rest > 0 { first = last + 1 }
            }
        }
        return segments
    }
}
