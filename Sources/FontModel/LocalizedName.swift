/// A name of a face in one language.
public struct LocalizedName: Sendable, Hashable, Codable {
    /// The kind of a name.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The family (`name` ID 16, else 1).
        case family
        /// The style (`name` ID 17, else 2).
        case style
        /// The full name (`name` ID 4).
        case fullName = "full-name"
    }

    /// The kind of the name.
    public var kind: Kind
    /// A BCP 47 language tag, such as `ja` or `zh-Hant`.
    public var language: String
    /// The name in display form.
    public var text: String

    package init(kind: Kind, language: String, text: String) {
        self.kind = kind
        self.language = language
        self.text = text
    }
}

extension LocalizedName: FieldRecord {
    package init() { self.init(kind: .family, language: "", text: "") }

    package static let fields: [Field<LocalizedName>] = [
        .word("kind", \.kind),
        .text("language", \.language, isSound: isLanguage),
        .text("text", \.text),
    ]
}
