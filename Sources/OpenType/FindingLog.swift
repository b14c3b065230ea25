package import FontModel

/// A log of the faults found while a file is read.
///
/// The first error determines the code with which the file is refused.
package struct FindingLog {
    /// The place of a fault; offsets count from the start of the file.
    package enum Place {
        case file
        case collectionHeader(Int)
        case directory(Int)
        case table(Tag, Int)
        /// Bytes that belong to no table.
        case noTable(Int)
    }

    private(set) var firstError: FontFinding?
    /// The index of the face that is being read; nil while the container is read.
    var faceIndex: Int?
    private var listed: [FontFinding] = []
    private var counts: [Group: Int] = [:]
    private var unlisted = 0

    /// The key by which findings are counted.
    private struct Group: Hashable {
        var kind: FontFinding.Kind
        var faceIndex: Int?
    }

    package init() {}

    /// The maximum number of findings, so that a hostile file cannot make the list as long as itself.
    private static let limit = 200
    /// The maximum number of findings of one kind per face, since every glyph may have the same fault.
    private static let limitOfKind = 20

    /// The findings in the order in which they were added; always includes the first error.
    var findings: [FontFinding] {
        guard unlisted > 0 else { return listed }
        return listed + [FontFinding(.unlistedFindings, message: "The list omits \(counted(unlisted, "finding")).")]
    }

    package mutating func add(_ kind: FontFinding.Kind, _ place: Place, glyph: Int? = nil, _ message: String) {
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
