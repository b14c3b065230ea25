/// The rule for folders whose licence texts are those of each font in them.
///
/// A folder such as that of downloads has texts of anything. A folder of one family is recognised by its names.
package enum FamilyFolder {
    /// Folders of families that hold some of the fonts, while the licence lies beside them.
    package static let subfolders: Set<String> = [
        "static", "variable", "ttf", "otf", "fonts", "webfonts", "desktop",
    ]

    private static let fontSuffixes: Set<Substring> = ["ttf", "otf", "ttc", "otc", "woff", "woff2"]

    /// Whether a folder has nothing but texts, and fonts whose file names begin with the name of one family.
    ///
    /// - Parameters:
    ///   - files: The names of the files in the folder.
    ///   - folders: The names of the folders in it, which are to be those of a family.
    package static func isOfOneFamily(files: [String], folders: [String]) -> Bool {
        guard folders.allSatisfy({ subfolders.contains($0.lowercased()) }) else { return false }
        var families: [Substring] = []
        for file in files {
            let name = file.lowercased()
            let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] }
            if let suffix, fontSuffixes.contains(suffix) {
                families.append(name.prefix { $0.isLetter || $0.isNumber })
            } else if !isText(file, suffix) {
                return false
            }
        }
        // As in `Lora-Bold.ttf` and `Lora[wght].ttf`, or in `Inter.ttc` and `InterVariable.ttf`.
        guard let family = families.min(by: { $0.count < $1.count }) else { return true }
        return !family.isEmpty && families.allSatisfy { $0.hasPrefix(family) }
    }

    /// Whether a file is named like a text that comes with fonts, such as `README` or `FONTLOG.txt`.
    private static func isText(_ name: String, _ suffix: Substring?) -> Bool {
        suffix.map { ["txt", "md"].contains($0) } ?? (name == name.uppercased())
    }
}
