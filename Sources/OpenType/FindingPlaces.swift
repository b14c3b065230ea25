package import FontModel

extension FontReader {
    /// Adds the offset in the file to findings of other parsers.
    ///
    /// - Parameters:
    ///   - findings: The findings; those that have an offset remain unchanged.
    ///   - bytes: The whole file. It must not change during the call.
    /// - Returns: The findings with the offset of the glyph's data, else of the table, else of the face's table
    ///   directory. Findings about the whole file have no offset.
    package static func locate(_ findings: [FontFinding], in bytes: UnsafeRawBufferPointer) -> [FontFinding] {
        guard findings.contains(where: { $0.offset == nil && $0.faceIndex != nil }) else { return findings }
        var places = unsafe FindingPlaces(file: FontBytes(file: bytes))
        return findings.map { places.located($0) }
    }
}

/// The positions of faces, tables and glyphs in a file.
private struct FindingPlaces {
    let file: FontBytes
    /// The table directories by face index.
    var directories: [Int: TableDirectory] = [:]

    mutating func located(_ finding: FontFinding) -> FontFinding {
        guard finding.offset == nil, let face = finding.faceIndex, let tables = directory(ofFace: face) else {
            return finding
        }
        var located = finding
        if let tag = finding.table.map(Tag.init(stringLiteral:)), let table = tables[tag] {
            located.offset = finding.glyph.flatMap { place(ofGlyph: $0, table, tag, tables) } ?? table.start
        } else {
            located.table = finding.table ?? FontFinding.directory
            located.offset = tables.start
        }
        return located
    }

    private mutating func directory(ofFace face: Int) -> TableDirectory? {
        if let known = directories[face] { return known }
        let start = file.tag(0) == "ttcf" ? file.u32(12 + 4 * face) : 0
        // Faults of the directory were already reported when the file was read.
        var log = FindingLog()
        var budget = WorkBudget(fileSize: file.count)
        guard let start, let tables = TableDirectory(file, at: start, log: &log, budget: &budget) else { return nil }
        directories[face] = tables
        return tables
    }

    private func place(ofGlyph glyph: Int, _ table: FontBytes, _ tag: Tag, _ tables: TableDirectory) -> Int? {
        switch tag {
        case "glyf":
            guard let locations = tables["loca"], let format = tables["head"]?.u16(50) else { return nil }
            return GlyphLocations(table: locations, isLong: format == 1).range(of: glyph).map {
                table.start + $0.lowerBound
            }
        case "CFF ", "CFF2":
            return CFFTable(bytes: table, tag: tag).place(ofGlyph: glyph).map { table.start + $0 }
        default: return nil
        }
    }
}
