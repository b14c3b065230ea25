import FontRegistry
import Glibc
import SystemPackage

/// Absolute paths from what people type.
enum AbsolutePath {
    /// Which file a path leads to.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var number: UInt64
    }

    /// Makes a path absolute and takes out what says nothing: `.`, repeated slashes, and `..` where that is safe.
    ///
    /// Behind a symbolic link to a folder `..` leads elsewhere than it seems; such a path stays as it is.
    /// - Parameters:
    ///   - path: As typed, not empty.
    ///   - folder: An absolute path that relative ones start from.
    ///   - identity: What a path leads to; nil if to nothing.
    static func make(
        _ path: String, in folder: String, identity: (String) -> Identity? = AbsolutePath.identity
    ) -> String {
        let whole = FilePath(path.hasPrefix("/") ? path : folder + "/" + path)
        let short = whole.lexicallyNormalized()
        guard whole.components.contains(where: { $0.kind == .parentDirectory }) else { return short.string }
        for (there, here) in [(whole, short), (whole.removingLastComponent(), short.removingLastComponent())] {
            guard let wanted = identity(there.string) else { continue }
            return identity(here.string) == wanted ? short.string : whole.string
        }
        return short.string
    }

    /// Which file a path leads to, symbolic links followed.
    static func identity(_ path: String) -> Identity? {
        var status = stat()
        guard GivenPath.with(path, { stat($0, &status) }) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// Whether there is a regular file at a path.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return GivenPath.with(path, { stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
