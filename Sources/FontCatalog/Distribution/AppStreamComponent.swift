import FontModel

/// A component of type `font` in AppStream's catalogue data.
struct AppStreamComponent: Sendable, Hashable {
    /// The identifier, such as `com.latofonts.Lato`.
    var id = ""
    /// The package that has the fonts.
    var package = ""
    var name = ""
    /// The name in other languages, by BCP 47 tag.
    var names: [String: String] = [:]
    var summary = ""
    /// Summaries in other languages, by BCP 47 tag.
    var summaries: [String: String] = [:]
    /// The full names of the fonts that the package promises.
    var fonts: [String] = []
    /// The languages, as BCP 47 tags.
    var languages: [String] = []
    var license = ""
    var homepage: String?
    var developer: String?

    /// Whether the component can be offered.
    var isComplete: Bool { AptPackage.isName(package) && !name.isEmpty }

    /// Returns a locale of AppStream as a BCP 47 tag: `sr@latin` is `sr-Latn`; nil for the untranslated text.
    static func tag(_ locale: String) -> String? {
        guard locale != "C", !locale.isEmpty else { return nil }
        let parts = locale.split(separator: "@", maxSplits: 1)
        let base = String(parts[0].prefix { $0 != "." }.replacing("_", with: "-"))
        let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
        guard parts.count == 2, let script = scripts[parts[1].lowercased()] else { return base }
        let language = base.prefix { $0 != "-" }
        return "\(language)-\(script)\(base.dropFirst(language.count))"
    }
}
