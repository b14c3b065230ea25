/// Something that is wrong with a font file.
public struct FontFinding: Sendable, Hashable, Codable {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// The file is refused with ``FontFinding/code``.
        case error
        /// The file is accepted; something in it is wrong or will surprise.
        case warning
    }

    /// What ``table`` says of the table directory of a face and the few bytes before it.
    public static let directory = "sfnt header"
    /// What ``table`` says of the header of a collection.
    public static let collectionHeader = "collection header"

    /// What kind of fault it is; has the consequence.
    public var kind: Kind
    /// The code the file is refused with; nil for a warning.
    public var code: Int?
    /// The face, from 0; nil when it concerns the whole file.
    ///
    /// Of faces that share a faulty table, the first.
    public var faceIndex: Int?
    /// The table's tag, such as `glyf`, or ``directory`` or ``collectionHeader``; nil when it concerns the whole file.
    public var table: String?
    /// Where the contradiction stands: bytes from the start of the file; nil when it concerns the whole file.
    public var offset: Int?
    /// The glyph, from 0; nil when it is about no single glyph.
    public var glyph: Int?
    /// What is wrong, with the values seen.
    public var message: String

    /// Makes a finding; its code is the kind's unless another is given.
    public init(
        _ kind: Kind, code: FontError.Code? = nil, faceIndex: Int? = nil, table: String? = nil, offset: Int? = nil,
        glyph: Int? = nil, message: String
    ) {
        self.kind = kind
        self.code = (code ?? kind.code)?.rawValue
        self.faceIndex = faceIndex
        self.table = table
        self.offset = offset
        self.glyph = glyph
        self.message = message
    }

    /// How much it matters: an error has a code.
    public var severity: Severity { code == nil ? .warning : .error }

    /// What follows for whoever uses the font.
    public var consequence: String { kind.consequence }
}
