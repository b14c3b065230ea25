import FontModel

/// Parses one file from its first bytes to its last face, and logs its faults.
struct FileParser {
    let file: FontBytes
    let contentHash: String
    /// Whether the faces get their table directories and details.
    let isDetailed: Bool
    var log = FindingLog()
    var budget: WorkBudget
    /// The work for features, of which there are fewer if it is spent, while a file is refused without ``budget``.
    var featureBudget: WorkBudget
    var shared = SharedTables()
    /// The examination for faults that registration does not refuse; nil if the file is only read.
    var examiner: (any FontExaminer)?
    /// The number of faces plus named instances read so far.
    var facesAndInstances = 0
    /// The name of the file in fontd's folders, without its extension; set with the first face.
    var fileName: String?
    private(set) var format: FontFormat?
    /// The end of the last table in the file, and the tag of that table.
    var lastTable: (end: Int, tag: Tag) = (0, "sfnt")

    init(_ file: FontBytes, contentHash: String, isDetailed: Bool = true, examiner: (any FontExaminer)? = nil) {
        self.file = file
        self.contentHash = contentHash
        self.isDetailed = isDetailed
        budget = WorkBudget(fileSize: file.count)
        featureBudget = WorkBudget(fileSize: file.count)
        self.examiner = examiner
    }

    /// Parses the file.
    ///
    /// - Returns: The contents, or nil if no face can be described. Whether the file may be used is recorded in the
    ///   log.
    mutating func parse() -> FontContents? {
        let prefix = file.slice(at: 0, count: min(file.count, FontSniffer.prefixLength)) ?? file
        format = FontSniffer.format(of: prefix)
        guard let format else {
            log.add(
                .unknownFormat, .file,
                file.count == 0
                    ? "The file is empty."
                    : FontSniffer.archive(of: prefix)?.refusal ?? FontSniffer.refusal(ofText: prefix)
                        ?? "This is not a font file: it does not begin as a TrueType or OpenType font or collection.")
            return nil
        }
        if let refusal = format.refusal {
            log.add(.unknownFormat, .file, refusal)
            return nil
        }
        guard let offsets = format == .collection ? collectionOffsets() : [0] else { return nil }
        guard offsets.count <= FontLimits.facesPerFile else {
            log.add(
                .tooManyFaces, .collectionHeader(8),
                "The collection has more than \(FontLimits.facesPerFile) faces, the limit.")
            return nil
        }
        facesAndInstances = offsets.count
        var faces: [FaceContents] = []
        for (index, offset) in offsets.enumerated() {
            log.faceIndex = index
            if let face = parseFace(index: index, at: offset) { faces.append(face) }
            if budget.isSpent { break }
        }
        log.faceIndex = nil
        if budget.isSpent {
            log.add(
                .tooMuchWork, .file,
                "The tables of the font share so many bytes that reading it is too much work for its size.")
        }
        checkEnd()
        examiner?.finish(isCollection: format == .collection, log: &log)
        guard !faces.isEmpty else { return nil }
        return FontContents(format: format, faces: faces, findings: log.findings.filter { $0.severity == .warning })
    }

    /// Reads the offsets from the header of a collection (OpenType, “Font Collections”).
    ///
    /// Versions 1 and 2 differ only after the offsets.
    private mutating func collectionOffsets() -> [Int]? {
        guard let version = file.u16(4), let count = file.u32(8) else {
            log.add(.headerCut, .collectionHeader(0), "The file ends within the header of the collection.")
            return nil
        }
        guard version == 1 || version == 2 else {
            log.add(.collectionHeader, .collectionHeader(4), "The collection has the unknown version \(version).")
            return nil
        }
        guard count > 0 else {
            log.add(.collectionHeader, .collectionHeader(8), "The collection has no faces.")
            return nil
        }
        guard file.holds(count, of: 4, at: 12) else {
            log.add(
                .collectionHeader, .collectionHeader(8),
                "The collection declares \(count) faces; their offsets run past the end of the file.")
            return nil
        }
        // Limit the count before any allocation.
        return (0..<min(count, FontLimits.facesPerFile + 1)).compactMap { file.u32(12 + 4 * $0) }
    }

    /// Checks the end of the file.
    ///
    /// Tables are padded to multiples of four bytes, including the last one. Older fonts omit the padding at the end of
    /// the file. They are not refused, since no data of a table is missing.
    private mutating func checkEnd() {
        let padding = (4 - lastTable.end % 4) % 4
        let rest = file.count - lastTable.end
        // The tables of a collection may be followed by its signature.
        if format != .collection, rest > 3 {
            log.add(
                .bytesAfterTables, .noTable(lastTable.end),
                "The file continues for \(counted(rest, "byte")) after the last table of the font.")
        }
        guard log.firstError == nil, rest < padding else { return }
        log.add(
            .paddingMissing, .table(lastTable.tag, lastTable.end),
            "The file ends within the padding of its last table, '\(lastTable.tag.text)'; its data is complete.")
    }
}

/// The data of tables that several faces of a collection share, so that each table is read only once.
package struct SharedTables {
    /// A range of the file, with the other values on which its interpretation depends.
    package struct Key: Hashable {
        var start: Int
        var count: Int
        package var context: [Int]

        package init(_ bytes: FontBytes, _ context: Int...) {
            start = bytes.start
            count = bytes.count
            self.context = context
        }
    }

    var names: [Key: NameTable] = [:]
    var characterMaps: [Key: CharacterMap] = [:]
    var checkedLocations: Set<Key> = []
}
