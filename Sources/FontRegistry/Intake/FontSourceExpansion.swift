import CLinux
import FontModel
import Foundation
import Glibc
import OpenType

extension FontSource {
    /// The items a source stands for.
    ///
    /// - Parameter matches: Finds the fonts of a query.
    func items(matching matches: (FontQuery) -> [FontDescriptor]) -> [FontItem] {
        switch self {
        case .file(let path): return [.file(path, tag: nil)]
        case .directory(let path): return Self.fonts(inFolder: path)
        case .path(let path):
            var status = stat()
            guard GivenPath.with(path, { clx_stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                return [.file(path, tag: nil)]
            }
            return Self.fonts(inFolder: path)
        case .data(let data, let name): return [.data([UInt8](data), name: name)]
        case .opened(let file, let name, let tag): return [.opened(file, name: name, tag: tag)]
        case .descriptor(let descriptor):
            guard let path = descriptor.path else {
                return [.failure(Self.noFile(descriptor.postscriptName))]
            }
            return [.file(path, tag: nil)]
        case .asset(let name, let bundle): return [Self.asset(name, in: bundle.resourcePath ?? bundle.bundlePath)]
        case .query(let query):
            if let file = query.file { return [.file(file, tag: query.tag)] }
            let files = Set(matches(query.untagged).compactMap(\.path)).sorted()
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
        let items = fonts(in: path)
        guard items.isEmpty else { return items }
        return [
            .failure(
                FontError(
                    .fileNotFound,
                    "There is no TrueType or OpenType font in this folder. Give a folder with .ttf, .otf, .ttc or .otc files.",
                    file: path))
        ]
    }

    private static func fonts(in folder: String) -> [FontItem] {
        let entries: [String]
        do throws(FontError) {
            entries = try folderEntries(folder)
        } catch {
            return [.failure(unreadable(folder, error))]
        }
        var items: [FontItem] = []
        for name in entries.sorted() where !name.hasPrefix(".") {
            let path = folder + "/" + name
            var status = stat()
            guard GivenPath.with(path, { lstat($0, &status) }) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                items += fonts(in: path)
                continue
            }
            do throws(FontError) {
                if try FontFile.format(at: path)?.isSupported ?? false { items.append(.file(path, tag: nil)) }
            } catch {
                // Not passed over in silence: this may well be a font.
                let isDenied = error.code == .insufficientPermissions && hasFontSuffix(name)
                if isDenied || error.code == .registrationFailed { items.append(.failure(error)) }
            }
        }
        return items
    }

    private static func unreadable(_ folder: String, _ error: FontError) -> FontError {
        guard error.storeFault == .readOnly else {
            return FontError(
                .registrationFailed, "The folder cannot be read. Check it and its disk, then try again.", file: folder)
        }
        return FontError(
            .insufficientPermissions, "The folder cannot be read. Give yourself read access to it.", file: folder)
    }

    private static func hasFontSuffix(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.hasSuffix)
    }
}

extension FontQuery {
    /// The query of a source, whose tag is not looked for but given.
    var untagged: FontQuery {
        var query = self
        query.tag = nil
        return query
    }
}
