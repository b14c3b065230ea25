/// The rule for folders whose licence texts are those of each font in them.
///
/// A folder such as that of downloads has texts of any origin. A folder of one family is recognised by its names.
package struct FamilyFolder {
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

    /// The names of the files so far.
    package private(set) var files: [String] = []
    /// The family by the names of the fonts so far.
    private var family: String?

    /// Creates an empty folder.
    package init() {}

    /// Adds an entry, and returns whether the folder can still be that of one family: one with nothing but texts, and
    /// fonts whose file names differ only in their styles.
    ///
    /// - Parameters:
    ///   - name: The name of a visible entry.
    ///   - isFolder: Whether the entry is a folder, which is to be one of a family.
    package mutating func add(_ name: String, isFolder: Bool) -> Bool {
        if isFolder { return Self.subfolders.contains(name.lowercased()) }
        files.append(name)
        let file = name.lowercased()
        let suffix = file.lastIndex(of: ".").map { file[file.index(after: $0)...] }
        guard let suffix, Self.fontSuffixes.contains(String(suffix)) else { return Self.isText(name, suffix) }
        let found = Self.family(ofFile: file.dropLast(suffix.count + 1))
        defer { family = found }
        return family == nil || family == found
    }

    /// Returns the letters and digits of the family in the name of a font's file, in lower case; nil if the file has no
    /// suffix of fonts.
    ///
    /// - Parameter path: The path or name of the file.
    package static func family(ofFont path: String) -> String? {
        let file = PathText.name(of: path).lowercased()
        guard let dot = file.lastIndex(of: "."), fontSuffixes.contains(String(file[file.index(after: dot)...])) else {
            return nil
        }
        return family(ofFile: file[..<dot]).filter { $0.isLetter || $0.isNumber }
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

    /// Whether a file is named like a text that comes with fonts, such as `README`, `FONTLOG.txt` or `LICENSE.OFL`.
    private static func isText(_ name: String, _ suffix: Substring?) -> Bool {
        if LicenseFileName.matches(name) { return true }
        return suffix.map { ["txt", "md"].contains($0) } ?? (name == name.uppercased())
    }
}
