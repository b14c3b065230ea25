import CLinux
import FontModel
import Foundation
import Glibc
import OpenType

extension FontSource {
    /// The items a source stands for.
    ///
    /// - Parameter matches: Finds the fonts of a query.
    func items(matching matches: (FontQuery) throws(FontError) -> [FontDescriptor]) throws(FontError) -> [FontItem] {
        switch self {
        case .file(let path): return [.file(path, tag: nil)]
        case .directory(let path): return Self.fonts(inFolder: path)
        case .path(let path):
            var status = stat()
            guard clx_stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                return [.file(path, tag: nil)]
            }
            return Self.fonts(inFolder: path)
        case .data(let data, let name): return [.data([UInt8](data), name: name)]
        case .descriptor(let descriptor):
            guard let path = descriptor.path else {
                return [.failure(Self.noFile(descriptor.postscriptName))]
            }
            return [.file(path, tag: nil)]
        case .asset(let name, let bundle): return [Self.asset(name, in: bundle.resourcePath ?? bundle.bundlePath)]
        case .query(let query):
            if let file = query.file { return [.file(file, tag: query.tag)] }
            var wanted = query
            wanted.tag = nil
            let files = Set(try matches(wanted).compactMap(\.path)).sorted()
            let name = query.postscriptName ?? query.family ?? query.fullName ?? "the query"
            return files.isEmpty ? [.failure(Self.noFile(name))] : files.map { .file($0, tag: query.tag) }
        }
    }

    private static func noFile(_ name: String) -> FontError {
        FontError(
            .insufficientInfo,
            "The descriptor does not lead to a font file. Give the file, or a name of a font that is here.",
            file: name)
    }

    private static func asset(_ name: String, in folder: String) -> FontItem {
        for case .file(let path, _) in fonts(inFolder: folder) {
            guard let file = try? FontFile(contentsOf: path) else { continue }
            let isFamily = file.format == .collection || file.faces.contains(where: \.isVariable)
            if file.faces.contains(where: { $0.postscriptName == name || (isFamily && $0.family == name) }) {
                return .file(path, tag: nil)
            }
        }
        return .failure(
            FontError(
                .assetNotFound,
                "The bundle has no font of this name. Name a PostScript name, or the family of a variable font or collection.",
                file: name))
    }

    private static func fonts(inFolder path: String) -> [FontItem] {
        guard let entries = folderEntries(path) else {
            let isDenied = errno == EACCES
            return [
                .failure(
                    FontError(
                        isDenied ? .insufficientPermissions : .fileNotFound,
                        isDenied
                            ? "The folder cannot be read. Give yourself read access to it."
                            : "There is no such folder.",
                        file: path))
            ]
        }
        let items = fonts(path, entries)
        guard items.isEmpty else { return items }
        return [
            .failure(
                FontError(
                    .fileNotFound,
                    "There is no TrueType or OpenType font in this folder. Give a folder with .ttf, .otf, .ttc or .otc files.",
                    file: path))
        ]
    }

    private static func fonts(_ folder: String, _ entries: [String]) -> [FontItem] {
        var items: [FontItem] = []
        for name in entries.sorted() where !name.hasPrefix(".") {
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                items += fonts(path, folderEntries(path) ?? [])
            } else if let format = try? FontFile.format(at: path), format.isSupported {
                items.append(.file(path, tag: nil))
            } else if access(path, R_OK) != 0, errno == EACCES, hasFontSuffix(name) {
                // Not passed over in silence: this may well be a font.
                items.append(.file(path, tag: nil))
            }
        }
        return items
    }

    private static func hasFontSuffix(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.hasSuffix)
    }
}
