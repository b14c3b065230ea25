import CLinux
import FontModel
import Glibc

/// A copy of a font file that nobody else can change, with what is known of it.
protocol FontCopy: Sendable {
    /// Where this process can open it.
    var path: String { get }
    /// Lower-case hexadecimal.
    var sha256: String { get }
    /// In bytes.
    var size: Int { get }
    var contents: MappedFile { get }
}

extension FontCopy {
    /// Opens it anew, for reading only.
    ///
    /// - Throws: 301.
    func open() throws(FontError) -> OwnedDescriptor {
        try OwnedDescriptor(clx_open(path, O_RDONLY | O_CLOEXEC, 0), path: path)
    }
}

extension StagedFile: FontCopy {}

extension SealedMemory: FontCopy {
    var size: Int { contents.bytes.count }
}
