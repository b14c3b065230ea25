import FontAdvice
import FontRegistry
import Foundation
import Glibc

/// The font files in a file, folder or archive, which need not be registered.
///
/// Fonts in archives and in files packed for the web are copied to a folder that is removed with the value.
final class FontCopies: Sendable {
    /// A font file.
    struct File: Sendable {
        /// The path to open.
        var path: String
        /// The path for reports; that of a font in an archive is the archive's and the font's path in it.
        var name: String
        /// The texts of licences that came with the font in an archive.
        var licenses: [LicenseText] = []
    }

    let files: [File]
    /// The reasons for which others cannot be read.
    let failures: [FontError]
    private let folder: String?

    /// - Throws: The error of the only font, or of the archive; `fileNotFound` (101) for a folder without fonts.
    init(of path: String) throws(FontError) {
        let found = FoundFonts(at: [path])
        var (items, webFonts) = (found.items, [FontItem]())
        let areNone = items.allSatisfy { if case .failure = $0.kind { true } else { false } }
        if areNone || PackedFile.isWebFont(path) {
            items = FoundFonts(at: [path], unwrapping: true).items
        } else if ["woff", "woff2"].contains(where: { found.passedOver[$0] != nil }) {
            let names = Set(items.map(\.name))
            webFonts = FoundFonts(at: [path], unwrapping: true).items.filter { !names.contains($0.name) }
        }
        var files: [File] = []
        var failures: [FontError] = []
        var folder: String?
        var known: Set<String>?
        for (place, item) in (items + webFonts).enumerated() {
            do throws(FontError) {
                if case .file(let path) = item.kind, item.unwrapper == nil {
                    files.append(File(path: path, name: path))
                    continue
                }
                if folder == nil { folder = try Self.makeFolder() }
                let copy = "\(folder ?? "")/\(place).font"
                try Self.copy(try item.open().file, to: copy)
                if place >= items.count {
                    // Beside other fonts, those for the web are mostly the same ones.
                    let others = known ?? Set(files.flatMap { (try? Self.names(ofFile: $0.path)) ?? [] })
                    known = others
                    guard try !others.isSuperset(of: Self.names(ofFile: copy)) else { continue }
                }
                files.append(File(path: copy, name: item.name, licenses: item.licenses))
            } catch {
                failures.append(error.of(error.file ?? item.name))
            }
        }
        (self.files, self.failures, self.folder) = (files, failures, folder)
        if files.isEmpty {
            throw failures.first ?? FontError(.fileNotFound, "This folder contains no fonts.", file: path)
        }
    }

    /// Returns the PostScript names of the faces of a file.
    private static func names(ofFile path: String) throws(FontError) -> Set<String> {
        Set(try FontFile(contentsOf: path).faces.map(\.postscriptName))
    }

    /// Reads each file.
    ///
    /// - Returns: The results, and the errors of the other files with their names.
    func read<Value>(_ read: (File) throws(FontError) -> Value) -> (values: [Value], failures: [FontError]) {
        var (values, failures): ([Value], [FontError]) = ([], [])
        for file in files {
            do throws(FontError) {
                values.append(try read(file))
            } catch {
                var error = error
                error.file = file.name
                failures.append(error)
            }
        }
        return (values, failures)
    }

    /// The names of the files for reports, by path.
    var names: [String: String] {
        Dictionary(files.map { ($0.path, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    deinit { if let folder { try? FileManager.default.removeItem(atPath: folder) } }

    private static func makeFolder() throws(FontError) -> String {
        var template = Array((NSTemporaryDirectory() + "/fontctl-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FontError(
                .insufficientPermissions,
                "No folder for temporary files can be used. Set TMPDIR to a writable folder.",
                file: NSTemporaryDirectory())
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func copy(_ file: OpenedFile, to path: String) throws(FontError) {
        let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
        do {
            try handle.seek(toOffset: 0)
            try (handle.readToEnd() ?? Data()).write(to: URL(filePath: path))
        } catch {
            throw FontError(
                .registrationFailed, "The font could not be copied: \(Message(reasonOf: error)). Free some space.")
        }
    }
}
