import FontModel
import Glibc

/// The file with the id of the current login session, to which session-scoped registrations belong.
///
/// It is in the runtime directory, which is removed with the session. Registrations with another session id are
/// leftovers of an ended session.
enum SessionMarker {
    /// Returns the id of the current session; `nil` if it has no registrations yet or there is no runtime directory.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the marker cannot be read, because the session is
    ///   not over then.
    static func read(_ paths: FontPaths) throws(FontError) -> String? {
        guard let path = paths.sessionMarker, let bytes = try fileContents(path), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix(64), as: UTF8.self) + separator + (paths.runtimeDirectory ?? "")
    }

    /// The separator between the random part of an id and the path of the runtime directory.
    private static let separator = " "

    /// Returns the runtime directory in the id of a session; nil if there is none.
    static func runtimeDirectory(of session: String) -> String? {
        session.firstRange(of: separator).map { String(session[$0.upperBound...]) }
    }

    /// Returns an SQL pattern (`LIKE`, escaped by `\\`) for all session ids of the current runtime directory; `nil`
    /// without one.
    static func pattern(_ paths: FontPaths) -> String? {
        paths.runtimeDirectory.map { directory in
            "%" + separator
                + directory.map { "\\%_".contains($0) ? "\\\($0)" : String($0) }.joined()
        }
    }

    /// Checks that the session scope is available.
    ///
    /// - Throws: `FontError` with code `unsupportedScope` (307) if there is no runtime directory, or it cannot be
    ///   written.
    static func check(_ paths: FontPaths) throws(FontError) {
        guard !paths.isOfAllUsers else {
            throw FontError(
                .unsupportedScope,
                "Session scope is not available for the fonts of all users. Use persistent scope, or omit --system to register them for your own session."
            )
        }
        guard let runtime = paths.runtimeDirectory, access(runtime, W_OK | X_OK) == 0 else {
            throw FontError(
                .unsupportedScope,
                "Session scope is not available: there is no writable runtime directory. Set XDG_RUNTIME_DIR, as a login session does, or use persistent scope."
            )
        }
    }

    /// Returns the id of the current session, and creates it for the first registration.
    ///
    /// Only under the store's lock, because two concurrent first registrations must use the same id.
    ///
    /// - Throws: `FontError` with code `unsupportedScope` (307) if there is no runtime directory, or it cannot be
    ///   written.
    static func make(_ paths: FontPaths) throws(FontError) -> String {
        try check(paths)
        guard let path = paths.sessionMarker, let root = paths.sessionRoot else {
            preconditionFailure("a runtime directory without a session folder")
        }
        if let id = try read(paths) { return id }
        try makeFolder(root)
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        try write(id, to: path)
        return id + separator + (paths.runtimeDirectory ?? "")
    }

    /// Writes the marker of a session again, if it is missing.
    ///
    /// - Parameter session: The id of the session.
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be written.
    static func restore(_ session: String, _ paths: FontPaths) throws(FontError) {
        guard let path = paths.sessionMarker, let root = paths.sessionRoot, try read(paths) == nil,
            let end = session.firstRange(of: separator)?.lowerBound
        else { return }
        try makeFolder(root)
        try write(String(session[..<end]), to: path)
    }

    private static func write(_ id: String, to path: String) throws(FontError) {
        let new = path + ".new"
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC)
        guard descriptor >= 0 else { throw .store(.writeFile, path: new) }
        defer { close(descriptor) }
        try ByteCopy.writeAll(Array(id.utf8), to: descriptor, path: new)
        guard rename(new, path) == 0 else { throw .store(.writeFile, path: path) }
    }
}
