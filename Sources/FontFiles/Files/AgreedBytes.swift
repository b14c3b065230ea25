import CLinux
package import FontModel
import Glibc

/// The bytes of an open file that the user was asked about.
///
/// The program that opened it can change them until they are registered.
package struct AgreedBytes: Sendable, Hashable {
    /// Bytes of which nothing could be found, so that none are those.
    package static let unknown = AgreedBytes()

    /// The hash of bytes that were read.
    private var sha256: String?
    /// The state of a file that was not read; nil if even that was not found.
    private var state: State?

    /// The size, the modification time, and the time of the last change of any kind, which a program cannot set.
    private struct State: Hashable {
        let fingerprint: Fingerprint
        let changedAt: [Int]

        init?(_ file: OpenedFile, name: String) {
            var status = stat()
            guard let fingerprint = try? SourceFile(opened: file, name: name).fingerprint(),
                fstat(file.descriptor, &status) == 0
            else { return nil }
            self.fingerprint = fingerprint
            changedAt = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
        }
    }

    private init() {}

    /// Creates the description of bytes that were read.
    package init(sha256: String) { self.sha256 = sha256 }

    /// Creates the description of a file whose bytes were not read.
    package init(unread file: OpenedFile, name: String) { state = State(file, name: name) }

    /// Checks a copy of the file.
    ///
    /// - Parameters:
    ///   - file: The open file, from which the copy was made.
    ///   - sha256: The hash of the copy.
    /// - Throws: `invalidFontData` (104) if the bytes are others.
    package func check(_ file: OpenedFile, copiedAs sha256: String, name: String) throws(FontError) {
        if let known = self.sha256 {
            if known == sha256 { return }
        } else if let state, state == State(file, name: name) {
            return
        }
        throw .changedFile(name)
    }
}

extension FontError {
    /// Returns the error for a file that is not the one that was read before.
    package static func changedFile(_ file: String) -> FontError {
        FontError(
            .invalidFontData, "The file changed while it was read. Try again when it is complete.", file: file)
    }
}
