import CLinux
import FontModel
import Glibc

/// A file with rules of fontd in a folder that other programs read.
enum RuleFile {
    /// Writes a file by rename, or removes it; does nothing if it has this text already.
    ///
    /// - Parameter text: The contents; nil to remove the file.
    /// - Returns: Whether the file was written or removed.
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be written.
    @discardableResult
    static func write(_ text: String?, to path: String, _ paths: FontPaths) throws(FontError) -> Bool {
        guard let text else {
            var status = stat()
            // On a read-only file system unlink(2) fails even if there is no such file.
            if lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR { return false }
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .store(.removeFile, path: path)
            }
            return true
        }
        let bytes = Array(text.utf8)
        if (try? fileContents(path)) == bytes { return false }
        try makeFolder(of: path, paths)
        // Both fontconfig and systemd ignore this name.
        let new = PathText.folder(of: path) + "/.fontd.new"
        unlink(new)
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC, mode: 0o644)
        guard descriptor >= 0 else { throw .store(.writeFile, path: new) }
        defer { close(descriptor) }
        do throws(FontError) {
            try ByteCopy.writeAll(bytes, to: descriptor, path: new)
            // Every program reports a file that a power failure left empty.
            guard fsync(descriptor) == 0, rename(new, path) == 0 else {
                throw .store(.writeFile, path: path)
            }
        } catch {
            unlink(new)
            throw error
        }
        return true
    }

    /// Creates the folder of a file.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be created.
    static func makeFolder(of path: String, _ paths: FontPaths) throws(FontError) {
        try FontStore.makeFolder(PathText.folder(of: path), mode: paths.isOfAllUsers ? 0o755 : 0o700)
    }
}
