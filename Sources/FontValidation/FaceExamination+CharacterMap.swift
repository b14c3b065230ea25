import FontModel
import OpenType

extension FaceExamination {
    /// Checks the order of the subtables of `cmap` and the order of their contents.
    mutating func checkCharacterMap() {
        guard let table = once("cmap", glyphCount), let count = table.u16(2), table.holds(count, of: 8, at: 4),
            budget.spend(8 * count)
        else { return }
        var last = (platform: 0, encoding: 0)
        var isOrdered = true
        var seen: Set<Int> = []
        for index in 0..<count {
            let place = 4 + 8 * index
            guard let platform = table.u16(place), let encoding = table.u16(place + 2),
                let offset = table.u32(place + 4)
            else { continue }
            if isOrdered, (platform, encoding) < last {
                isOrdered = false
                warn(
                    .characterMapOrder, "cmap", table.start + place,
                    "The record of platform \(platform) and encoding \(encoding) follows that of platform "
                        + "\(last.platform) and encoding \(last.encoding).")
            }
            last = (platform, encoding)
            if seen.insert(offset).inserted { checkSubtable(table, at: offset) }
        }
    }

    private mutating func checkSubtable(_ table: FontBytes, at offset: Int) {
        if table.u16(offset) == 14 { return checkVariationSequences(table, at: offset) }
        // The reader has already reported subtables that it rejects.
        var subtableLog = FindingLog()
        guard let subtable = CmapSubtable(table, at: offset, record: 0, log: &subtableLog) else { return }
        let bytes = subtable.bytes
        guard budget.spend(bytes.count) else { return }
        switch subtable.format {
        case 4: checkSegments(bytes)
        case 8: checkGroups(bytes, at: 8_208, count: bytes.u32(8_204) ?? 0)
        case 12, 13: checkGroups(bytes, at: 16, count: bytes.u32(12) ?? 0)
        default: break
        }
        var beyond: CmapSubtable.Run?
        var largest = 0
        let limit = glyphCount
        subtable.forEachRun(budget: &budget) { run in
            let last = run.glyph(of: run.last)
            guard last >= limit else { return }
            beyond = beyond ?? run
            largest = max(largest, last)
        }
        guard let beyond else { return }
        let first = beyond.isConstant ? beyond.first : beyond.first + max(0, glyphCount - beyond.glyph)
        warn(
            .characterBeyondGlyphs, "cmap", bytes.start, glyph: largest,
            "Character \(Self.hexadecimal(first)) maps to glyph \(beyond.glyph(of: first)); the font has \(glyphCount)."
        )
    }

    private mutating func checkSegments(_ bytes: FontBytes) {
        guard let doubled = bytes.u16(6) else { return }
        let count = doubled / 2
        if !doubled.isMultiple(of: 2) || count == 0 || bytes.u16(14 + 2 * (count - 1)) != 0xFFFF {
            warn(
                .segmentEnd, "cmap", bytes.start + (count == 0 ? 6 : 14 + 2 * (count - 1)),
                "The last of the \(count) segments does not end at 0xFFFF.")
        }
        let expected = Self.searchFields(count: count, size: 2)
        let found = [8, 10, 12].compactMap { bytes.u16($0) }
        if found != expected {
            warn(
                .searchFields, "cmap", bytes.start + 8,
                "The search fields are \(found) and should be \(expected) for \(count) segments.")
        }
        var next = 0
        var isOrdered = true
        for index in 0..<count {
            let places = (0..<4).map { 14 + 2 * (count * $0 + index) + ($0 == 0 ? 0 : 2) }
            guard let last = bytes.u16(places[0]), let first = bytes.u16(places[1]), let offset = bytes.u16(places[3])
            else { return }
            if isOrdered, first < next || first > last {
                isOrdered = false
                warn(
                    .segmentOrder, "cmap", bytes.start + places[1],
                    Self.orderOfSegment(index, Self.hexadecimal(first), Self.hexadecimal(last), after: next))
            }
            next = last + 1
            // In some old fonts, 0xFFFF marks a segment without glyphs.
            if offset != 0, offset != 0xFFFF, first <= last, places[3] + offset + 2 * (last - first) + 2 > bytes.count {
                warn(
                    .segmentPastEnd, "cmap", bytes.start + places[3],
                    "Segment \(index) from \(Self.hexadecimal(first)) to \(Self.hexadecimal(last)) points to byte "
                        + "\(places[3] + offset + 2 * (last - first)) of a subtable of \(bytes.count).")
            }
        }
    }

    /// Returns the sentence about a segment that is empty or not after the one before it.
    private static func orderOfSegment(_ index: Int, _ first: String, _ last: String, after next: Int) -> Message {
        next > 0
            ? "Segment \(index) ranges from \(first) to \(last); the one before it ends at \(hexadecimal(next - 1))."
            : "Segment \(index) ranges from \(first) to \(last)."
    }

    /// Returns the sentence about a group that is empty or not after the one before it.
    private static func orderOfGroup(_ index: Int, _ first: String, _ last: String, after next: Int) -> Message {
        next > 0
            ? "Group \(index) ranges from \(first) to \(last); the one before it ends at \(hexadecimal(next - 1))."
            : "Group \(index) ranges from \(first) to \(last)."
    }

    private mutating func checkGroups(_ bytes: FontBytes, at start: Int, count: Int) {
        var next = 0
        for index in 0..<count {
            let place = start + 12 * index
            guard let first = bytes.u32(place), let last = bytes.u32(place + 4) else { return }
            if first < next || first > last || last > 0x10_FFFF {
                return warn(
                    .groupOrder, "cmap", bytes.start + place,
                    Self.orderOfGroup(index, Self.hexadecimal(first), Self.hexadecimal(last), after: next))
            }
            next = last + 1
        }
    }

    /// Checks format 14, which for each variation selector lists the characters with the default glyph and those with
    /// another.
    private mutating func checkVariationSequences(_ table: FontBytes, at offset: Int) {
        guard let length = table.u32(offset + 2), let bytes = table.slice(at: offset, count: length),
            let count = bytes.u32(6), bytes.holds(count, of: 11, at: 10), budget.spend(bytes.count)
        else { return }
        var last = -1
        for index in 0..<count {
            let place = 10 + 11 * index
            guard let selector = bytes.u24(place), let kept = bytes.u32(place + 3), let other = bytes.u32(place + 7)
            else { return }
            if selector <= last {
                return warn(
                    .variationSequences, "cmap", bytes.start + place,
                    "The selector \(Self.hexadecimal(selector)) follows \(Self.hexadecimal(last)).")
            }
            last = selector
            for (list, size) in [(kept, 4), (other, 5)] where list != 0 {
                checkSequences(bytes, at: list, size: size, record: bytes.start + place + (size == 4 ? 3 : 7))
            }
        }
    }

    private mutating func checkSequences(_ bytes: FontBytes, at list: Int, size: Int, record: Int) {
        guard let count = bytes.u32(list), bytes.holds(count, of: size, at: list + 4) else {
            return warn(.variationSequences, "cmap", record, "A list of sequences runs past the end of the subtable.")
        }
        guard budget.spend(count) else { return }
        var next = 0
        for index in 0..<count {
            let place = list + 4 + size * index
            guard let first = bytes.u24(place), let more = size == 4 ? bytes.u8(place + 3) : 0 else { return }
            if first < next {
                return warn(
                    .variationSequences, "cmap", bytes.start + place,
                    "The sequence for \(Self.hexadecimal(first)) comes after a larger one.")
            }
            next = first + more + 1
            if size == 5, let glyph = bytes.u16(place + 3), glyph >= glyphCount {
                return warn(
                    .characterBeyondGlyphs, "cmap", bytes.start + place + 3, glyph: glyph,
                    "A variation sequence of \(Self.hexadecimal(first)) maps to glyph \(glyph); the font has \(glyphCount)."
                )
            }
        }
    }
}

extension FontBytes {
    /// Returns a number of three bytes.
    func u24(_ offset: Int) -> Int? {
        guard let high = u8(offset), let low = u16(offset + 1) else { return nil }
        return high << 16 | low
    }
}
