import FontModel
import FoundationEssentials

/// The fonts that a property list for Apple's systems declares: `Info.plist` in the folder of a target.
struct AppFontList {
    private struct Document: Decodable {
        /// The names of the files in the bundle.
        var UIAppFonts: [String]?
        /// The folder of the files in the bundle.
        var ATSApplicationFontsPath: String?
    }

    private let path: String
    private let document: Document

    /// Reads the property list of a target; nil if there is none, or none that declares fonts.
    ///
    /// - Throws: A warning if the list cannot be read.
    init?(of target: ResourceTarget) throws(BuildProblem) {
        path = target.folder + "/Info.plist"
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        do { document = try PropertyListDecoder().decode(Document.self, from: data) } catch {
            throw BuildProblem(
                .warning, path,
                "The property list cannot be read, so that its fonts are not compared with the resources. Correct it; UIAppFonts is a list of texts, ATSApplicationFontsPath a text."
            )
        }
        if document.UIAppFonts == nil, document.ATSApplicationFontsPath == nil { return nil }
    }

    /// Returns the warnings about entries without a file, and about files without an entry.
    ///
    /// - Parameters:
    ///   - files: The fonts that count.
    ///   - all: All fonts of the bundle; those that are left out here may count on Apple's systems.
    func problems(of files: [ResourceFile], among all: [ResourceFile]) -> [BuildProblem] {
        var problems: [BuildProblem] = []
        var listed: Set<String> = []
        for entry in document.UIAppFonts ?? [] {
            let name = PathText.name(of: entry)
            let found = all.filter { $0.resource == entry || PathText.name(of: $0.resource) == name }
            listed.formUnion(found.map(\.resource))
            guard found.isEmpty else { continue }
            problems.append(
                BuildProblem(
                    .warning, path,
                    "UIAppFonts lists \(entry), and no font of the resources is named so. Add the file, or remove the entry."
                ))
        }
        if let entry = document.ATSApplicationFontsPath {
            let folder = entry.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
            let found = all.filter { folder.isEmpty || $0.resource.hasPrefix(folder + "/") }
            listed.formUnion(found.map(\.resource))
            if found.isEmpty {
                problems.append(
                    BuildProblem(
                        .warning, path,
                        "ATSApplicationFontsPath is \(entry), a folder without fonts in the bundle. Copy the folder with a rule of .copy, or correct the entry."
                    ))
            }
        }
        let key = document.UIAppFonts == nil ? "ATSApplicationFontsPath" : "UIAppFonts"
        for file in files where !listed.contains(file.resource) {
            problems.append(
                BuildProblem(
                    .warning, file.path,
                    "\(key) in Info.plist does not include this font, so that it is missing on Apple's systems. Add an entry for \(file.resource)."
                ))
        }
        return problems
    }
}
