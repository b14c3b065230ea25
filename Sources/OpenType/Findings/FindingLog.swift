import FontModel

/// Collects what is wrong while a file is read.
///
/// The first error decides what the file is refused with.
struct FindingLog {
    /// Where a contradiction stands; offsets count from the start of the file.
    enum Place {
        case file
        case collectionHeader(Int)
        case directory(Int)
        case table(Tag, Int)
        /// Bytes that belong to no table.
        case noTable(Int)
    }

    private(set) var firstError: FontFinding?
    /// The face that is being read; nil while the container is.
    var faceIndex: Int?
    private var listed: [FontFinding] = []
    private var counts: [Group: Int] = [:]
    private var unlisted = 0

    /// What is counted together.
    private struct Group: Hashable {
        var kind: FontFinding.Kind
        var faceIndex: Int?
    }

    /// A hostile file must not make the list as long as itself.
    private static let limit = 200
    /// Every glyph may have the same fault; nobody reads further than this.
    private static let limitOfKind = 20

    /// What was found, in that order; the first error is always there.
    var findings: [FontFinding] {
        guard unlisted > 0 else { return listed }
        return listed + [FontFinding(.unlistedFindings, message: "\(unlisted) more findings are not listed.")]
    }

    mutating func add(_ kind: FontFinding.Kind, _ place: Place, glyph: Int? = nil, _ message: String) {
        let (table, offset): (String?, Int?) =
            switch place {
            case .file: (nil, nil)
            case .collectionHeader(let offset): (FontFinding.collectionHeader, offset)
            case .directory(let offset): (FontFinding.directory, offset)
            case .table(let tag, let offset): (tag.text, offset)
            case .noTable(let offset): (nil, offset)
            }
        let finding = FontFinding(
            kind, faceIndex: faceIndex, table: table, offset: offset, glyph: glyph, message: message)
        let isFirstError = finding.severity == .error && firstError == nil
        if isFirstError { firstError = finding }
        let group = Group(kind: kind, faceIndex: faceIndex)
        guard isFirstError || listed.count < Self.limit && counts[group, default: 0] < Self.limitOfKind else {
            unlisted += 1
            return
        }
        counts[group, default: 0] += 1
        listed.append(finding)
    }
}
