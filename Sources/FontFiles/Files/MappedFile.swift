package import FontModel
import Glibc

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
