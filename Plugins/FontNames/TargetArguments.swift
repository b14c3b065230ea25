import Foundation
import PackagePlugin

/// A target as the tool `font-names` takes it.
struct TargetArguments {
    /// The options that describe the target.
    var options: [String]
    /// The files and folders that become its resources.
    var resources: [String]
    /// All files that the generated code depends on.
    var files: [URL]

    static func arguments(for target: any SourceModuleTarget, of package: Package) -> TargetArguments {
        let resources = target.sourceFiles.filter { $0.type == .resource }.map(\.url)
        let linked = Set(target.recursiveTargetDependencies.map(\.name))
        let registration =
            linked.contains("FontRegistry") ? "registry" : linked.contains("ProcessFonts") ? "process" : "none"
        let folder = target.directoryURL
        return TargetArguments(
            options: [
                "--package", package.displayName, "--target", target.name, "--folder", path(folder),
                "--bundle", "\(package.displayName)_\(target.name).resources", "--registration", registration,
            ],
            resources: resources.map(path).sorted(),
            files: Set(resources.flatMap(contents) + settings(in: folder) + texts(above: resources, to: folder))
                .sorted { $0.path < $1.path })
    }

    private static func path(_ url: URL) -> String {
        let path = url.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns the files in a folder of a `.copy` rule, which SwiftPM lists as one file; else the file itself.
    ///
    /// Links to nothing are left out: the tool reports them, which does not start if a declared file is missing.
    private static func contents(_ url: URL) -> [URL] {
        let paths = FileManager.default.subpaths(atPath: path(url)) ?? []
        let files = paths.map { url.appending(path: $0) }
            .filter { FileManager.default.fileExists(atPath: path($0)) && !isFolder($0) }
        return isFolder(url) ? files : [url]
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(url), isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The files beside the sources that the tool reads.
    private static func settings(in folder: URL) -> [URL] {
        ["fontnames.json", "Info.plist", "palette.json"].map { folder.appending(path: $0) }
            .filter { FileManager.default.fileExists(atPath: path($0)) }
    }

    /// The files that can be texts of licences: those in the folders of resources and above them, which need not be
    /// resources themselves.
    private static func texts(above resources: [URL], to root: URL) -> [URL] {
        var folders: Set<String> = []
        for file in resources.flatMap(contents) {
            var folder = file.deletingLastPathComponent()
            while path(folder).hasPrefix(path(root)), folders.insert(path(folder)).inserted {
                folder = folder.deletingLastPathComponent()
            }
        }
        return folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter(isText).map { URL(filePath: folder).appending(path: $0) }
        }.filter { !isFolder($0) }
    }

    private static func isText(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["ofl", "license", "licence", "copying", "copyright", "ufl"].contains(where: name.contains)
            && !name.hasSuffix(".swift")
    }
}
