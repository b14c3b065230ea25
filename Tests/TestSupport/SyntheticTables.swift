extension SyntheticFont {
    /// Returns all tables of the face.
    func sfntTables() -> SyntheticTables {
        let glyphs = SyntheticGlyphs(self)
        let ids = SyntheticNameIDs(self)
        var tables: [String: [UInt8]] = [
            "OS/2": os2Table(glyphs),
            "cmap": glyphs.characterMap(isSymbol: isSymbol),
            "hhea": glyphs.metricsHeader(isVertical: false),
            "hmtx": glyphs.metrics(isVertical: false),
            "maxp": glyphs.maximumProfile(isTrueType: outlines == .trueType),
            "post": postTable(),
        ]
        var hasLongOffsets = false
        switch outlines {
        case .trueType:
            let boxes = glyphs.trueTypeBoxes()
            tables["glyf"] = boxes.glyf
            tables["loca"] = boxes.loca
            hasLongOffsets = boxes.hasLongOffsets
        case .cff: tables["CFF "] = glyphs.compactFont(name: postscriptName ?? "Synthetic")
        case .cff2: tables["CFF2"] = glyphs.compactFont2()
        case .bitmap:
            tables["EBLC"] = glyphs.bitmapLocations()
            tables["EBDT"] = glyphs.bitmapData()
        }
        tables["head"] = headTable(glyphs, hasLongOffsets: hasLongOffsets)
        if hasNameTable { tables["name"] = nameTable(ids) }
        if isVertical {
            tables["vhea"] = glyphs.metricsHeader(isVertical: true)
            tables["vmtx"] = glyphs.metrics(isVertical: true)
        }
        if isColor {
            tables["COLR"] = SyntheticFont.colorLayers
            tables["CPAL"] = SyntheticFont.colorPalette
        }
        if !axes.isEmpty {
            tables["fvar"] = variationsTable(ids)
            if outlines == .trueType { tables["gvar"] = glyphVariations(glyphs) }
            if hasStyleAttributes { tables["STAT"] = styleAttributes(ids) }
        }
        for (tag, bytes) in extraTables { tables[tag] = bytes }
        let isCompact = outlines == .cff || outlines == .cff2
        return SyntheticTables(
            version: sfntVersion ?? (isCompact ? 0x4F54_544F : 0x0001_0000),
            tables: tables.filter { !droppedTables.contains($0.key) },
            adjustsHead: extraTables["head"] == nil)
    }

    private func headTable(_ glyphs: SyntheticGlyphs, hasLongOffsets: Bool) -> [UInt8] {
        // Seconds since 1904, for a date in 2024. The salt gives each file its own date.
        let created = 3_786_912_000 + Int(salt)
        var table = SyntheticWriter(capacity: 54)
        table.u32(0x0001_0000)
        table.fixed(revision)
        table.u32(0)
        table.u32(0x5F0F_3CF5)
        // Baseline at 0, left bearing at x 0.
        table.u16(0x0003)
        table.u16(unitsPerEm)
        table.u64(created)
        table.u64(created)
        let hasOutlines = outlines != .bitmap
        table.u16(hasOutlines ? glyphs.bearing : 0)
        table.u16(0)
        table.u16(hasOutlines ? glyphs.bearing + glyphs.maximumBoxWidth : 0)
        table.u16(hasOutlines ? glyphs.maximumBoxHeight : 0)
        table.u16((isBold ? 1 : 0) | (isItalic ? 2 : 0))
        table.u16(8)
        table.u16(2)
        table.u16(hasLongOffsets ? 1 : 0)
        table.u16(0)
        return table.bytes
    }

    private func os2Table(_ glyphs: SyntheticGlyphs) -> [UInt8] {
        var table = SyntheticWriter(capacity: 96)
        table.u16(4)
        table.u16(glyphs.averageAdvance)
        table.u16(weight)
        table.u16(widthClass)
        table.u16(fsType)
        // Sizes and offsets of subscript and superscript, size and position of strikeout.
        for thousandths in [650, 600, 0, 75, 650, 600, 0, 350, 50, 250] {
            table.u16(unitsPerEm * thousandths / 1_000)
        }
        table.u16(familyClass)
        table.zeros(10)
        for range in unicodeRanges(glyphs) { table.u32(Int(range)) }
        table.tag("SYNT")
        let isRegular = !isBold && !isItalic && !isOblique
        table.u16((isItalic ? 1 : 0) | (isBold ? 1 << 5 : 0) | (isRegular ? 1 << 6 : 0) | (isOblique ? 1 << 9 : 0))
        table.u16(Int(min(glyphs.segments.first?.first ?? 0xFFFF, 0xFFFF)))
        table.u16(Int(min(glyphs.segments.last?.last ?? 0xFFFF, 0xFFFF)))
        for thousandths in [800, -200, 100, 900, 200] { table.u16(unitsPerEm * thousandths / 1_000) }
        table.u32(Int(codePages))
        table.u32(0)
        table.u16(unitsPerEm / 2)
        table.u16(unitsPerEm * 700 / 1_000)
        table.u16(0)
        table.u16(0x20)
        table.u16(1)
        return table.bytes
    }

    /// Returns the bits of `OS/2.ulUnicodeRange` for the few blocks that tests use.
    private func unicodeRanges(_ glyphs: SyntheticGlyphs) -> [UInt32] {
        let blocks: [(ClosedRange<UInt32>, Int)] = [
            (0x20...0x7E, 0), (0xA0...0xFF, 1), (0x370...0x3FF, 7), (0x400...0x4FF, 9), (0x590...0x5FF, 11),
            (0x600...0x6FF, 13), (0x3040...0x309F, 49), (0x30A0...0x30FF, 50), (0xAC00...0xD7AF, 56),
            (0x1_0000...0x10_FFFF, 57), (0x4E00...0x9FFF, 59), (0xE000...0xF8FF, 60),
        ]
        var ranges: [UInt32] = [0, 0, 0, 0]
        for (block, bit) in blocks
        where glyphs.segments.contains(where: { $0.first <= block.upperBound && $0.last >= block.lowerBound }) {
            ranges[bit / 32] |= 1 << UInt32(bit % 32)
        }
        return ranges
    }

    private func postTable() -> [UInt8] {
        var table = SyntheticWriter(capacity: 32)
        table.u32(0x0003_0000)
        table.fixed(italicAngle)
        table.u16(-unitsPerEm / 10)
        table.u16(unitsPerEm / 20)
        table.u32(declaresFixedPitch ?? isFixedPitch ? 1 : 0)
        table.zeros(16)
        return table.bytes
    }
}
