import CLinux
import FontModel
import Glibc
import SystemPackage

/// The conversion of given paths to absolute ones.
package enum AbsolutePath {
    /// The identity of the file at a path.
    package struct Identity: Sendable, Hashable {
        package var device: UInt64
        package var number: UInt64
    }

    /// Makes a path absolute and removes `.`, repeated slashes, and `..` where that does not change its meaning.
    ///
    /// After a symbolic link to a folder, `..` leads to the parent of the link's target; such a path is kept as it is.
    ///
    /// - Parameter folder: The absolute path of the folder for relative paths.
    package static func make(_ path: String, in folder: String) -> String {
        let whole = FilePath(path.hasPrefix("/") ? path : folder + "/" + path)
        let short = whole.lexicallyNormalized()
        guard whole.components.contains(where: { $0.kind == .parentDirectory }) else { return short.string }
        for (there, here) in [(whole, short), (whole.removingLastComponent(), short.removingLastComponent())] {
            guard let wanted = identity(there.string) else { continue }
            return identity(here.string) == wanted ? short.string : whole.string
        }
        return short.string
    }

    /// Returns the identity of the file at a path, following symbolic links.
    package static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard GivenPath.with(path, { stat($0, &status) }) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// Returns a function that makes paths free of links to folders, also for files that no longer exist.
    package static func resolver() -> (String) -> String {
        var known: [ExactText: String] = [:]
        return { path in
            let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
            let folder = ExactText(String(path[..<end]))
            let resolved = known[folder] ?? resolved(folder.string)
            known[folder] = resolved
            return resolved + path[end...]
        }
    }

    /// Returns the path of a folder without links; the names after the last existing one stay as they are.
    private static func resolved(_ folder: String) -> String {
        var (start, rest) = (folder[...], ""[...])
        while !start.isEmpty {
            if let real = GivenPath.with(String(start), { realpath($0, nil) }) {
                defer { free(real) }
                return PathText.text(ofCString: real) + rest
            }
            start = start[..<(start.lastIndex(of: "/") ?? start.startIndex)]
            rest = folder[start.endIndex...]
        }
        return folder
    }

    /// Returns whether there is anything at a path, also a link to nothing.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return GivenPath.with(path, { lstat($0, &status) }) == 0
    }

    /// Returns whether there is a regular file at a path.
    package static func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    /// Returns whether there is a folder at a path.
    package static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return GivenPath.with(path, { stat($0, &status) }) == 0 ? status.st_mode & S_IFMT : nil
    }
}
