import FontModel

/// The licence of the fonts of one family among the resources of a module.
public struct FontResourceLicense: Sendable, Hashable, Codable {
    /// The identifier by which a ``FontResource`` names the licence: the SHA-256 of the text, or the SPDX identifier if
    /// there is no text.
    ///
    /// Families with the same text have the same identifier; see ``FontResourceTable/license(of:)``.
    public var id: String
    /// The family whose fonts have the licence.
    public var family: String
    /// The copyright statements of the fonts and of the text.
    public var copyright: [String]
    /// The designers (`name` ID 9).
    public var designers: [String]
    /// The names that the licence reserves.
    public var reservedNames: [String]
    /// The SPDX identifier, such as `OFL-1.1`; nil if the licence is unknown.
    public var spdx: String?
    /// The text of the licence; nil if the module has none.
    public var text: String?

    package init(
        id: String, family: String, copyright: [String] = [], designers: [String] = [], reservedNames: [String] = [],
        spdx: String? = nil, text: String? = nil
    ) {
        self.id = id
        self.family = family
        self.copyright = copyright
        self.designers = designers
        self.reservedNames = reservedNames
        self.spdx = spdx
        self.text = text
    }
}

extension FontResourceLicense: FieldRecord {
    package init() { self.init(id: "", family: "") }

    package static let fields: [Field<FontResourceLicense>] = [
        .text("id", \.id),
        .text("family", \.family),
        .texts("copyright", \.copyright),
        .texts("designers", \.designers),
        .texts("reservedNames", \.reservedNames),
        .text("spdx", \.spdx),
        .text("text", \.text),
    ]
}
