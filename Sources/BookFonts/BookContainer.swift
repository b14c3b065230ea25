import CArchive
import FontModel
import Foundation
import Glibc

/// The container of a book: a ZIP archive (EPUB 3.3, section 4.3), read by libarchive.
///
/// Nothing is extracted to the disk, so that the names of entries do no harm.
struct BookContainer: Sendable {
    /// The maximum number of entries.
    static let entries = 65_536

    let path: String

    init(_ path: String) { self.path = path }

    /// Reads some files of the container.
    ///
    /// - Parameters:
    ///   - total: The maximum size of all of them in bytes.
    ///   - limit: Returns the maximum size of the file with a name in bytes; nil if it is not needed.
    /// - Returns: The files that exist. One whose name occurs twice, that is encrypted, damaged or too large, has an
    ///   error.
    /// - Throws: `fileNotFound` (101) if the book cannot be opened, `unrecognizedFormat` (103) if it is no ZIP archive,
    ///   `invalidFontData` (104) if the archive is damaged, `exceededResourceLimit` (106) if it has too many entries.
    func files(
        ofAll total: Int = .max, _ limit: (String) -> Int?
    ) throws(FontError) -> [String: Result<Data, FontError>] {
        let descriptor = try open()
        defer { close(descriptor) }
        // libarchive converts names to the encoding of the thread's locale, LC_CTYPE.
        let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let previous = locale.map { uselocale($0) }
        defer {
            if let previous { uselocale(previous) }
            if let locale { freelocale(locale) }
        }
        guard let archive = archive_read_new() else {
            throw FontError(.registrationFailed, "There is no memory to read the book. Try again.", file: path)
        }
        defer { archive_read_free(archive) }
        archive_read_support_format_zip_seekable(archive)
        guard archive_read_open_fd(archive, descriptor, 1 << 16) == ARCHIVE_OK else { throw noBook() }
        var files: [String: Result<Data, FontError>] = [:]
        var count = 0
        var rest = total
        while true {
            var found: OpaquePointer?
            let status = archive_read_next_header(archive, &found)
            if status == ARCHIVE_EOF { break }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = found else {
                throw count == 0 ? noBook() : damaged("the list of its files is")
            }
            count += 1
            guard count <= Self.entries else {
                throw FontError(
                    .exceededResourceLimit, "The book has more than \(Self.entries) files, the limit for a book.",
                    file: path)
            }
            guard let raw = archive_entry_pathname(entry), let name = String(validatingCString: raw),
                let limit = limit(name)
            else { continue }
            if files[name] != nil {
                files[name] = .failure(damaged("the name \(name) occurs twice, so that it is"))
            } else {
                files[name] = Result { () throws(FontError) in
                    try content(of: entry, named: name, archive, min(limit, rest))
                }
                rest -= (try? files[name]?.get().count) ?? 0
            }
        }
        return files
    }

    /// Opens the book; a FIFO or device is none.
    private func open() throws(FontError) -> CInt {
        // A path is bytes, which need not be UTF-8.
        let place = (PathText.bytes(of: path) + [0]).map(CChar.init(bitPattern:))
        let descriptor = Glibc.open(place, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw FontError(.fileNotFound, "The book cannot be read. Check its path.", file: path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw noBook()
        }
        return descriptor
    }

    private func content(
        of entry: OpaquePointer, named name: String, _ archive: OpaquePointer, _ limit: Int
    ) throws(FontError) -> Data {
        guard archive_entry_is_data_encrypted(entry) == 0 else {
            throw FontError(
                .missingEntitlement, "\(name) is encrypted within the archive. Use a book without a password.",
                file: path)
        }
        // EPUB permits no other ways to compress a file, which libarchive would decode as well.
        let compression = archive_format_name(archive).map { String(cString: $0) } ?? ""
        guard compression.hasSuffix("(uncompressed)") || compression.hasSuffix("(deflation)") else {
            throw damaged("\(name) is compressed as no book is, and")
        }
        var bytes = Data()
        while true {
            var block: UnsafeRawPointer?
            var size = 0
            var offset: Int64 = 0
            let status = archive_read_data_block(archive, &block, &size, &offset)
            if status == ARCHIVE_EOF { return bytes }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw damaged("\(name) is") }
            // The last block of a file that is not deflated is empty.
            guard size > 0 else { continue }
            guard let block, offset == bytes.count else { throw damaged("\(name) is") }
            guard bytes.count + size <= limit else {
                throw FontError(
                    .exceededResourceLimit, "\(name) is larger than \(limit) bytes, the limit for such a file.",
                    file: path)
            }
            bytes.append(UnsafeRawBufferPointer(start: block, count: size).bindMemory(to: UInt8.self))
        }
    }

    private func noBook() -> FontError {
        FontError(.unrecognizedFormat, "The file is not an EPUB book. Open one with the extension .epub.", file: path)
    }

    func damaged(_ part: String) -> FontError {
        FontError(.invalidFontData, "The book is damaged: \(part) not readable. Get the book anew.", file: path)
    }
}
