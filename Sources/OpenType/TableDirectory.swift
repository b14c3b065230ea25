import FontModel

/// The table directory of one face (OpenType, “Table Directory”), checked against the file.
package struct TableDirectory {
    package struct Record {
        package var tag: Tag
        package var offset: Int
        package var length: Int
    }

    /// The first four bytes of the face.
    package let version: Tag
    /// The offset of the face in the file.
    package let start: Int
    /// All records in file order, including those that extend past the end of the file.
    package private(set) var records: [Record] = []
    private var tables: [Tag: FontBytes] = [:]
    private var tags: Set<Tag> = []

    /// Reads and checks the directory; nil if it is not usable.
    ///
    /// - Parameter origin: The place in the file that refers to the directory; nil at the beginning of the file.
    init?(
        _ file: FontBytes, at start: Int, saidAt origin: FindingLog.Place? = nil, log: inout FindingLog,
        budget: inout WorkBudget
    ) {
        guard let version = file.tag(start), let count = file.u16(start + 4), file.holds(1, of: 12, at: start) else {
            log.add(.headerCut, origin ?? .directory(start), "The file ends within the header of the font.")
            return nil
        }
        self.version = version
        self.start = start
        switch version {
        case Tag(0x0001_0000), "true", "OTTO": break
        case "ttcf":
            log.add(.faceHeader, .directory(start), "A face of the collection is itself a collection.")
            return nil
        default:
            log.add(
                .faceHeader, .directory(start),
                "A face of the collection does not begin as a TrueType or OpenType font.")
            return nil
        }
        guard count > 0 else {
            log.add(.directoryPastEnd, .directory(start + 4), "The font has no tables.")
            return nil
        }
        guard file.holds(count, of: 16, at: start + 12) else {
            log.add(
                .directoryPastEnd, .directory(start + 4),
                "The directory of \(count) tables runs past the end of the file.")
            return nil
        }
        guard budget.spend(16 * count) else { return nil }
        readRecords(file, at: start + 12, count: count, log: &log)
        checkOverlaps(file, directory: start..<(start + 12 + 16 * count), log: &log)
    }

    /// The bytes of a table; nil if the face has no such table or it does not lie within the file.
    package subscript(_ tag: Tag) -> FontBytes? { tables[tag] }

    /// Whether the directory lists the table, whether or not it lies within the file.
    package func contains(_ tag: Tag) -> Bool { tags.contains(tag) }

    private mutating func readRecords(_ file: FontBytes, at start: Int, count: Int, log: inout FindingLog) {
        records.reserveCapacity(count)
        var firstUnsorted: Int?
        for index in 0..<count {
            let place = start + 16 * index
            guard let tag = file.tag(place), let offset = file.u32(place + 8), let length = file.u32(place + 12)
            else { continue }
            if let previous = records.last, previous.tag >= tag, firstUnsorted == nil { firstUnsorted = place }
            records.append(Record(tag: tag, offset: offset, length: length))
            guard tags.insert(tag).inserted else {
                // Fonts that were signed again have two signatures. That is harmless, since it does not change the
                // rendering.
                let kind: FontFinding.Kind = tag == "DSIG" ? .signatureTwice : .tableTwice
                log.add(kind, .table(tag, place), "The table '\(tag.text)' is in the directory twice.")
                continue
            }
            if let bytes = file.slice(at: offset, count: length) {
                tables[tag] = bytes
            } else {
                log.add(
                    .tablePastEnd, .table(tag, place + 8),
                    "The table '\(tag.text)' of \(length) bytes runs past the end of the file: it is truncated.")
            }
        }
        if let firstUnsorted {
            log.add(
                .tableOrder, .directory(firstUnsorted),
                "The table directory is not sorted by tag; some programs do not find all tables.")
        }
    }

    /// Reports tables that overlap.
    ///
    /// Two tables may be the same bytes, as the bitmap tables of Apple and Microsoft are, but must not overlap
    /// otherwise.
    private func checkOverlaps(_ file: FontBytes, directory: Range<Int>, log: inout FindingLog) {
        let sorted = records.filter { $0.length > 0 && file.holds($0.length, of: 1, at: $0.offset) }
            .sorted { ($0.offset, $0.length) < ($1.offset, $1.length) }
        for record in sorted where record.offset < directory.upperBound {
            if record.offset + record.length > directory.lowerBound {
                log.add(
                    .tableOverlap, .table(record.tag, record.offset),
                    "The table '\(record.tag.text)' overlaps the table directory.")
            }
        }
        guard var previous = sorted.first else { return }
        for record in sorted.dropFirst() {
            let isSame = record.offset == previous.offset && record.length == previous.length
            if !isSame, record.offset < previous.offset + previous.length {
                log.add(
                    .tableOverlap, .table(record.tag, record.offset),
                    "The table '\(record.tag.text)' overlaps the table '\(previous.tag.text)'.")
            }
            if record.offset + record.length > previous.offset + previous.length { previous = record }
        }
    }

    /// Whether there are TrueType outlines; bitmap fonts often have an empty `glyf` table.
    package var hasTrueTypeOutlines: Bool {
        contains("glyf") && contains("loca") && self["glyf"].map { $0.count > 0 } ?? true
    }

    /// Reports missing tables without which the face is unusable.
    func checkRequiredTables(log: inout FindingLog) {
        func require(_ tag: Tag, unless alternative: Tag? = nil) {
            guard !contains(tag), alternative.map({ !contains($0) }) ?? true else { return }
            log.add(.requiredTableMissing, .table(tag, start), "The required table '\(tag.text)' is missing.")
        }
        require("head", unless: "bhed")
        require("maxp")
        let isScalable = hasTrueTypeOutlines || contains("CFF ") || contains("CFF2")
        // Bitmaps count only if there is at least one size of them.
        let bitmaps: [(data: Tag, sizes: Tag)] = [
            ("CBDT", "CBLC"), ("EBDT", "EBLC"), ("bdat", "bloc"), ("sbix", "sbix"),
        ]
        let hasGlyphs =
            contains("glyf") && contains("loca") || isScalable || contains("SVG ") || contains("VARC")
            || bitmaps.contains { contains($0.data) && contains($0.sizes) && self[$0.sizes]?.u32(4) != 0 }
        if !hasGlyphs {
            if contains("glyf") {
                require("loca")
            } else {
                log.add(.noGlyphs, .directory(start), "The font has no glyphs: no outlines, bitmaps or pictures.")
            }
        }
        // Apple's bitmap fonts, with `bhed` instead of `head`, need no metrics. FreeType refuses all other fonts
        // without them.
        if isScalable || !contains("bhed") {
            require("hhea")
            require("hmtx")
        }
        func expect(_ tag: Tag, _ message: Message) {
            if !contains(tag) { log.add(.tableMissing, .table(tag, start), message) }
        }
        expect("cmap", "The table 'cmap' is missing: no character is mapped to a glyph.")
        expect("name", "The table 'name' is missing: names are made up.")
        expect("OS/2", "The table 'OS/2' is missing: weight and width are guessed.")
        expect("post", "The table 'post' is missing: the slant is unknown.")
    }
}
