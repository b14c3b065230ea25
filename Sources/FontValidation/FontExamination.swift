import FontModel
import OpenType

/// Examines a font file for faults that registration does not refuse.
///
/// These are contradictions between tables, wrong checksums, wrong orders, and offsets that lead out of tables. All are
/// warnings. A table that several faces share is examined once, with the first of them.
struct FontExamination: FontExaminer {
    private let file: FontBytes
    private var budget: WorkBudget
    private var examined: Set<SharedTables.Key> = []
    private var layout: FileLayout

    init(_ file: FontBytes) {
        self.file = file
        budget = WorkBudget(fileSize: file.count, visits: 32)
        layout = FileLayout(file)
    }

    /// Examines a face.
    mutating func examine(_ facts: FaceFacts, log: inout FindingLog) {
        layout.add(facts.tables)
        var face = FaceExamination(facts: facts, file: file, log: log, budget: budget, examined: examined)
        // Clear the set; with two references, it would be copied for each face.
        examined = []
        face.run()
        (log, budget, examined) = (face.log, face.budget, face.examined)
    }

    /// Examines the bytes between the tables of all faces.
    mutating func finish(isCollection: Bool, log: inout FindingLog) {
        layout.checkGaps(isCollection: isCollection, log: &log)
        guard budget.isSpent else { return }
        log.add(.uncheckedTables, .file, "The tables share so many bytes that not all of them were examined.")
    }
}

/// The examination of one face; each group of checks is in its own extension.
struct FaceExamination {
    let facts: FaceFacts
    let file: FontBytes
    var log: FindingLog
    var budget: WorkBudget
    fileprivate(set) var examined: Set<SharedTables.Key>

    var tables: TableDirectory { facts.tables }
    var glyphCount: Int { facts.glyphCount }
    var axisCount: Int { facts.variations.axes.count }

    mutating func run() {
        checkDirectory()
        checkHead()
        checkOS2()
        checkMaxp()
        checkMetrics()
        checkGlyphs()
        checkCharacterMap()
        checkNames()
        checkGlyphNames()
        checkAxes()
        checkVariations()
        checkLayout()
        checkPictures()
    }

    /// Returns a table on its first examination, and nil if it is missing or was already examined.
    ///
    /// - Parameter context: The values on which the examination depends in addition to the bytes.
    mutating func once(_ tag: Tag, _ context: Int...) -> FontBytes? {
        guard let table = tables[tag] else { return nil }
        var key = SharedTables.Key(table, Int(exactly: tag.rawValue) ?? 0)
        key.context += context
        return examined.insert(key).inserted ? table : nil
    }

    static func hexadecimal(_ number: Int) -> String { "0x" + String(number, radix: 16, uppercase: true) }

    mutating func warn(_ kind: FontFinding.Kind, _ tag: Tag, _ offset: Int, glyph: Int? = nil, _ message: Message) {
        // If the end of a table is missing, the offset may be past the end of the file.
        log.add(kind, .table(tag, min(offset, file.count)), glyph: glyph, message)
    }
}
