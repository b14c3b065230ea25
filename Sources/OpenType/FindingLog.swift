import FontModel

/// Collects what is wrong while a file is read.
///
/// The first error decides what the file is refused with.
struct FindingLog {
    private(set) var findings: [FontFinding] = []
    private(set) var firstError: FontFinding?
    /// The face that is being read; nil while the container is.
    var faceIndex: Int?

    /// A hostile file must not make the list as long as itself.
    private static let limit = 200

    mutating func damage(_ table: Tag? = nil, at offset: Int? = nil, _ message: String) {
        add(.error, code: .invalidFontData, table: table, offset: offset, message)
    }

    mutating func overLimit(_ table: Tag? = nil, at offset: Int? = nil, _ message: String) {
        add(.error, code: .exceededResourceLimit, table: table, offset: offset, message)
    }

    mutating func unrecognized(_ message: String) {
        add(.error, code: .unrecognizedFormat, table: nil, offset: nil, message)
    }

    mutating func warn(_ table: Tag? = nil, at offset: Int? = nil, _ message: String) {
        add(.warning, code: nil, table: table, offset: offset, message)
    }

    private mutating func add(
        _ severity: FontFinding.Severity, code: FontError.Code?, table: Tag?, offset: Int?, _ message: String
    ) {
        let finding = FontFinding(
            severity: severity, code: code?.rawValue, faceIndex: faceIndex, table: table?.text, offset: offset,
            message: message)
        if severity == .error, firstError == nil { firstError = finding }
        if findings.count < Self.limit {
            findings.append(finding)
        } else if findings.count == Self.limit {
            findings.append(FontFinding(severity: .warning, message: "There is more that is not listed."))
        }
    }
}

/// Keeps the work proportional to the size of the file.
///
/// Tables may share bytes, so counts alone do not bound the work: 512 faces may each refer to the same 100 MB. Whatever
/// is read in a loop is charged here first. A sound font stays far below: it is charged for each byte about once.
struct WorkBudget {
    private var left: Int
    private(set) var isSpent = false

    init(fileSize: Int) { left = min(fileSize, Int.max / 8) * 4 + 524_288 }

    /// Charges for work; false if it is more than there is left, then it must not be done.
    mutating func spend(_ units: Int) -> Bool {
        guard !isSpent, units >= 0, units <= left else {
            isSpent = true
            return false
        }
        left -= units
        return true
    }
}
