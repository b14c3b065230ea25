package import FontModel

extension FontReader {
    /// Reads the details of one face from the tables that hold them, without checking the rest of the file.
    ///
    /// - Parameters:
    ///   - index: The index of the face in the file.
    ///   - bytes: Memory of the size of the file.
    ///   - load: Fills a range of the memory from the file; called before the range is read.
    /// - Throws: The error of `load`; `FontError` with code `unrecognizedFormat` (103) or `invalidFontData` (104) if the
    ///   file has no such face.
    package static func details(
        ofFace index: Int, in bytes: UnsafeRawBufferPointer,
        loading load: (Range<Int>) throws(FontError) -> Void
    ) throws(FontError) -> FontDetails {
        let tables = try unsafe tables(
            ofFace: index, in: bytes, ["head", "bhed", "hhea", "OS/2", "post", "name", "fvar"], loading: load)
        if let colors = tables["COLR"] { try load(colors.start..<colors.start + min(2, colors.count)) }
        var log = FindingLog()
        var budget = WorkBudget(fileSize: bytes.count)
        return FontDetails(
            tables, head: HeadTable(tables, log: &log), os2: OS2Table(tables, log: &log),
            post: PostTable(tables, log: &log), lines: HorizontalMetrics(tables, glyphCount: 0, log: &log).lineMetrics,
            names: tables["name"].map { NameTable($0, log: &log, budget: &budget) } ?? NameTable(),
            variations: Variations(tables["fvar"], room: 0, log: &log, budget: &budget))
    }

    /// Reads the features of one face from the tables that hold them, without checking the rest of the file.
    ///
    /// The parameters and errors are those of ``details(ofFace:in:loading:)``.
    package static func features(
        ofFace index: Int, in bytes: UnsafeRawBufferPointer,
        loading load: (Range<Int>) throws(FontError) -> Void
    ) throws(FontError) -> [FontFeature] {
        let tables = try unsafe tables(ofFace: index, in: bytes, ["name", "GSUB", "GPOS"], loading: load)
        var log = FindingLog()
        var budget = WorkBudget(fileSize: bytes.count)
        let names = tables["name"].map { NameTable($0, log: &log, budget: &budget) } ?? NameTable()
        return FeatureTables.features(tables, names: names, budget: &budget)
    }

    /// Returns the tables of a face, some of which are loaded.
    private static func tables(
        ofFace index: Int, in bytes: UnsafeRawBufferPointer, _ wanted: [Tag],
        loading load: (Range<Int>) throws(FontError) -> Void
    ) throws(FontError) -> TableDirectory {
        let file = unsafe FontBytes(file: bytes)
        func slice(_ start: Int, _ count: Int) throws(FontError) -> FontBytes? {
            guard let slice = file.slice(at: start, count: min(count, max(0, bytes.count - start))) else { return nil }
            try load(start..<start + slice.count)
            return slice
        }
        let prefix = try slice(0, max(FontSniffer.prefixLength, 12 + 4 * FontLimits.facesPerFile))
        let sniffed = prefix.flatMap { FontSniffer.format(of: $0) }
        guard let prefix, let format = sniffed, format.isSupported else {
            throw FontError(.unrecognizedFormat, sniffed?.refusal ?? "This is not a font file.")
        }
        let isListed = format == .collection ? index < prefix.u32(8) ?? 0 : index == 0
        let start = format == .collection ? prefix.u32(12 + 4 * index) : 0
        var log = FindingLog()
        var budget = WorkBudget(fileSize: bytes.count)
        guard isListed, let start, let header = try slice(start, 12), let count = header.u16(4),
            try slice(start, 12 + 16 * count) != nil,
            let tables = TableDirectory(file, at: start, saidAt: nil, log: &log, budget: &budget)
        else { throw FontError(.invalidFontData, "The file has no face \(index).", faceIndex: index) }
        for tag in wanted {
            if let table = tables[tag] { try load(table.start..<table.start + table.count) }
        }
        return tables
    }
}
