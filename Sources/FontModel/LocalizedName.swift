/// A name of a face in one language.
public struct LocalizedName: Sendable, Hashable, Codable {
    /// What the name names.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// `name` ID 16, else 1.
        case family
        /// `name` ID 17, else 2.
        case style
        /// `name` ID 4.
        case fullName = "full-name"
    }

    /// What the text names.
    public var kind: Kind
    /// A BCP 47 language tag, such as `ja` or `zh-Hant`.
    public var language: String
    /// The name in display form.
    public var text: String

    public init(kind: Kind, language: String, text: String) {
        self.kind = kind
        self.language = language
        self.text = text
    }
}
