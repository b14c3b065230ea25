import CLinux
import FontModel
import Glibc

/// The file with the published generation: the changes up to it have been projected.
///
/// It is replaced by rename after every operation, so a watcher sees one rename per operation. A number lower than the
/// database's generation means that an operation was interrupted between commit and publication.
package enum GenerationFile {
    /// The largest number accepted as a generation.
    static let largest: Int64 = 1 << 53

    /// The range of numbers accepted outside the database, which leaves room for all future operations.
    static let credible: Range<Int64> = 0..<(largest / 2)

    /// Returns the published generation, or 0 if the file is missing, unreadable or not a number; all changes are then
    /// published again.
    package static func read(_ paths: FontPaths) -> Int64 { (try? published(paths)) ?? 0 }

    /// Returns the published generation; `nil` if the file is missing or not a number.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the file cannot be read.
    package static func published(_ paths: FontPaths) throws(FontError) -> Int64? {
        guard let bytes = try fileContents(paths.generationFile) else { return nil }
        let text = String(decoding: bytes.prefix(32).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        // No store reaches so many operations, so fontd did not write a larger number.
        return Int64(text).flatMap { Self.credible.contains($0) ? $0 : nil }
    }

    /// Writes the file beside the published one; see ``publish(_:)``.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the file cannot be written.
    static func prepare(_ generation: Int64, _ paths: FontPaths) throws(FontError) {
        let new = paths.nextGenerationFile
        // The file of a killed writer may belong to another user, for example after `sudo`.
        unlink(new)
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC, mode: 0o644)
        guard descriptor >= 0 else { throw .store(.writeFile, path: new) }
        defer { close(descriptor) }
        try ByteCopy.writeAll(Array("\(generation)\n".utf8), to: descriptor, path: new)
        // A file server may have another clock. All other dates that fontd sets come from the local clock.
        clx_touch(new)
    }

    /// Renames the prepared file to its final name, which notifies every watcher.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the rename fails.
    static func publish(_ paths: FontPaths) throws(FontError) {
        guard rename(paths.nextGenerationFile, paths.generationFile) == 0 else {
            throw .store(.writeFile, path: paths.generationFile)
        }
    }
}
