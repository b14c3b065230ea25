import Foundation

/// The pages of the help that are installed: `share/fontd-fonts/help/<language>/`.
package struct HelpFolder: Sendable, Hashable {
    /// The folder of a language with its pages and pictures.
    package let path: String

    /// Returns the folder of the first language that has pages; nil if none are installed.
    ///
    /// - Parameters:
    ///   - folders: Folders such as `/usr/share`.
    ///   - languages: The languages of the user, the best first (BCP 47); English is the last one.
    package static func find(in folders: [String], languages: [String]) -> HelpFolder? {
        let names = languages.flatMap { language in
            // A language is also found without its region or script.
            let parts = language.split(separator: "-")
            return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
        }
        for name in names + ["en"] {
            for folder in folders {
                let path = folder + "/fontd-fonts/help/" + name
                if FileManager.default.isReadableFile(atPath: path + "/fonts.md") { return HelpFolder(path: path) }
            }
        }
        return nil
    }

    /// Reads the page.
    package func page() -> HelpDocument? {
        guard let data = try? Data(contentsOf: URL(filePath: path + "/fonts.md")) else { return nil }
        return HelpDocument(String(decoding: data, as: UTF8.self))
    }
}
