import CLinux
import FontModel
import Glibc

/// A copy of a font file that no other process can change, with its hash and size.
package protocol FontCopy: Sendable {
    /// The path at which this process can open the copy.
    var path: String { get }
    /// The SHA-256 hash in lower-case hexadecimal.
    var sha256: String { get }
    /// The size in bytes.
    var size: Int { get }
    var contents: MappedFile { get }
}

extension FontCopy {
    /// Opens the copy again, for reading only.
    ///
    /// - Throws: `registrationFailed` (301) if the copy cannot be opened.
    func open() throws(FontError) -> OwnedDescriptor {
        try OwnedDescriptor(clx_open(path, O_RDONLY | O_CLOEXEC, 0), path: path)
    }
}

extension StagedFile: FontCopy {}

extension SealedMemory: FontCopy {
    package var size: Int { contents.bytes.count }
}
