import FontRegistry
import Foundation

/// The fonts of a bundle by the names of assets.
struct FontAssets {
    /// The list of files of a data set.
    private struct Contents: Decodable {
        struct File: Decodable { var filename: String? }
        var data: [File]?
    }

    /// The folders with the resources.
    private let folders: [String]

    init(_ bundle: Bundle) {
        let folder = bundle.resourcePath ?? bundle.bundlePath
        let program = bundle.executablePath.map { ($0 as NSString).deletingLastPathComponent }
        guard folder == program else {
            folders = [folder]
            return
        }
        // The folder of a program holds other programs; its own resources are in the bundles beside it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        folders = names.filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }.sorted().map {
            folder + "/" + $0
        }
    }

    /// Returns the files of an asset.
    ///
    /// - Throws: `assetNotFound` (107) if there is none.
    func files(named name: String) throws(FontError) -> [String] {
        let files = dataSets(named: name)
        if !files.isEmpty { return files }
        for folder in folders {
            var found = FoundFonts(unwrapping: false, unpacking: false)
            found.add(FontSource(.asset(name, folder: folder))) { _ in [] }
            for case .file(let path) in found.items.map(\.kind) { return [path] }
        }
        throw FontError(
            .assetNotFound,
            "The bundle has no font with this name. Specify a PostScript name, the family of a variable font or collection, or a data set.",
            file: name)
    }

    /// Returns the files of the data sets with a name, which may begin with the names of the groups above.
    private func dataSets(named name: String) -> [String] {
        for folder in folders {
            guard let paths = FileManager.default.enumerator(atPath: folder) else { continue }
            for case let path as String in paths where path.hasSuffix(".dataset") {
                let parts = path.dropLast(".dataset".count).split(separator: "/")
                guard let catalog = parts.firstIndex(where: { $0.hasSuffix(".xcassets") }),
                    parts.last.map(String.init) == name || parts[(catalog + 1)...].joined(separator: "/") == name
                else { continue }
                let files = Self.files(ofDataSet: folder + "/" + path)
                if !files.isEmpty { return files }
            }
        }
        return []
    }

    private static func files(ofDataSet folder: String) -> [String] {
        guard let data = CGDataProvider.contents(of: folder + "/Contents.json"),
            let contents = try? JSONDecoder().decode(Contents.self, from: data)
        else { return [] }
        // A data set names files in its folder only.
        return (contents.data ?? []).compactMap(\.filename).filter { !$0.contains("/") && $0 != ".." }
            .map { folder + "/" + $0 }
    }
}
