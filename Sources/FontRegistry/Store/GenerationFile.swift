import CLinux
import FontModel
import Glibc

/// The counter file: how far changes have been projected and published.
///
/// It is rewritten by rename after every operation, so a watcher sees one renaming per operation. A counter below the
/// database's says that an operation was cut off between its commit and its publication.
enum GenerationFile {
    /// The largest number that is taken for a generation.
    static let largest: Int64 = 1 << 53

    /// What is believed of a number beside the database: one that leaves room for all operations to come.
    static let credible: Range<Int64> = 0..<(largest / 2)

    /// The published generation; 0 if the file is missing, cannot be read or is not a number: everything is then published
    /// again.
    static func read(_ paths: FontPaths) -> Int64 { (try? published(paths)) ?? 0 }

    /// The published generation; nil if the file is missing or not a number.
    ///
    /// - Throws: 301 if the file cannot be read.
    static func published(_ paths: FontPaths) throws(FontError) -> Int64? {
        guard let bytes = try fileContents(paths.generationFile) else { return nil }
        let text = String(decoding: bytes.prefix(32).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        // No store lives through so many operations: a larger number is not ours.
        return Int64(text).flatMap { Self.credible.contains($0) ? $0 : nil }
    }

    /// A number that is written down and needs but its name.
    struct Prepared {
        private let paths: FontPaths

        /// - Throws: 301 if the file cannot be written.
        init(_ generation: Int64, _ paths: FontPaths) throws(FontError) {
            self.paths = paths
            try GenerationFile.write(generation, to: paths.nextGenerationFile)
        }

        /// Puts the number in place, for every watcher to see.
        ///
        /// - Throws: 301 if that cannot be done.
        func publish() throws(FontError) {
            guard rename(paths.nextGenerationFile, paths.generationFile) == 0 else {
                throw .store("publish the generation", path: paths.generationFile)
            }
        }
    }

    private static func write(_ generation: Int64, to new: String) throws(FontError) {
        // What a killed writer left may be another user's, as after `sudo`.
        unlink(new)
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC, mode: 0o644)
        guard descriptor >= 0 else { throw .store("write the generation", path: new) }
        defer { close(descriptor) }
        let text = Array("\(generation)\n".utf8)
        try ByteCopy.writeAll(text, to: descriptor, path: new)
        // A server may go by another clock; all else that we date goes by ours.
        clx_touch(new)
    }
}
