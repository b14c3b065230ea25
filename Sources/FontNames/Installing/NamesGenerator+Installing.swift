import FontResources

extension NamesGenerator {
    /// The files of an installation: the fonts and icons of the generated code and the texts of the licences, in the folder
    /// of the package.
    ///
    /// Programs look for the folder of the resources there, as `FontResourceTable` describes.
    package var installedFiles: [InstalledFile] {
        let icons = Set(styles.icons.icons.flatMap(\.files).map(\.path))
        let files = fonts.fonts.map(\.file) + fonts.otherFiles.filter { icons.contains($0.resource) }
        let (package, bundle) = (fonts.target.package, fonts.target.bundle)
        return files.map { InstalledFile(path: "\(package)/\(bundle)/\($0.resource)", contents: .file($0.path)) }
            + licenseFiles
    }

    /// The texts of the licences, each once, named by the families.
    private var licenseFiles: [InstalledFile] {
        var families: [String: [String]] = [:]
        for license in fonts.licenses where license.text != nil {
            families[license.id, default: []].append(license.family)
        }
        var known: Set<String> = []
        return fonts.licenses.compactMap { license in
            guard let text = license.text, known.insert(license.id).inserted else { return nil }
            let name = Self.fileName((families[license.id] ?? []).joined(separator: "-"))
            return InstalledFile(
                path: "\(fonts.target.package)/licenses/\(name)-\(license.id.prefix(8)).txt", contents: .text(text))
        }
    }

    /// Returns the ASCII letters and digits of a name; other characters are dashes.
    private static func fileName(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
        }
        return String(letters.prefix(64))
    }
}
