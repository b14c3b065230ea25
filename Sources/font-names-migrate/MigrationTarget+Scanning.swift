import FontMigration
import FontModel
import FontNames
import Foundation

extension MigrationTarget {
    /// Reads the fonts in the folder of a target, whether they are resources already or not.
    ///
    /// Their constants are those that the generated code will have.
    init(scanning folder: String, named name: String, in package: URL) throws(MigrationError) {
        let root = Self.path(package)
        let path = folder.hasPrefix("/") ? Self.path(URL(filePath: folder)) : Self.path(package.appending(path: folder))
        guard path.hasPrefix(root + "/") else {
            throw MigrationError("The folder \(folder) of the target \(name) is not in the package \(root).")
        }
        let inside = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        let files = inside.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.map { "\(path)/\($0)" }
        let resources = files.filter { Self.isFile($0) && !$0.hasSuffix(".swift") }
        let scanned = TargetFonts(of: ResourceTarget(package: "", name: name, folder: path, resources: resources))
        let constants = FontConstants(of: scanned).byName
        let fonts = scanned.fonts.map { font in
            let names = font.faces.flatMap { [$0.postscriptName] + $0.instances.map(\.postscriptName) }
            let own = names.compactMap { name in constants[name].map { (name, $0) } }
            return Font(
                path: String(font.file.path.dropFirst(root.count + 1)),
                constants: Dictionary(own) { first, _ in first })
        }
        self.init(name: name, folder: String(path.dropFirst(root.count + 1)), fonts: fonts)
    }

    /// Whether there is a regular file, which is not behind a link.
    private static func isFile(_ path: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return type == .typeRegular
    }

    /// Returns the absolute path without links and without a slash at the end.
    private static func path(_ url: URL) -> String {
        let path = url.resolvingSymlinksInPath().standardized.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
