/// The files with texts of licences in one folder, and the fonts that they are for by their names.
package struct LicenseFolder: Sendable {
    /// The names or paths of the files with texts, sorted.
    package let texts: [String]
    /// The families that the names of texts name, for those with a font in the folder.
    private let families: [String: String]

    /// - Parameter files: The names or paths of all files in the folder.
    package init(files: some Sequence<String>) {
        var texts: [String] = []
        var fonts: [String] = []
        for file in files {
            if LicenseFileName.matches(file) { texts.append(file) } else { fonts.append(file) }
        }
        self.texts = texts.sorted()
        let named = texts.compactMap { text in LicenseFileName.family(in: text).map { (text, $0) } }
        let known = named.isEmpty ? [] : Set(fonts.compactMap(FamilyFolder.family(ofFont:)))
        families = Dictionary(named.filter { known.contains($0.1) }) { first, _ in first }
    }

    /// Returns the texts that can be those of a font: one that is named like a family, such as `OFL-Lora.txt`, belongs to
    /// that family only, and comes first.
    ///
    /// - Parameter font: The path or name of the font's file, in this folder or below it.
    package func texts(of font: String) -> [String] {
        guard !families.isEmpty else { return texts }
        let family = FamilyFolder.family(ofFont: font)
        return texts.filter { families[$0] != nil && families[$0] == family } + texts.filter { families[$0] == nil }
    }
}
