/// Something `validate` found in a font file.
public struct FontFinding: Sendable, Hashable, Codable {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// The file is refused with ``FontFinding/code``.
        case error
        /// The file is accepted; something in it is wrong or will surprise.
        case warning
    }

    /// How much it matters.
    public var severity: Severity
    /// The code the file is refused with; nil for a warning.
    public var code: Int?
    /// The face, from 0; nil when it concerns the whole file.
    public var faceIndex: Int?
    /// The table's tag, such as `glyf`; nil when it concerns the container.
    public var table: String?
    /// Byte offset in the file.
    public var offset: Int?
    /// What is wrong and what follows from it.
    public var message: String

    public init(
        severity: Severity, code: Int? = nil, faceIndex: Int? = nil, table: String? = nil, offset: Int? = nil,
        message: String
    ) {
        self.severity = severity
        self.code = code
        self.faceIndex = faceIndex
        self.table = table
        self.offset = offset
        self.message = message
    }
}
