/// A target of a package, with its fonts.
package struct MigrationTarget: Sendable {
    /// A font file in the target's folder.
    package struct Font: Sendable, Hashable {
        /// The path in the package.
        package var path: String
        /// The constants, such as `FontName.loraBold`, by PostScript name.
        package var constants: [String: String]

        package init(path: String, constants: [String: String]) {
            self.path = path
            self.constants = constants
        }
    }

    package var name: String
    /// The folder, as a path in the package.
    package var folder: String
    package var fonts: [Font]

    package init(name: String, folder: String, fonts: [Font]) {
        self.name = name
        self.folder = folder
        self.fonts = fonts
    }

    /// Whether a path of the package is in the target's folder.
    func contains(_ path: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }

    /// The constants by the names that R.swift gives the fonts; those of several fonts are left out, as R.swift does.
    var constantsOfRSwift: [String: String] {
        var (constants, repeated) = ([String: String](), Set<String>())
        for (name, constant) in fonts.flatMap(\.constants) {
            let identifier = RFontUses.name(of: name)
            if let known = constants.updateValue(constant, forKey: identifier), known != constant {
                repeated.insert(identifier)
            }
        }
        return constants.filter { !repeated.contains($0.key) }
    }
}
