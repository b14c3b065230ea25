import FontModel
import OpenType

extension FaceExamination {
    /// Checks horizontal and vertical advances and side bearings.
    mutating func checkMetrics() {
        if let header = tables["hhea"], let longCount = header.u16(34),
            let metrics = once("hmtx", longCount, glyphCount), longCount > 0
        {
            checkLeftOver(metrics, "hmtx", longCount: longCount)
            checkAdvances(metrics, longCount: longCount, header: header)
        }
        checkVertical()
    }

    private mutating func checkLeftOver(_ table: FontBytes, _ tag: Tag, longCount: Int) {
        let needed = 4 * longCount + 2 * max(0, glyphCount - longCount)
        // Some tools count the padding as part of the table.
        guard table.count > needed + 3, glyphCount > 0 else { return }
        warn(
            .metricsLeftOver, tag, table.start + needed,
            "The table '\(tag.text)' has \(table.count) bytes; \(glyphCount) glyphs need \(needed).")
    }

    private mutating func checkAdvances(_ table: FontBytes, longCount: Int, header: FontBytes) {
        guard let declared = header.u16(10), table.holds(longCount, of: 4, at: 0), budget.spend(longCount) else {
            return
        }
        var widest = (glyph: 0, advance: 0)
        for glyph in 0..<min(longCount, glyphCount) {
            if let advance = table.u16(4 * glyph), advance > widest.advance { widest = (glyph, advance) }
        }
        guard widest.advance > declared else { return }
        warn(
            .advanceMaximum, "hhea", header.start + 10, glyph: widest.glyph,
            "The table 'hhea' declares a maximum advance of \(declared); glyph \(widest.glyph) has \(widest.advance).")
    }

    private mutating func checkVertical() {
        guard let header = tables["vhea"] else { return }
        guard let longCount = header.u16(34) else {
            return warn(.verticalMetrics, "vhea", header.start, "The table 'vhea' has fewer than 36 bytes.")
        }
        guard tables.contains("vmtx") else {
            return warn(.verticalMetrics, "vhea", header.start, "The table 'vhea' is present, but 'vmtx' is missing.")
        }
        guard let metrics = once("vmtx", longCount, glyphCount) else { return }
        guard longCount > 0, longCount <= glyphCount else {
            return warn(
                .verticalMetrics, "vhea", header.start + 34,
                "The table 'vhea' declares \(longCount) advances for \(glyphCount) glyphs.")
        }
        let needed = 4 * longCount + 2 * (glyphCount - longCount)
        guard metrics.count >= needed else {
            return warn(
                .verticalMetrics, "vmtx", metrics.start,
                "The table 'vmtx' has \(metrics.count) of the \(needed) bytes that \(glyphCount) glyphs need.")
        }
        checkLeftOver(metrics, "vmtx", longCount: longCount)
    }
}
