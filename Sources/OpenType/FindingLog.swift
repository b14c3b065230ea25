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
    private var unlisted = 0

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

    package mutating func add(_ kind: FontFinding.Kind, _ place: Place, glyph: Int? = nil, _ message: Message) {
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
        func hasRoom() -> Bool {
            listed.count < Self.limit
                && listed.count { $0.kind == kind && $0.faceIndex == faceIndex } < Self.limitOfKind
        }
        if isFirstError || hasRoom() { listed.append(finding) } else { unlisted += 1 }
    }
}

/// A limit that keeps the work proportional to the size of the file.
///
/// Tables may share bytes, so counts alone do not bound the work: 512 faces may each refer to the same 100 MB. Every
/// loop over data charges the budget first. A sound font stays far below the limit, since it is charged about once for
/// each byte.
package struct WorkBudget {
    private var left: Int
    package private(set) var isSpent = false

    /// - Parameter visits: The number of times that each byte may be read.
    package init(fileSize: Int, visits: Int = 4) { left = min(fileSize, Int.max / 256) * visits + 524_288 }

    /// Charges an amount of work; returns false if it exceeds the rest of the budget, and must then not be done.
    package mutating func spend(_ units: Int) -> Bool {
        guard !isSpent, units >= 0, units <= left else {
            isSpent = true
            return false
        }
        left -= units
        return true
    }
}
