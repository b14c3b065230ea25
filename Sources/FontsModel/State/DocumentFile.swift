import FontFiles
import FontModel
import FontRegistry
import Foundation

/// A small document of the application, which is read tolerantly and written whole.
package struct DocumentFile: Sendable {
    /// The path of the file.
    package let path: String

    /// The most bytes that are read.
    private static let limit = 4 << 20

    package init(_ path: String) { self.path = path }

    /// The sentence of a toast after ``write(_:)`` failed.
    package var unwrittenSentence: String {
        tr("Texts and settings cannot be saved in {folder}.").filled([
            "folder": DisplayText.harmless(String(PathText.folder(of: path)))
        ])
    }

    /// Reads the members; none if the file is absent or damaged.
    ///
    /// A damaged file is kept beside, with `.damaged` after its name, before the next one takes its place.
    func read() -> [String: JSONValue] {
        let url = URL(filePath: path)
        guard let data = try? Data(contentsOf: url), data.count <= Self.limit else { return [:] }
        if let members = JSONValue(document: data)?.object { return members }
        try? FileManager.default.removeItem(atPath: path + ".damaged")
        try? FileManager.default.moveItem(atPath: path, toPath: path + ".damaged")
        return [:]
    }

    /// Writes the members, by renaming a complete file.
    ///
    /// - Throws: `FontError` with code 301 if the file cannot be written.
    func write(_ members: [String: JSONValue]) throws(FontError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try JSONValue.object(members).document.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw FontError(
                .registrationFailed, "The settings of Fonts could not be written: \(Message(reasonOf: error)).",
                file: path)
        }
    }
}
