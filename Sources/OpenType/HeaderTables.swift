import FontModel

extension FontFace {
    /// Sets the facts that a face has as they are in one of these tables; the parser of a face combines all others.
    mutating func describe(_ head: HeadTable, _ maxp: MaxpTable, _ os2: OS2Table, _ post: PostTable) {
        revision = head.revision
        glyphCount = maxp.glyphCount
    }
}

/// The used fields of `head` (or of `bhed`, its equivalent in Apple's bitmap fonts).
package struct HeadTable {
    var unitsPerEm = 1_000
    var revision = 0.0
    /// The time of the last change, in seconds since 1970.
    var modified: Int?
    package var macStyle = 0
    package var indexToLocFormat = 0
    /// The offset of the table in the file.
    private(set) var start = 0

    init(_ tables: TableDirectory, log: inout FindingLog) {
        let tag: Tag = tables.contains("head") ? "head" : "bhed"
        guard let table = tables[tag] else { return }
        start = table.start
        guard let magic = table.u32(12), let unitsPerEm = table.u16(18), let format = table.i16(50), table.count >= 54
        else {
            log.add(.tableTooShort, .table(tag, table.start), "The table '\(tag.text)' has fewer than 54 bytes.")
            return
        }
        if magic != 0x5F0F_3CF5 {
            log.add(
                .headMagic, .table(tag, table.start + 12), "The table '\(tag.text)' does not have its magic number.")
        }
        if (16...16_384).contains(unitsPerEm) {
            self.unitsPerEm = unitsPerEm
        } else {
            log.add(
                .unitsPerEm, .table(tag, table.start + 18),
                "The em square has \(unitsPerEm) units; 16 to 16,384 are valid.")
        }
        revision = table.fixed(4) ?? 0
        modified = Self.time(table)
        macStyle = table.u16(44) ?? 0
        indexToLocFormat = format
    }

    /// Returns the time of the last change, in seconds since 1970; nil if it is not set, or after the year 9999.
    private static func time(_ table: FontBytes) -> Int? {
        guard let high = table.u32(28), let low = table.u32(32), high > 0 || low > 0 else { return nil }
        // The table counts from 1904.
        let time = (high << 32 | low) &- 2_082_844_800
        return (-2_082_844_800...253_402_300_799).contains(time) ? time : nil
    }
}

/// The used fields of `maxp`.
struct MaxpTable {
    var glyphCount = 0

    init(_ tables: TableDirectory, log: inout FindingLog) {
        guard let table = tables["maxp"] else { return }
        guard let count = table.u16(4) else {
            log.add(.tableTooShort, .table("maxp", table.start), "The table 'maxp' has fewer than 6 bytes.")
            return
        }
        glyphCount = count
        if count == 0 {
            log.add(.noGlyphs, .table("maxp", table.start + 4), "The font has no glyphs according to the table 'maxp'.")
        }
    }
}

/// The used fields of `hhea` and `hmtx`.
package struct HorizontalMetrics {
    package private(set) var lineMetrics: LineMetrics?
    private var advances: FontBytes?
    /// The number of glyphs with their own advance; the other glyphs have the last one.
    private var longCount = 0

    init(_ tables: TableDirectory, glyphCount: Int, log: inout FindingLog) {
        guard let header = tables["hhea"] else { return }
        guard let longCount = header.u16(34), let lines = LineMetrics(header, at: 4) else {
            log.add(.tableTooShort, .table("hhea", header.start), "The table 'hhea' has fewer than 36 bytes.")
            return
        }
        lineMetrics = lines
        guard let table = tables["hmtx"] else { return }
        guard longCount > 0 else {
            log.add(
                .noAdvances, .table("hhea", header.start + 34), "The table 'hhea' declares no advance widths.")
            return
        }
        guard table.holds(longCount, of: 4, at: 0) else {
            log.add(
                .metricsTooShort, .table("hmtx", table.start),
                "The table 'hmtx' of \(table.count) bytes cannot hold the \(longCount) widths that 'hhea' declares.")
            return
        }
        advances = table
        self.longCount = longCount
        if longCount > glyphCount {
            log.add(
                .advancesBeyondGlyphs, .table("hhea", header.start + 34),
                "There are \(longCount) advance widths and \(glyphCount) glyphs.")
        } else if !table.holds(glyphCount - longCount, of: 2, at: 4 * longCount) {
            log.add(
                .bearingsMissing, .table("hmtx", table.start),
                "The table 'hmtx' lacks side bearings of the last glyphs.")
        }
    }

    /// The advance of a glyph in font units, or nil without metrics.
    func advance(_ glyph: Int) -> Int? { advances?.u16(4 * min(max(glyph, 0), longCount - 1)) }
}

/// The used fields of `OS/2`.
package struct OS2Table {
    package var weightClass: Int?
    package var widthClass: Int?
    var familyClass: Int?
    var panose: [UInt8]?
    var vendor: String?
    var embeddingFlags: Int?
    package var selection = 0
    package var lineMetrics: LineMetrics?
    var xHeight: Int?
    var capHeight: Int?
    /// The sizes for which the face is designed, in points.
    var opticalSizes: ClosedRange<Double>?
    /// The offset of the table in the file.
    private(set) var start = 0

    init(_ tables: TableDirectory, log: inout FindingLog) {
        guard let table = tables["OS/2"] else { return }
        start = table.start
        weightClass = table.u16(4)
        widthClass = table.u16(6)
        embeddingFlags = table.u16(8)
        familyClass = table.i16(30)
        panose = table.slice(at: 32, count: 10)?.copy()
        vendor = table.u32(58).flatMap { $0 == 0 ? nil : DisplayText.clean(Tag(UInt32($0)).text) }
        if vendor == "" { vendor = nil }
        guard let selection = table.u16(62) else {
            log.add(.tableTooShort, .table("OS/2", table.start), "The table 'OS/2' has fewer than 64 bytes.")
            return
        }
        self.selection = selection
        lineMetrics = LineMetrics(table, at: 68)
        let version = table.u16(0) ?? 0
        if version >= 2 { (xHeight, capHeight) = (table.i16(86), table.i16(88)) }
        if version >= 5, let lower = table.u16(96), let upper = table.u16(98), lower < upper {
            // In twentieths of a point; 0xFFFF stands for no upper limit.
            opticalSizes = Double(lower) / 20...Double(upper) / 20
        }
        // Apple's version 0 ends here. FreeType ignores a table of fewer than 78 bytes and uses other tables instead.
        if table.count < 78 {
            log.add(
                .tableCutShort, .table("OS/2", table.start),
                "The table 'OS/2' has fewer than 78 bytes; some programs ignore it.")
        }
    }
}

/// The used fields of `post`.
struct PostTable {
    var italicAngle = 0.0
    var underlinePosition: Int?
    var underlineThickness: Int?
    var isFixedPitch = false

    init(_ tables: TableDirectory, log: inout FindingLog) {
        guard let table = tables["post"] else { return }
        guard let angle = table.fixed(4), let fixedPitch = table.u32(12), table.count >= 32 else {
            log.add(
                .tableCutShort, .table("post", table.start),
                "The table 'post' has fewer than 32 bytes and is ignored.")
            return
        }
        (underlinePosition, underlineThickness) = (table.i16(8), table.i16(10))
        isFixedPitch = fixedPitch != 0
        if (-90...90).contains(angle) {
            italicAngle = angle
        } else {
            log.add(
                .italicAngle, .table("post", table.start + 4),
                "The italic angle of \(angle) degrees is impossible and is ignored.")
        }
    }
}

extension FontDetails {
    /// Collects the details from the tables of a face.
    ///
    /// - Parameter lines: The metrics of `hhea`.
    init(
        _ tables: TableDirectory, head: HeadTable, os2: OS2Table, post: PostTable, lines: LineMetrics?,
        names: NameTable, variations: Variations
    ) {
        let opticalSizes =
            variations.axes.first { $0.tag == "opsz" && $0.minimum <= $0.maximum }.map { $0.minimum...$0.maximum }
            ?? os2.opticalSizes
        let usesTypographic = os2.selection & 0x80 != 0 || lines.map { $0.ascender == 0 && $0.descender == 0 } ?? true
        let lines = usesTypographic ? os2.lineMetrics ?? lines : lines
        self.init()
        texts = FontText.Kind.allCases.flatMap(names.texts)
        vendor = os2.vendor
        familyClass = os2.familyClass
        panose = os2.panose.map { $0.map(String.init).joined(separator: " ") }
        fsType = os2.embeddingFlags
        fsSelection = tables.contains("OS/2") ? os2.selection : nil
        modified = head.modified
        unitsPerEm = head.unitsPerEm
        if let lines { (ascender, descender, lineGap) = (lines.ascender, lines.descender, lines.lineGap) }
        (xHeight, capHeight) = (os2.xHeight, os2.capHeight)
        (underlinePosition, underlineThickness) = (post.underlinePosition, post.underlineThickness)
        (minimumOpticalSize, maximumOpticalSize) = (opticalSizes?.lowerBound, opticalSizes?.upperBound)
        colorFormats = Self.colorFormats(tables)
    }

    private static func colorFormats(_ tables: TableDirectory) -> [String] {
        var formats: [String] = []
        if tables.contains("COLR") { formats.append(tables["COLR"]?.u16(0) == 0 ? "COLRv0" : "COLRv1") }
        for (tag, name) in [("SVG ", "SVG"), ("CBDT", "CBDT"), ("sbix", "sbix")] as [(Tag, String)]
        where tables.contains(tag) {
            formats.append(name)
        }
        return formats
    }
}

extension NameTable {
    /// Returns the texts of a kind, one per language, the default first.
    fileprivate func texts(_ kind: FontText.Kind) -> [FontText] {
        var seen: Set<String?> = []
        return candidates(kind.nameID).compactMap { entry in
            guard let text = entry.usableText, seen.insert(entry.record.language).inserted else { return nil }
            return FontText(kind: kind, language: entry.record.language, text: NameText.paragraphs(text))
        }
    }
}

extension NameText {
    /// Returns the display form of a text of several lines.
    fileprivate static func paragraphs(_ text: String) -> String {
        let limit = 16_384
        // Finding the characters of a license takes longer than all else in many fonts.
        let text = text.utf8.count <= limit ? text : String(text.prefix(limit))
        guard text.unicodeScalars.contains(where: { Character($0).isNewline }) else {
            return DisplayText.harmless(text)
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { DisplayText.harmless(String($0)) }.joined(separator: "\n")
    }
}
