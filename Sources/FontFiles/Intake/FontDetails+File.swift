package import FontModel
import Glibc
import OpenType
import SystemPackage

extension FontDetails {
    /// Reads the details of a face of a file.
    ///
    /// Only the tables with the details are read, a few kilobytes even of a large file. They are copied first, so that
    /// a file that changes or shrinks meanwhile does no harm.
    /// - Throws: The errors of ``SourceFile``; `unrecognizedFormat` (103) or `invalidFontData` (104) if the file has no
    ///   such face, `registrationFailed` (301) if it cannot be read now.
    package init(ofFace index: Int, inFile path: String) throws(FontError) {
        let source = try SourceFile(opening: path)
        guard source.size > 0 else { throw FontError(.unrecognizedFormat, "The file is empty.", file: path) }
        // Pages that are not written to take no memory.
        let memory = mmap(nil, source.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { throw SourceFile.unreadable(path, .noMemory) }
        defer { munmap(memory, source.size) }
        do throws(FontError) {
            self = try FontReader.details(
                ofFace: index, in: UnsafeRawBufferPointer(start: memory, count: source.size)
            ) { range throws(FontError) in
                var place = range.lowerBound
                while place < range.upperBound {
                    let count = pread(source.descriptor, memory + place, range.upperBound - place, off_t(place))
                    // A file that shrank leaves zeros, which the reader takes for damage.
                    if count == 0 { break }
                    if count > 0 {
                        place += count
                    } else if errno != EINTR {
                        throw SourceFile.unreadable(path, Errno(rawValue: errno))
                    }
                }
            }
        } catch {
            throw error.of(error.file ?? path)
        }
    }
}
