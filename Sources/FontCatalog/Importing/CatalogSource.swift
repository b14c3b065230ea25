/// Where the fonts of a catalogue come from.
package enum CatalogSource: Sendable {
    /// The metadata of publishers that a folder may have beside its fonts.
    package enum Metadata: String, Sendable, Hashable, CaseIterable {
        /// `METADATA.pb` of the repository google/fonts.
        case googleFonts = "google-fonts"
        /// `metadata.json` of Fontsource.
        case fontsource
        /// Formulas of fontist, YAML.
        case fontist
        /// `webfonts#webfontList` of the Google Fonts interface, JSON.
        case webfonts
    }

    /// A folder, with the metadata in it; nil for all that are recognized.
    case folder(String, Metadata?)
    /// The fonts of this machine by fontconfig; the function returns the packages of files by path.
    case system(packages: @Sendable ([String]) -> [String: String])
    /// Packages that `apt-get download` fetches.
    case debian([String])

    /// The folder of the fonts.
    var folder: String? { if case .folder(let folder, _) = self { folder } else { nil } }

    /// The name and the identifier of a catalogue of which the publisher does not state them.
    var defaultName: String {
        switch self {
        case .folder(let folder, _): folder
        case .system: "system"
        // That of the distribution itself is refused by clients on it.
        case .debian: "packages"
        }
    }
}
