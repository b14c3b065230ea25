import CLinux
package import FontModel
import Glibc

/// A copy of a font file that no other process can change, with its hash and size.
package protocol FontCopy: Sendable {
    /// The path at which this process can open the copy.
    var path: String { get }
    /// The SHA-256 hash in lower-case hexadecimal.
    var sha256: String { get }
    var contents: MappedFile { get }
}

extension FontCopy {
    /// The size in bytes.
    package var size: Int { contents.bytes.count }

    /// Opens the copy again, for reading only.
    ///
    /// - Throws: `registrationFailed` (301) if the copy cannot be opened.
    func open() throws(FontError) -> OpenedFile {
        try OpenedFile(clx_open(path, O_RDONLY | O_CLOEXEC, 0), path: path)
    }
}

/// A staged copy that no other process can change.
package struct StagedFile: FontCopy {
    package let path: String
    package let sha256: String
    package let contents: MappedFile

    package init(path: String, sha256: String, contents: MappedFile) {
        self.path = path
        self.sha256 = sha256
        self.contents = contents
    }
}

/// The bytes of a file of fontd, mapped for reading.
///
/// Use it only for files that no other process can shorten: staged copies, stored objects and sealed memory. If a
/// mapped file is truncated, an access kills the process.
package final class MappedFile: Sendable {
    /// The bytes, which are valid as long as the object exists.
    // The memory is immutable: mapped read-only and private, from a file that is never written again.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Maps a file.
    ///
    /// - Throws: `registrationFailed` (301) if the file cannot be mapped.
    package init(descriptor: Int32, size: Int, path: String) throws(FontError) {
        guard size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw .store(.readFile, path: path)
        }
        bytes = UnsafeRawBufferPointer(start: base, count: size)
    }

    deinit {
        if let base = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: base), bytes.count) }
    }
}
