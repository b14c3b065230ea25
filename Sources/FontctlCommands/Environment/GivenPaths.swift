import CLinux
import FontRegistry
import Glibc
import Synchronization
import SystemPackage

/// The paths of a command line as they were typed, with which people find them again in the output.
final class GivenPaths: Sendable {
    private let typed = Mutex<[(path: String, text: String)]>([])

    /// Whether every path is shown as it is.
    var isEmpty: Bool { typed.withLock { $0.isEmpty } }

    /// Remembers the text that stands for an absolute path.
    func remember(_ text: String, as path: String) {
        guard text != path, path != "/" else { return }
        typed.withLock { typed in
            if !typed.contains(where: { $0.path == path }) { typed.append((path, text)) }
        }
    }

    /// Returns a path as it was typed, or with the folder that was typed; other text is returned as it is.
    func shown(_ path: String) -> String { replaced(path) { $0.isEmpty } }

    /// Returns a line in which the path at the beginning, before a colon, is as it was typed.
    func shown(atStartOf line: String) -> String { replaced(line) { $0.hasPrefix(": ") } }

    /// Returns a text that begins with a path, as it was typed.
    ///
    /// - Parameter isEnd: Whether the path ends before a text.
    private func replaced(_ text: String, isEnd: (String) -> Bool) -> String {
        guard text.utf8.first == UInt8(ascii: "/") else { return text }
        return typed.withLock { typed in
            for given in typed where text.utf8.starts(with: given.path.utf8) {
                let rest = String(Substring(text.utf8.dropFirst(given.path.utf8.count)))
                if isEnd(rest) { return given.text + rest }
                guard rest.utf8.first == UInt8(ascii: "/") else { continue }
                return given.text.hasSuffix("/") ? given.text + rest.dropFirst() : given.text + rest
            }
            return text
        }
    }
}

/// The conversion of typed paths to absolute ones.
enum AbsolutePath {
    /// The identity of the file at a path.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var number: UInt64
    }

    /// Makes a path absolute and removes `.`, repeated slashes, and `..` where that does not change its meaning.
    ///
    /// After a symbolic link to a folder, `..` leads to the parent of the link's target; such a path is kept as it is.
    ///
    /// - Parameter folder: The absolute path of the folder for relative paths.
    static func make(_ path: String, in folder: String) -> String {
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
    static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard GivenPath.with(path, { stat($0, &status) }) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// Returns a function that makes paths free of links to folders, also for files that no longer exist.
    static func resolver() -> (String) -> String {
        var known: [String: String] = [:]
        return { path in
            let end = path.lastIndex(of: "/") ?? path.startIndex
            let folder = String(path[..<end])
            let resolved = known[folder] ?? resolved(folder)
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
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return GivenPath.with(path, { lstat($0, &status) }) == 0
    }

    /// Returns whether there is a regular file at a path.
    static func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    /// Returns whether there is a folder at a path.
    static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return GivenPath.with(path, { stat($0, &status) }) == 0 ? status.st_mode & S_IFMT : nil
    }
}
