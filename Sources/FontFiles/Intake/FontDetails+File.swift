package import FontModel
import Glibc
import OpenType
import SystemPackage

extension FontDetails {
    /// Reads the details of a face of the file at a path.
    ///
    /// - Throws: The errors of ``SourceFile`` and of ``init(ofFace:in:)``.
    package init(ofFace index: Int, inFile path: String) throws(FontError) {
        try self.init(ofFace: index, in: try SourceFile(opening: path))
    }

    /// Reads the details of a face of a file.
    ///
    /// Only the tables with the details are read, a few kilobytes even of a large file.
    /// - Throws: `unrecognizedFormat` (103) or `invalidFontData` (104) if the file has no such face, `registrationFailed`
    ///   (301) if it cannot be read now.
    package init(ofFace index: Int, in source: SourceFile) throws(FontError) {
        self = try source.reading { (bytes, load) throws(FontError) in
            try FontReader.details(ofFace: index, in: bytes, loading: load)
        }
    }
}

extension FontFeature {
    /// Reads the features of a face of a file, as ``FontDetails/init(ofFace:in:)`` reads details.
    package static func features(ofFace index: Int, in source: SourceFile) throws(FontError) -> [FontFeature] {
        try source.reading { (bytes, load) throws(FontError) in
            try FontReader.features(ofFace: index, in: bytes, loading: load)
        }
    }
}

extension SourceFile {
    /// Reads parts of the file.
    ///
    /// They are copied first, so that a file that changes or shrinks meanwhile does no harm.
    /// - Parameter body: Receives memory of the size of the file, and a function that fills a range of it.
    fileprivate func reading<Value>(
        _ body: (UnsafeRawBufferPointer, (Range<Int>) throws(FontError) -> Void) throws(FontError) -> Value
    ) throws(FontError) -> Value {
        guard size > 0 else { throw FontError(.unrecognizedFormat, "The file is empty.", file: path) }
        // Pages that are not written to take no memory.
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { throw Self.unreadable(path, .noMemory) }
        defer { munmap(memory, size) }
        do throws(FontError) {
            return try body(UnsafeRawBufferPointer(start: memory, count: size)) { range throws(FontError) in
                var place = range.lowerBound
                while place < range.upperBound {
                    let count = pread(descriptor, memory + place, range.upperBound - place, off_t(place))
                    // A file that shrank leaves zeros, which the reader takes for damage.
                    if count == 0 { break }
                    if count > 0 {
                        place += count
                    } else if errno != EINTR {
                        throw Self.unreadable(path, Errno(rawValue: errno))
                    }
                }
            }
        } catch {
            throw error.of(error.file ?? path)
        }
    }
}
