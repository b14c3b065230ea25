import CLinux
import FontModel
import Glibc

/// A path that a person, a program or a folder gave, as text; see ``PathText``.
package enum GivenPath {
    /// Calls a function with the bytes of a path, ended by a zero.
    ///
    /// Escapes in the text are read as such where that leads to something; else the text is taken literally, as programs that
    /// know nothing of escapes mean it.
    package static func with<Value>(_ path: String, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        guard PathText.hasEscape(path) else { return path.withCString(body) }
        let bytes = PathText.bytes(of: path).map { CChar(bitPattern: $0) } + [0]
        return exists(bytes) ? body(bytes) : path.withCString(body)
    }

    /// The text of a path as a person types it: one that leads to a file as it stands means that file.
    package static func typed(_ path: String) -> String {
        PathText.hasEscape(path) && path.withCString(exists) ? PathText.escapingBackslashes(path) : path
    }

    private static func exists(_ path: UnsafePointer<CChar>) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
