import FontModel

/// The description of a catalogue: the target `catalog.json`.
public struct CatalogDocument: Codable, Sendable, Hashable {
    /// The version of the format, 1.
    public var formatVersion: Int
    /// The identifier: lower-case letters, digits, hyphens and dots; downloads belong to `catalog:<id>`.
    public var id: String
    /// The name for people.
    public var name: String
    /// The name in other languages, by BCP 47 tag.
    public var names: [String: String]
    public var homepage: String?
    /// The number of families.
    public var families: Int
}

extension CatalogDocument {
    /// The document with texts that are safe to show and to send, since a publisher may be hostile.
    package var cleaned: CatalogDocument {
        var clean = self
        clean.id = DisplayText.clean(id)
        clean.name = DisplayText.clean(name)
        clean.names = names.cleaned(DisplayText.clean)
        clean.homepage = homepage.map(DisplayText.harmless)
        return clean
    }
}
