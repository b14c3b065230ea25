import FontFiles
import FontModel

/// The tar that carries a manifest with fonts and texts.
///
/// | entry | contents |
/// | --- | --- |
/// | `manifest.json` | the registrations in persistent scope, and the user's policy |
/// | `fonts/HASH.ttf` | the bytes of a font, or `.otf`, `.ttc`, `.otc` |
/// | `licenses/HASH.txt` | the text of a licence that came with fonts |
struct ExportArchive: Sendable {
    /// The place of the manifest.
    private(set) var manifest = 0..<0
    /// The names and places of the fonts, by hash.
    private(set) var fonts: [String: TarArchive.Entry] = [:]
    /// The places of the licence texts, by hash.
    private(set) var licenses: [String: TarArchive.Entry] = [:]

    static let manifestName = "manifest.json"

    /// Returns the name of a font in the archive.
    static func fontName(_ sha256: String, suffix: String) -> String { "fonts/\(sha256).\(suffix)" }

    /// Returns the name of a licence text in the archive.
    static func licenseName(_ sha256: String) -> String { "licenses/\(sha256).txt" }

    /// Finds the parts of an archive, which has nothing else.
    init(_ source: SourceFile) throws(FontError) {
        let entries: [TarArchive.Entry]
        do throws(TarArchive.Defect) {
            // A font has one entry, and there are fewer texts than fonts.
            entries = try TarArchive.entries(of: source, limit: 2 * FontLimits.exportedRegistrations + 3) {
                ["fonts/", "licenses/"].contains($0)
            }
        } catch {
            throw FontExport.damaged(error.reason, source.path)
        }
        guard entries.contains(where: { $0.name == Self.manifestName }) else {
            throw FontError(
                .unrecognizedFormat,
                "This archive is not an export: \(Self.manifestName) is missing. Register an archive of fonts instead.",
                file: source.path)
        }
        var textSize = 0
        for entry in entries {
            let isNew: Bool
            if entry.name == Self.manifestName {
                isNew = manifest.isEmpty
                manifest = entry.range
            } else if let hash = Self.hash(of: entry.name, in: "fonts/", [".ttf", ".otf", ".ttc", ".otc"]) {
                guard entry.range.count <= FontLimits.fileSize else { throw SourceFile.tooLarge(entry.name) }
                isNew = fonts.updateValue(entry, forKey: hash) == nil
            } else if let hash = Self.hash(of: entry.name, in: "licenses/", [".txt"]) {
                textSize += entry.range.count
                isNew = licenses.updateValue(entry, forKey: hash) == nil
            } else {
                throw FontExport.damaged("The archive contains the unexpected entry \(entry.name).", source.path)
            }
            guard isNew else { throw FontExport.damaged("The archive contains \(entry.name) twice.", source.path) }
        }
        guard textSize <= FontLimits.exportedTextSize else { throw FontExport.tooLarge(source.path) }
    }

    private static func hash(of name: String, in folder: String, _ suffixes: [String]) -> String? {
        guard name.hasPrefix(folder), let suffix = suffixes.first(where: name.hasSuffix) else { return nil }
        let hash = name.dropFirst(folder.count).dropLast(suffix.count)
        return StoredName.isHash(hash) ? String(hash) : nil
    }
}
