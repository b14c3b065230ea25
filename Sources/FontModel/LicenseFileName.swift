/// The names of files that have the text of a licence.
package enum LicenseFileName {
    /// Words of which file names contain one, in lower case, as in `OFL.txt` or `EULA-Family.md`.
    private static let words: Set<Substring> = [
        "ofl", "ufl", "copying", "copyright", "eula", "gpl", "lgpl", "unlicense", "licensing", "licencing",
    ]
    /// The ends of further words, as in `LICENSE`, `FontLicense.txt` or `EndUserLicenseAgreement.txt`.
    private static let ends = ["license", "licence", "licenses", "licences"].flatMap { [$0, $0 + "agreement"] }
    /// The suffixes of texts, and the licences that stand in their place, as in `LICENSE.OFL` or `COPYING.LESSER`.
    private static let suffixes: Set<Substring> = [
        "", "txt", "text", "md", "markdown", "ofl", "mit", "apache", "gpl", "lgpl", "lesser", "lib",
    ]

    /// Whether the last name of a path is that of a licence's text.
    package static func matches(_ path: String) -> Bool {
        let name = PathText.name(of: path).lowercased()
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
        // Most names of a folder of fonts have another suffix, which is found faster than a word.
        return suffixes.contains(suffix)
            && name.split { !$0.isLetter }.contains { words.contains($0) || withoutEnd($0) != nil }
    }

    /// Returns the letters and digits beside the words for licences in a matching name, in lower case: `sourcesans3` for
    /// `Source-Sans-3-OFL.txt` and `lora` for `LoraLicense.txt`; nil if there are none.
    static func family(in path: String) -> String? {
        let name = PathText.name(of: path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        let rest = stem.lowercased().split { !$0.isLetter && !$0.isNumber }
            .filter { !words.contains($0) && $0 != "agreement" }.map { withoutEnd($0) ?? $0 }.joined()
        return rest.isEmpty ? nil : rest
    }

    /// Returns what is before the word for a licence at the end of a word; nil if no such word is there.
    private static func withoutEnd(_ word: Substring) -> Substring? {
        ends.first(where: word.hasSuffix).map { word.dropLast($0.count) }
    }
}
