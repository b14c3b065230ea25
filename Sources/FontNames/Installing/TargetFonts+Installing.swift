import FontModel
import FontResources

extension TargetFonts {
    /// The files of an installation: the fonts of the table and the texts of their licences, in the folder of the package.
    ///
    /// Programs look for the folder of the resources there, as `FontResourceTable` describes.
    package var installedFiles: [InstalledFile] {
        let fonts = fonts.map { font in
            InstalledFile(
                path: "\(target.package)/\(target.bundle)/\(font.file.resource)", contents: .file(font.file.path))
        }
        return fonts + licenseFiles
    }

    /// The texts of the licences, each once, named by the families.
    private var licenseFiles: [InstalledFile] {
        var families: [String: [String]] = [:]
        for license in licenses where license.text != nil { families[license.id, default: []].append(license.family) }
        var known: Set<String> = []
        return licenses.compactMap { license in
            guard let text = license.text, known.insert(license.id).inserted else { return nil }
            let name = Self.fileName((families[license.id] ?? []).joined(separator: "-"))
            return InstalledFile(
                path: "\(target.package)/licenses/\(name)-\(license.id.prefix(8)).txt", contents: .text(text))
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
