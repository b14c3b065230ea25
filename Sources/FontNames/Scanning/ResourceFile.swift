import FontModel
import FoundationEssentials
import Glibc

/// A file among the resources of a target.
package struct ResourceFile: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    /// The path in the target's folder.
    package var source: String
    /// The path in the bundle.
    package var resource: String
}

extension ResourceTarget {
    /// Returns the files among the resources, sorted by their paths in the bundle; a path that does not exist is a problem.
    package func files() -> (files: [ResourceFile], problems: [BuildProblem]) {
        var files: [ResourceFile] = []
        var problems: [BuildProblem] = []
        // Folders, some of which are links: nothing behind one is found or copied.
        var links: [ResourceFile] = []
        let manager = FileManager.default
        for path in Set(resources) {
            var isFolder = false
            guard manager.fileExists(atPath: path, isDirectory: &isFolder) else {
                problems.append(Self.missing(path))
                continue
            }
            let name = Self.name(inBundle: path)
            guard isFolder else {
                files.append(ResourceFile(path: path, source: source(path), resource: name))
                continue
            }
            links.append(ResourceFile(path: path, source: source(path), resource: name))
            let inners: [String]
            do { inners = try manager.subpathsOfDirectory(atPath: path) } catch {
                problems.append(
                    BuildProblem(
                        .error, path, "The folder cannot be read whole. Make it readable, or remove what is not."))
                continue
            }
            for inner in inners {
                let file = "\(path)/\(inner)"
                guard Self.isFile(file) else {
                    if !manager.fileExists(atPath: file) { problems.append(Self.missing(file)) }
                    links.append(ResourceFile(path: file, source: source(file), resource: "\(name)/\(inner)"))
                    continue
                }
                files.append(ResourceFile(path: file, source: source(file), resource: "\(name)/\(inner)"))
            }
        }
        let folders = Set(files.flatMap { Self.folders(above: $0.resource) })
        problems += links.filter { $0.leads(outOf: folders) && Self.hasFonts($0.path) }.map { Self.hidden($0.path) }
        files.sort { $0.resource.utf8.lexicographicallyPrecedes($1.resource.utf8) }
        return (files, problems.sorted { $0.path < $1.path })
    }

    /// Returns the problem of a resource that does not exist, or of a link that leads to nothing.
    private static func missing(_ path: String) -> BuildProblem {
        // Foundation does not open a file whose name it cannot decode.
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            return BuildProblem(.error, path, "The name of the file is not in UTF-8. Rename the file.")
        }
        return BuildProblem(.error, path, "There is no file at this path. Restore it, or remove the resource.")
    }

    /// Returns the problem of a link to a folder with fonts.
    private static func hidden(_ path: String) -> BuildProblem {
        BuildProblem(
            .error, path,
            "This is a link to a folder with fonts, which is a link in the bundle, too, and leads to no fonts there. Replace the link by the folder."
        )
    }

    /// Returns the folders that hold a file of the bundle, the bundle itself first.
    private static func folders(above path: String) -> [String] {
        let parts = path.split(separator: "/").dropLast()
        return (0...parts.count).map { parts.prefix($0).joined(separator: "/") }
    }

    /// Whether files in a folder are named as fonts; of a large folder, its first entries decide.
    private static func hasFonts(_ folder: String) -> Bool {
        var (open, left) = ([folder][...], 1000)
        while let folder = open.popFirst(), left > 0 {
            let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for entry in entries.prefix(left) {
                let path = "\(folder)/\(entry)"
                let suffix = entry.lastIndex(of: ".").map { entry[entry.index(after: $0)...].lowercased() } ?? ""
                guard !FamilyFolder.fontSuffixes.contains(suffix) || !isFile(path) else { return true }
                open.append(path)
            }
            left -= entries.count
        }
        return false
    }

    /// Whether there is a file, and no folder, at a path.
    static func isFile(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
    }

    /// SwiftPM puts a file into the bundle itself, or into the folder of its language.
    private static func name(inBundle path: String) -> String {
        let name = PathText.name(of: path)
        let folder = PathText.name(of: PathText.folder(of: path))
        return folder.hasSuffix(".lproj") ? "\(folder)/\(name)" : String(name)
    }
}

extension ResourceFile {
    /// Whether this is a link that leads to nothing in the bundle, where it is a link, too.
    ///
    /// - Parameter bundle: The paths of the files, or of the folders, in the bundle.
    func leads(outOf bundle: Set<String>) -> Bool {
        guard let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return false }
        guard !destination.hasPrefix("/") else { return true }
        var parts = Array(resource.split(separator: "/").dropLast())
        for part in destination.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            guard parts.popLast() != nil else { return true }
        }
        return !bundle.contains(parts.joined(separator: "/"))
    }

    /// The problem of a link that leads out of the bundle.
    var linkProblem: BuildProblem {
        BuildProblem(
            .error, path,
            "This is a link, which is a link in the bundle, too, and leads to no file there. Copy the file to this place."
        )
    }

    /// Returns the first bytes of the file, and its length.
    ///
    /// - Throws: A problem if the file cannot be read.
    func start(_ count: Int) throws(BuildProblem) -> (bytes: [UInt8], length: Int) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw BuildProblem(.error, path, "This is not a regular file. Remove it from the resources.")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard read >= 0 else { throw unreadable(errno) }
        return (Array(bytes.prefix(read)), Int(status.st_size))
    }

    /// Returns all bytes of the file.
    ///
    /// - Throws: A problem if the file cannot be read.
    package func bytes() throws(BuildProblem) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw unreadable(errno) }
        return [UInt8](data)
    }

    private func unreadable(_ code: Int32) -> BuildProblem {
        let reason = unsafe String(cString: strerror(code))
        return BuildProblem(.error, path, "The file cannot be read: \(reason). Make it readable, or remove it.")
    }
}
