import CLinux
import FontModel
import Glibc

/// A path as text that a user, a program or a folder listing supplied; see ``PathText``.
package enum GivenPath {
    /// Calls a function with the null-terminated bytes of a path.
    ///
    /// Escapes in the text are decoded if the result exists; otherwise the text is taken literally, as by programs that
    /// do not know escapes.
    package static func with<Value>(_ path: String, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        guard PathText.hasEscape(path) else { return path.withCString(body) }
        let bytes = PathText.bytes(of: path).map { CChar(bitPattern: $0) } + [0]
        return exists(bytes) ? body(bytes) : path.withCString(body)
    }

    /// Calls a function with the null-terminated bytes of a path from a folder listing, which need not exist any more.
    package static func exactly<Value>(_ path: String, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        guard PathText.hasEscape(path) else { return path.withCString(body) }
        return body(PathText.bytes(of: path).map { CChar(bitPattern: $0) } + [0])
    }

    /// Returns the text of a path as a user types it: if a file exists at the literal path, the path means that file.
    package static func typed(_ path: String) -> String {
        PathText.hasEscape(path) && path.withCString(exists) ? PathText.escapingBackslashes(path) : path
    }

    private static func exists(_ path: UnsafePointer<CChar>) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
