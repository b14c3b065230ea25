/// A fault of a font file.
public struct FontFinding: Sendable, Hashable, Codable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// The file is refused with ``FontFinding/code``.
        case error
        /// The file is accepted, but contains a fault or has an unexpected effect.
        case warning
    }

    /// The value of ``table`` for the table directory of a face and the bytes before it.
    public static let directory = "sfnt header"
    /// The value of ``table`` for the header of a collection.
    public static let collectionHeader = "collection header"

    /// The kind of the fault, which determines the consequence.
    public var kind: Kind
    /// The error code with which the file is refused; nil for a warning.
    public var code: Int?
    /// The index of the face, from 0; nil if the finding concerns the whole file.
    ///
    /// If several faces share a faulty table, this is the first of them.
    public var faceIndex: Int?
    /// The table's tag, such as `glyf`, or ``directory`` or ``collectionHeader``; nil if it concerns the whole file.
    public var table: String?
    /// The position of the fault in bytes from the start of the file; nil if it concerns the whole file.
    public var offset: Int?
    /// The glyph index, from 0; nil if the finding does not concern a single glyph.
    public var glyph: Int?
    /// The message with its values, which can be translated.
    package var text: Message

    /// Creates a finding, with the code of the kind unless another is given.
    package init(
        _ kind: Kind, code: FontError.Code? = nil, faceIndex: Int? = nil, table: String? = nil, offset: Int? = nil,
        glyph: Int? = nil, message: Message
    ) {
        self.kind = kind
        self.code = (code ?? kind.code)?.rawValue
        self.faceIndex = faceIndex
        self.table = table
        self.offset = offset
        self.glyph = glyph
        text = message
    }

    /// A description of the fault in English, with the values found.
    public var message: String { text.description }

    /// The ``message`` in the language of this process, for people; see ``Message/localized``.
    public var localizedMessage: String { text.localized }

    /// The severity; a finding with a code is an error.
    public var severity: Severity { code == nil ? .warning : .error }
}
