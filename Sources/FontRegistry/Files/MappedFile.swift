import FontModel
import Glibc

/// The bytes of a file of ours, mapped for reading.
///
/// Only for files nobody can shorten: staged copies, stored objects and sealed memory. A mapping of a file that is cut
/// short meanwhile kills the process on access.
final class MappedFile: Sendable {
    /// Valid as long as the object lives.
    // Immutable memory: mapped read-only and private, from a file that is never written again.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// - Throws: 301 if the file cannot be mapped.
    init(descriptor: Int32, size: Int, path: String) throws(FontError) {
        guard size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw .store("map a file", path: path)
        }
        bytes = UnsafeRawBufferPointer(start: base, count: size)
    }

    deinit {
        if let base = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: base), bytes.count) }
    }
}
