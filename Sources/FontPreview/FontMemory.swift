import Glibc

/// A private copy of a font file in memory, which this process may change.
package final class FontMemory {
    let bytes: UnsafeMutableRawBufferPointer
    private let isMapped: Bool

    /// Maps a file; changes of the memory are not written to it.
    ///
    /// - Returns: Nil if there is no memory.
    package init?(descriptor: Int32, size: Int) {
        guard size > 0, let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0),
            base != MAP_FAILED
        else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: base, count: size)
        isMapped = true
    }

    /// Copies bytes.
    package init(_ contents: [UInt8]) {
        bytes = .allocate(byteCount: contents.count, alignment: 8)
        bytes.copyBytes(from: contents)
        isMapped = false
    }

    deinit {
        if isMapped { munmap(bytes.baseAddress, bytes.count) } else { bytes.deallocate() }
    }
}
