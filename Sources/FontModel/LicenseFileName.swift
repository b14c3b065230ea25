/// The names of files that have the text of a licence.
package enum LicenseFileName {
    /// Words of which file names contain one, in lower case, as in `OFL.txt` or `Family-LICENSE.md`.
    private static let words: Set<Substring> = [
        "ofl", "license", "licence", "licenses", "copying", "copyright", "ufl",
    ]

    /// Whether the last name of a path is that of a licence's text.
    package static func matches(_ path: String) -> Bool {
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...].lowercased()
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
        // Most names of a folder of fonts have another suffix, which is found faster than a word.
        return ["", "txt", "md"].contains(suffix) && name.split { !$0.isLetter }.contains(where: words.contains)
    }
}
