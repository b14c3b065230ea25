import CLinux
import FontModel
import Glibc

/// The file that says which login session session-scoped registrations belong to.
///
/// It lies in the runtime directory, which goes with the session. Registrations that name another session than the
/// present marker are leavings of one that has ended.
enum SessionMarker {
    /// The present session's id; nil if nothing has been registered in it yet or there is no runtime directory.
    ///
    /// - Throws: 301 if the marker cannot be read: the session goes on all the same.
    static func read(_ paths: FontPaths) throws(FontError) -> String? {
        guard let path = paths.sessionMarker, let bytes = try fileContents(path), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix(64), as: UTF8.self) + separator + (paths.runtimeDirectory ?? "")
    }

    /// Between the marker's own part of an id and the runtime directory that it is for.
    private static let separator = " "

    /// An SQL pattern (`LIKE`, escaped by `\\`) of all session ids of the present runtime directory; nil without one.
    static func pattern(_ paths: FontPaths) -> String? {
        paths.runtimeDirectory.map { directory in
            "%" + separator
                + directory.map { "\\%_".contains($0) ? "\\\($0)" : String($0) }.joined()
        }
    }

    /// Makes sure that there can be a session scope.
    ///
    /// - Throws: 307 if there is no runtime directory, or it cannot be written.
    static func check(_ paths: FontPaths) throws(FontError) {
        guard let runtime = paths.runtimeDirectory, access(runtime, W_OK | X_OK) == 0 else {
            throw FontError(
                .unsupportedScope,
                "There is no writable runtime directory for the session scope. Set XDG_RUNTIME_DIR (a login session does), or use the persistent scope."
            )
        }
    }

    /// The present session's id; made if this is its first registration.
    ///
    /// Only under the store's lock: two first registrations at a login must agree.
    /// - Throws: 307 if there is no runtime directory, or it cannot be written.
    static func make(_ paths: FontPaths) throws(FontError) -> String {
        try check(paths)
        guard let path = paths.sessionMarker, let root = paths.sessionRoot else {
            preconditionFailure("a runtime directory without a session folder")
        }
        if let id = try read(paths) { return id }
        try makeFolder(root)
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        let new = path + ".new"
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC)
        guard descriptor >= 0 else { throw .store("mark the session", path: new) }
        defer { close(descriptor) }
        try ByteCopy.writeAll(Array(id.utf8), to: descriptor, path: new)
        guard rename(new, path) == 0 else { throw .store("mark the session", path: path) }
        return id + separator + (paths.runtimeDirectory ?? "")
    }
}
