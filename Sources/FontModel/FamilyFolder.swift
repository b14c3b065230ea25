/// The rule for folders whose licence texts are those of each font in them.
///
/// A folder such as that of downloads has texts of any origin. A folder of one family is recognised by its names.
package enum FamilyFolder {
    /// Folders of families that hold some of the fonts, while the licence lies beside them.
    package static let subfolders: Set<String> = [
        "static", "variable", "ttf", "otf", "fonts", "webfonts", "desktop",
    ]

    /// The suffixes of font files.
    package static let fontSuffixes: Set<String> = ["ttf", "otf", "ttc", "otc", "woff", "woff2"]

    /// The parts of the names of styles and axes, from which such as `ExtraBoldItalic` are made.
    private static let styleParts = [
        "thin", "hairline", "extra", "ultra", "light", "semi", "demi", "book", "regular", "roman", "normal", "medium",
        "bold", "black", "heavy", "italic", "oblique", "slanted", "condensed", "compressed", "narrow", "expanded",
        "extended", "wide", "variable", "font", "vf", "wght", "wdth", "opsz", "slnt", "ital",
    ]

    /// Whether a folder has nothing but texts, and fonts whose file names differ only in their styles.
    ///
    /// - Parameters:
    ///   - files: The names of the files in the folder.
    ///   - folders: The names of the folders in it, which are to be those of a family.
    package static func isOfOneFamily(files: [String], folders: [String]) -> Bool {
        guard folders.allSatisfy({ subfolders.contains($0.lowercased()) }) else { return false }
        var families: Set<String> = []
        for file in files {
            let name = file.lowercased()
            let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] }
            if let suffix, fontSuffixes.contains(String(suffix)) {
                families.insert(family(ofFile: name.dropLast(suffix.count + 1)))
                if families.count > 1 { return false }
            } else if !isText(file, suffix) {
                return false
            }
        }
        return true
    }

    /// Returns the name of a file without that of its style: the same for `lora-extrabold`, `lora[wght]` and
    /// `lora-italic-variablefont_wght`, or for `inter` and `intervariable`.
    private static func family(ofFile name: Substring) -> String {
        var parts = name.prefix { $0 != "[" }.split { "-_ ,.".contains($0) }
        while parts.count > 1, isStyle(parts[parts.count - 1]) { parts.removeLast() }
        let family = parts.joined(separator: "-")
        let ending = ["variable", "vf"].first { family.hasSuffix($0) && family != $0 }
        return String(family.dropLast(ending?.count ?? 0))
    }

    private static func isStyle(_ part: Substring) -> Bool {
        var rest = part.drop { $0.isNumber }
        while !rest.isEmpty {
            guard let style = styleParts.first(where: rest.hasPrefix) else { return false }
            rest = rest.dropFirst(style.count)
        }
        return true
    }

    /// Whether a file is named like a text that comes with fonts, such as `README` or `FONTLOG.txt`.
    private static func isText(_ name: String, _ suffix: Substring?) -> Bool {
        suffix.map { ["txt", "md"].contains($0) } ?? (name == name.uppercased())
    }
}
