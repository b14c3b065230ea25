import FontModel
import OpenType

extension FaceExamination {
    /// Checks `head`, and its consistency with `OS/2`.
    mutating func checkHead() {
        guard let head = tables["head"], let left = head.i16(36), let bottom = head.i16(38), let right = head.i16(40),
            let top = head.i16(42)
        else { return }
        if left > right || bottom > top {
            warn(
                .headBox, "head", head.start + 36,
                "The bounding box of all glyphs extends from \(left), \(bottom) to \(right), \(top).")
        }
        guard tables["OS/2"]?.count ?? 0 >= 78 else { return }
        let (style, selection) = (facts.head.macStyle, facts.os2.selection)
        func compare(_ isInHead: Bool, _ isInOS2: Bool, _ message: (_ table: String, _ other: String) -> Message) {
            guard isInHead != isInOS2 else { return }
            warn(
                .styleFlagsDiffer, "head", head.start + 44,
                isInHead ? message("head", "OS/2") : message("OS/2", "head"))
        }
        compare(style & 1 != 0, selection & 0x20 != 0) { table, other in
            "The face is bold according to '\(table)', but not according to '\(other)'."
        }
        compare(style & 2 != 0, selection & 0x201 != 0) { table, other in
            "The face is italic according to '\(table)', but not according to '\(other)'."
        }
    }

    /// Checks `OS/2`, and its consistency with `hhea` and `cmap`.
    mutating func checkOS2() {
        guard let table = tables["OS/2"], let version = table.u16(0), version <= 5, table.count >= 78 else { return }
        let needed = version == 0 ? 78 : version == 1 ? 86 : version < 5 ? 96 : 100
        if table.count < needed {
            warn(
                .tableCutShort, "OS/2", table.start,
                "The table 'OS/2' of version \(version) has \(table.count) of \(needed) bytes.")
        }
        // Bit 7: line spacing uses the typographic metrics.
        if facts.os2.selection & 0x80 != 0, let line = facts.metrics.lineMetrics, let own = facts.os2.lineMetrics,
            line.height != own.height
        {
            warn(
                .lineHeightsDiffer, "OS/2", table.start + 68,
                "Ascender, descender and gap are \(own.ascender), \(own.descender), \(own.lineGap) in 'OS/2' and "
                    + "\(line.ascender), \(line.descender), \(line.lineGap) in 'hhea'.")
        }
        checkCharacterRange(table)
    }

    /// Checks the first and last character, of all characters or of those that fit 16 bits.
    private mutating func checkCharacterRange(_ table: FontBytes) {
        guard let first = table.u16(64), let last = table.u16(66), let lowest = facts.coverage.ranges.first?.lowerBound,
            let highest = facts.coverage.ranges.last?.upperBound
        else { return }
        let basic = facts.coverage.ranges.last { $0.lowerBound <= 0xFFFF }.map { Int(min($0.upperBound, 0xFFFF)) }
        var lasts: Set = [Int(min(highest, 0xFFFF)), basic ?? 0xFFFF]
        var firsts: Set = [Int(min(lowest, 0xFFFF))]
        if facts.isSymbolic {
            firsts.formUnion(firsts.map { $0 & 0xFF })
            lasts.formUnion(lasts.map { $0 & 0xFF })
        }
        func text(_ code: Int) -> String { "U+" + String(code, radix: 16, uppercase: true) }
        if !firsts.contains(first) {
            warn(
                .characterRange, "OS/2", table.start + 64,
                "The first character is \(text(first)) in 'OS/2' and \(text(Int(lowest))) in 'cmap'.")
        }
        if !lasts.contains(last) {
            warn(
                .characterRange, "OS/2", table.start + 66,
                "The last character is \(text(last)) in 'OS/2' and \(text(Int(highest))) in 'cmap'.")
        }
    }

    /// Checks the version of `maxp`.
    mutating func checkMaxp() {
        guard let table = tables["maxp"], let version = table.u32(0), table.count >= 6 else { return }
        if tables.hasTrueTypeOutlines, version != 0x0001_0000 {
            warn(
                .maximumProfile, "maxp", table.start,
                "The table 'maxp' has the version 0x\(String(version, radix: 16)); TrueType outlines need 0x10000.")
        } else if version == 0x0001_0000, table.count < 32 {
            warn(.tableCutShort, "maxp", table.start, "The table 'maxp' of version 1.0 has \(table.count) of 32 bytes.")
        }
    }
}

extension LineMetrics {
    /// The distance from one baseline to the next, in font units.
    fileprivate var height: Int { ascender - descender + lineGap }
}
