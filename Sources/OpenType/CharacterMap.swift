import FontModel

/// The contents of the `cmap` table: the mapped characters, and the glyphs of ASCII letters and digits.
struct CharacterMap {
    var coverage = CharacterCoverage()
    /// The glyphs of the mapped ASCII letters and digits, in order of characters; empty with fewer than two letters.
    var alphanumericGlyphs: [Int] = []
    /// Whether the only usable subtable is for symbols (platform 3, encoding 0).
    var isSymbolic = false
}

extension CharacterMap {
    /// Checks all subtables and reads the best one.
    init(_ table: FontBytes, glyphCount: Int, log: inout FindingLog, budget: inout WorkBudget) {
        guard let count = table.u16(2), table.holds(count, of: 8, at: 4) else {
            log.add(
                .characterMapPastEnd, .table("cmap", table.start + 2),
                "The list of subtables runs past the end of the table 'cmap'.")
            return
        }
        guard budget.spend(8 * count) else { return }
        var checked: [Int: CmapSubtable?] = [:]
        var best: (rank: Int, encoding: CmapSubtable.Encoding, subtable: CmapSubtable)?
        for index in 0..<count {
            let place = 4 + 8 * index
            guard let platform = table.u16(place), let encoding = table.u16(place + 2),
                let offset = table.u32(place + 4)
            else { continue }
            let subtable: CmapSubtable?
            if let known = checked[offset] {
                subtable = known
            } else {
                subtable = CmapSubtable(table, at: offset, record: table.start + place, log: &log)
                checked[offset] = .some(subtable)
            }
            guard let subtable, let (rank, kind) = Self.rank(platform: platform, encoding: encoding),
                rank < best?.rank ?? .max
            else { continue }
            best = (rank, kind, subtable)
        }
        guard let best else {
            log.add(.noCharacterMap, .table("cmap", table.start), "The table 'cmap' has no usable subtable.")
            return
        }
        isSymbolic = best.encoding == .symbol
        var collector = CharacterCollector(encoding: best.encoding, glyphCount: glyphCount)
        best.subtable.forEachRun(budget: &budget) { collector.add($0) }
        coverage = CharacterCoverage(collector.ranges)
        // Digits alone prove nothing: in most fonts they have one width, so that columns align.
        let letters = collector.alphanumerics.keys.count { $0 >= 0x41 }
        if letters > 1 { alphanumericGlyphs = collector.alphanumerics.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Returns the rank of an encoding; lower is better.
    ///
    /// The order is: all of Unicode, the Basic Multilingual Plane, symbols, Macintosh Roman.
    private static func rank(platform: Int, encoding: Int) -> (Int, CmapSubtable.Encoding)? {
        switch (platform, encoding) {
        case (3, 10): (0, .unicode)
        case (0, 6): (1, .unicode)
        case (0, 4): (2, .unicode)
        case (3, 1): (3, .unicode)
        case (0, 0...3): (7 - encoding, .unicode)
        case (3, 0): (8, .symbol)
        case (1, 0): (9, .macRoman)
        default: nil
        }
    }
}

/// Collects the characters of one subtable as Unicode ranges.
struct CharacterCollector {
    let encoding: CmapSubtable.Encoding
    let glyphCount: Int
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private(set) var alphanumerics: [Int: Int] = [:]

    /// Adds a run of codes, without those that map to no glyph or to a glyph that the face does not have.
    mutating func add(_ run: CmapSubtable.Run) {
        var run = run
        if run.isConstant {
            guard run.glyph > 0, run.glyph < glyphCount else { return }
        } else {
            if run.glyph == 0 {
                run.first += 1
                run.glyph = 1
            }
            guard run.glyph < glyphCount, run.first <= run.last else { return }
            run.last = min(run.last, run.first + (glyphCount - 1 - run.glyph))
        }
        switch encoding {
        case .unicode: addUnicode(run)
        case .symbol:
            // Some fonts omit the offset of 0xF000 that Windows adds.
            if run.first < 0x100 { addUnicode(run.part(0...0xFF)?.moved(by: 0xF000)) }
            addUnicode(run.part(0x100...0xFFFF))
        case .macRoman:
            guard let part = run.part(0...0xFF) else { return }
            for code in part.first...part.last {
                guard let scalar = MacRoman.scalar(UInt8(truncatingIfNeeded: code)) else { continue }
                let value = Int(scalar.value)
                addUnicode(part.part(code...code)?.moved(by: value - code))
            }
        }
    }

    private mutating func addUnicode(_ run: CmapSubtable.Run?) {
        guard let run else { return }
        // Surrogates are not characters.
        for part in [run.part(0...0xD7FF), run.part(0xE000...0x10_FFFF)] {
            guard let part else { continue }
            let range = UInt32(part.first)...UInt32(part.last)
            if let last = ranges.last, range.lowerBound > last.upperBound, range.lowerBound - last.upperBound == 1 {
                ranges[ranges.count - 1] = last.lowerBound...range.upperBound
            } else {
                ranges.append(range)
            }
            guard part.first <= 0x7A else { continue }
            for known in [0x30...0x39, 0x41...0x5A, 0x61...0x7A].compactMap(part.part) {
                for code in known.first...known.last { alphanumerics[code] = known.glyph(of: code) }
            }
        }
    }
}
