/// The names of files that have the text of a licence.
package enum LicenseFileName {
    /// Words of which file names contain one, in lower case, as in `OFL.txt` or `Family-LICENSE.md`.
    private static let words: Set<Substring> = [
        "ofl", "license", "licence", "licenses", "copying", "copyright", "ufl",
    ]

    /// Whether the last name of a path is that of a licence's text.
    package static func matches(_ path: String) -> Bool {
        let name = PathText.name(of: path).lowercased()
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
        // Most names of a folder of fonts have another suffix, which is found faster than a word.
        return ["", "txt", "md"].contains(suffix) && name.split { !$0.isLetter }.contains(where: words.contains)
    }

    /// Returns the letters and digits beside the words for licences in a matching name, in lower case: `sourcesans3` for
    /// `Source-Sans-3-OFL.txt`; nil if there are none.
    static func family(in path: String) -> String? {
        let name = PathText.name(of: path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        let rest = stem.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { !words.contains($0) }
        return rest.isEmpty ? nil : rest.joined(separator: "")
    }
}
