package import FontModel
package import FontRegistry

/// The attributions of families and files, and what was not found.
package struct FoundAttributions: Sendable {
    package var attributions: [Attribution] = []
    /// The names of which no font can be used.
    package var missing: [String] = []
    /// The reasons for which programs do not see families.
    package var withheld: [WithheldFont] = []
    /// The fonts that the attributions are about.
    package var fonts: [FontDescriptor] = []

    package init() {}
}

/// A font file that need not be registered.
package struct AttributedFile: Sendable {
    /// The path for reports; that of a font in an archive is the archive's and the font's path in it.
    var name: String
    /// The faces, at the path of the file to read.
    var fonts: [FontDescriptor]
    /// The texts that came with the font in an archive.
    var texts: [Attribution.Text]

    package init(name: String, fonts: [FontDescriptor], texts: [Attribution.Text]) {
        self.name = name
        self.fonts = fonts
        self.texts = texts
    }
}
