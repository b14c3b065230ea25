public import FontModel

/// A defect of a document, which leaves the rest of the document usable.
public struct TypographyProblem: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A key that is not defined; it is ignored.
        case unknownKey
        /// A value of another type, or outside of its range; it is ignored.
        case invalidValue
        /// A colour that is neither a text nor a map of texts (`invalidFormat` of TypographyKit).
        case invalidFormat
        /// A dynamic colour without `light`.
        case invalidDynamicColor
        /// A parent or a colour that is not defined.
        case notFound
        /// A parent or a colour that is itself invalid.
        case invalidReference
        /// Styles or colours that refer to each other.
        case cyclicReference
    }

    public var kind: Kind
    /// The name of the document.
    public var document: String
    /// The keys that lead to the value, such as `["ui-font-text-styles", "body", "point-size"]`.
    public var path: [String]
    /// The ``message`` with its values, which can be translated.
    package var text: Message

    private enum CodingKeys: String, CodingKey {
        case kind, document, path, text = "message"
    }

    /// The defect as a sentence of English.
    public var message: String { text.description }

    /// The ``message`` in the language of this process, for people; see ``Message/localized``.
    public var localizedMessage: String { text.localized }

    public var description: String { "\(document): \(path.joined(separator: ": ")): \(message)" }
}

/// The reason that a document cannot be used at all.
public enum TypographyDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The document has no bytes (`emptyPayload` of TypographyKit).
    case emptyDocument
    /// The document is larger than ``TypographyDocument/sizeLimit`` bytes.
    case tooLarge(Int)
    /// The document is not JSON or a property list with a map (`unexpectedFormat` of TypographyKit).
    case unexpectedFormat(Message)

    public var description: String { text.description }

    /// The reason with its values, which can be translated.
    package var text: Message {
        switch self {
        case .emptyDocument: "The document is empty."
        case .tooLarge(let size):
            "The document has \(size) bytes, more than the limit of \(TypographyDocument.sizeLimit)."
        case .unexpectedFormat(let reason): "The document is neither JSON nor a property list: \(reason)"
        }
    }
}
