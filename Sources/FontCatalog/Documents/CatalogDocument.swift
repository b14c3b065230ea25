import FontModel

/// The description of a catalogue: the target `catalog.json`.
package struct CatalogDocument: Codable, Sendable, Hashable {
    /// The version of the format, 1.
    package var formatVersion: Int
    /// The identifier: lower-case letters, digits, hyphens and dots; downloads belong to `catalog:<id>`.
    package var id: String
    /// The name for people.
    package var name: String
    /// The name in other languages, by BCP 47 tag.
    package var names: [String: String]
    /// The address of a page about the catalogue.
    package var homepage: String?
    /// The number of families.
    package var families: Int
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
