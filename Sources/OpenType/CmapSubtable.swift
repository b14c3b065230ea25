import FontModel

/// One subtable of `cmap`, with checked lengths and counts (OpenType `cmap`, formats 0, 2, 4, 6, 8, 10, 12, 13).
package struct CmapSubtable {
    /// The kind of the codes of a subtable.
    enum Encoding {
        case unicode
        case symbol
        case macRoman
    }

    /// A run of consecutive codes, with either one glyph for all or consecutive glyphs.
    package struct Run {
        package var first: Int
        package var last: Int
        package var glyph: Int
        package var isConstant = false

        package func glyph(of code: Int) -> Int { isConstant ? glyph : glyph + (code - first) }

        /// Returns the part of the run within a range of codes.
        func part(_ range: ClosedRange<Int>) -> Run? {
            let low = max(first, range.lowerBound)
            let high = min(last, range.upperBound)
            guard low <= high else { return nil }
            return Run(first: low, last: high, glyph: glyph(of: low), isConstant: isConstant)
        }

        func moved(by distance: Int) -> Run {
            Run(first: first + distance, last: last + distance, glyph: glyph, isConstant: isConstant)
        }
    }

    package let format: Int
    package let bytes: FontBytes

    /// Checks a subtable; nil if it is damaged, which is reported, or has a format that maps no characters.
    ///
    /// - Parameter record: The place in the file that refers to the subtable.
    package init?(_ table: FontBytes, at offset: Int, record: Int, log: inout FindingLog) {
        guard let whole = table.slice(from: offset), let format = whole.u16(0) else {
            log.add(
                .characterMapPastEnd, .table("cmap", record + 4),
                "A subtable begins past the end of the table 'cmap'.")
            return nil
        }
        func damage(_ message: Message) {
            log.add(.characterMapPastEnd, .table("cmap", whole.start), message)
        }
        let length: Int?
        switch format {
        case 0, 2, 4, 6: length = whole.u16(2)
        case 8, 10, 12, 13: length = whole.u32(4)
        case 14: length = whole.u32(2)
        default:
            log.add(
                .characterMapFormat, .table("cmap", whole.start),
                "The table 'cmap' has a subtable of the unknown format \(format).")
            return nil
        }
        guard let length, let bytes = whole.slice(at: 0, count: length) else {
            damage("The subtable of format \(format) in the table 'cmap' runs past the end of the table.")
            return nil
        }
        let holdsItsCounts: Bool? =
            switch format {
            case 0: bytes.count >= 262
            case 2: bytes.count >= 526
            case 4: bytes.u16(6).map { bytes.holds($0 / 2, of: 8, at: 16) }
            case 6: bytes.u16(8).map { bytes.holds($0, of: 2, at: 10) }
            case 8: bytes.u32(8_204).map { bytes.holds($0, of: 12, at: 8_208) }
            case 10: bytes.u32(16).map { bytes.holds($0, of: 2, at: 20) }
            case 14: bytes.u32(6).map { bytes.holds($0, of: 11, at: 10) }
            default: bytes.u32(12).map { bytes.holds($0, of: 12, at: 16) }
            }
        guard holdsItsCounts == true else {
            damage("The subtable of format \(format) in the table 'cmap' is too short for what it declares.")
            return nil
        }
        // Variation sequences (format 14) map no characters themselves.
        guard format != 14 else { return nil }
        self.format = format
        self.bytes = bytes
    }

    /// Calls the closure with all runs of codes, except those that exceed the budget.
    package func forEachRun(budget: inout WorkBudget, _ body: (Run) -> Void) {
        guard budget.spend(bytes.count) else { return }
        switch format {
        case 0:
            for code in 0..<256 { body(Run(first: code, last: code, glyph: bytes.u8(6 + code) ?? 0)) }
        case 2: forEachHighByteRun(body)
        case 4: forEachSegment(budget: &budget, body)
        case 6:
            forEachTrimmed(first: bytes.u16(6) ?? 0, count: bytes.u16(8) ?? 0, glyphsAt: 10, body)
        case 10:
            forEachTrimmed(first: bytes.u32(12) ?? 0, count: bytes.u32(16) ?? 0, glyphsAt: 20, body)
        default:
            let start = format == 8 ? 8_208 : 16
            for index in 0..<(bytes.u32(start - 4) ?? 0) {
                let place = start + 12 * index
                guard let first = bytes.u32(place), let last = bytes.u32(place + 4), let glyph = bytes.u32(place + 8),
                    first <= last, first <= 0x10_FFFF
                else { continue }
                body(Run(first: first, last: min(last, 0x10_FFFF), glyph: glyph, isConstant: format == 13))
            }
        }
    }

    private func forEachTrimmed(first: Int, count: Int, glyphsAt offset: Int, _ body: (Run) -> Void) {
        guard first <= 0x10_FFFF else { return }
        for index in 0..<min(count, 0x11_0000 - first) {
            let code = first + index
            body(Run(first: code, last: code, glyph: bytes.u16(offset + 2 * index) ?? 0))
        }
    }

    /// Iterates over format 4: segments in order of codes.
    ///
    /// Each code is visited at most once: codes that overlap an earlier segment are skipped.
    private func forEachSegment(budget: inout WorkBudget, _ body: (Run) -> Void) {
        let count = (bytes.u16(6) ?? 0) / 2
        var next = 0
        for index in 0..<count {
            guard let last = bytes.u16(14 + 2 * index), let start = bytes.u16(16 + 2 * (count + index)),
                let delta = bytes.u16(16 + 2 * (2 * count + index)),
                let rangeOffset = bytes.u16(16 + 2 * (3 * count + index))
            else { continue }
            let first = max(start, next)
            guard first <= last else { continue }
            next = last + 1
            // In some old fonts, 0xFFFF marks a segment without glyphs.
            guard rangeOffset != 0xFFFF else { continue }
            guard rangeOffset != 0 else {
                // The numbers of glyphs wrap around to 0 after 65,535.
                let glyph = (first + delta) & 0xFFFF
                let wrap = first + 0x1_0000 - glyph
                body(Run(first: first, last: min(last, wrap - 1), glyph: glyph))
                if wrap <= last { body(Run(first: wrap, last: last, glyph: 0)) }
                continue
            }
            guard budget.spend(last - first + 1) else { return }
            let base = 16 + 2 * (3 * count + index) + rangeOffset
            for code in first...last {
                guard let glyph = bytes.u16(base + 2 * (code - start)) else { break }
                if glyph != 0 { body(Run(first: code, last: code, glyph: (glyph + delta) & 0xFFFF)) }
            }
        }
    }

    /// Iterates over format 2: codes of one or two bytes depending on the first byte, at most 65,536 codes.
    private func forEachHighByteRun(_ body: (Run) -> Void) {
        for high in 0..<256 {
            guard let key = bytes.u16(6 + 2 * high) else { continue }
            let header = 518 + key / 8 * 8
            guard let first = bytes.u16(header), let count = bytes.u16(header + 2), let delta = bytes.u16(header + 4),
                let rangeOffset = bytes.u16(header + 6)
            else { continue }
            let base = header + 6 + rangeOffset
            // The first header is for single bytes.
            let isSingle = key / 8 == 0
            let codes = isSingle ? high...high : 0...0xFF
            for low in codes where low >= first && low - first < count {
                guard let glyph = bytes.u16(base + 2 * (low - first)), glyph != 0 else { continue }
                let code = isSingle ? low : high << 8 | low
                body(Run(first: code, last: code, glyph: (glyph + delta) & 0xFFFF))
            }
        }
    }
}
