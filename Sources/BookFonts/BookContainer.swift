import CArchive
import FontModel
import Foundation
import Glibc
import Inspection

/// The container of a book: a ZIP archive (EPUB 3.3, section 4.3), read by libarchive.
///
/// Nothing is extracted to the disk, so that the names of entries do no harm. The archive states some facts in two places:
/// they must be equal. The files that are used must have the checksums and lengths that it states.
struct BookContainer: Sendable {
    /// The maximum number of entries.
    static let mostEntries = 65_536
    /// The maximum length of a name in bytes; those of books have less than 200.
    private static let longestName = 1_024

    /// The part of a file that is needed.
    enum Portion {
        /// All of it, up to a size in bytes.
        case whole(upTo: Int)
        /// The first bytes.
        case start(Int)
    }

    /// The state of a file: it did not change in between if two are equal.
    private struct State: Sendable, Equatable {
        var device: UInt64
        var inode: UInt64
        var size: Int
        var seconds: Int
        var nanoseconds: Int

        init(_ status: stat) {
            (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
            (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
        }
    }

    let path: String
    /// The state in which the list of its files was checked.
    private let state: State
    /// All entries in the order of libarchive; the name is nil if it is not UTF-8 or too long, which no book has.
    private let entries: [(name: String?, size: Int)]
    /// The maximum size of the files that are read at once, in bytes: as in archives, a book unpacks to 100 times its size
    /// at most, or to the size of a document.
    private let room: Int

    /// Opens a book and checks the list of its files.
    ///
    /// - Throws: `fileNotFound` (101) if the book cannot be opened, `unrecognizedFormat` (103) if it is no ZIP archive,
    ///   `invalidFontData` (104) if the archive is damaged, `exceededResourceLimit` (106) if the list of its
    ///   files is too long.
    init(_ path: String) throws(FontError) {
        self.path = path
        let (descriptor, state) = try Self.open(path)
        defer { close(descriptor) }
        self.state = state
        let size = state.size
        func bytes(_ range: Range<Int>) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
                while filled < range.count {
                    let count = pread(
                        descriptor, buffer.baseAddress?.advanced(by: filled), range.count - filled,
                        off_t(range.lowerBound + filled))
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    filled += count
                }
            }
        }
        guard size >= 4, bytes(0..<4).elementsEqual("PK\u{3}\u{4}".utf8) else { throw Self.noBook(path) }
        let directory: ZIPDirectory
        do throws(ZIPDirectory.Defect) {
            directory = try ZIPDirectory(size: size, limit: Self.mostEntries, bytes)
        } catch {
            switch error {
            // The reason is a sentence.
            case .damaged(let reason):
                throw FontError(
                    .invalidFontData, "The book is damaged. \(reason.harmless) Download the book again.", file: path)
            case .tooMany:
                throw FontError(
                    .exceededResourceLimit, "The book has more than \(Self.mostEntries) files, the limit for a book.",
                    file: path)
            case .tooLarge:
                throw FontError(
                    .exceededResourceLimit,
                    "The book's list of files has more than \(ZIPDirectory.mostBytes) bytes, the limit for a book.",
                    file: path)
            }
        }
        entries = directory.entries.map { entry in
            // A document may have 100,000 addresses, each of which is resolved from the folder of the document.
            let name = entry.name.count <= Self.longestName ? String(validating: entry.name, as: UTF8.self) : nil
            return (name, entry.size)
        }
        let most = FontLimits.archiveUnpackedSize
        room = min(most, max(BookDocuments.documentSize, min(size, most) * FontLimits.archiveRatio))
    }

    /// The names of the files.
    var names: Set<String> { Set(entries.compactMap(\.name)) }

    /// Reads some files of the container.
    ///
    /// - Parameter portion: Returns which part of the file with a name is needed; nil for none.
    /// - Returns: The files that exist. One whose name occurs twice, that is encrypted, damaged or too large, has an
    ///   error.
    /// - Throws: `fileNotFound` (101) if the book cannot be opened, `unrecognizedFormat` (103) if it is no ZIP archive any
    ///   more, `invalidFontData` (104) if the archive is damaged, or is not the one that was opened.
    func files(_ portion: (String) -> Portion?) throws(FontError) -> [String: Result<Data, FontError>] {
        let (descriptor, state) = try Self.open(path)
        defer { close(descriptor) }
        // Entries are identified by their indices in the list that was checked.
        guard state == self.state else {
            throw FontError(.invalidFontData, "The book changed while it was read. Open it again.", file: path)
        }
        // libarchive converts names to the encoding of the thread's locale, LC_CTYPE.
        let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let previous = locale.map { uselocale($0) }
        defer {
            if let previous { uselocale(previous) }
            if let locale { freelocale(locale) }
        }
        guard let archive = archive_read_new() else {
            throw FontError(.registrationFailed, "There is not enough memory to read the book. Try again.", file: path)
        }
        defer { archive_read_free(archive) }
        archive_read_support_format_zip_seekable(archive)
        guard archive_read_open_fd(archive, descriptor, 1 << 16) == ARCHIVE_OK else { throw Self.noBook(path) }
        var files: [String: Result<Data, FontError>] = [:]
        var rest = room
        for (entryName, size) in entries {
            var found: OpaquePointer?
            let status = archive_read_next_header(archive, &found)
            // A name that cannot be converted is a warning.
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = found else {
                throw Self.damaged(path, "its list of files cannot be read")
            }
            guard let name = entryName, let portion = portion(name) else { continue }
            if files[name] != nil {
                files[name] = .failure(Self.damaged(path, "two of its files are named \(name)"))
            } else {
                files[name] = Result { () throws(FontError) in
                    try content(of: entry, named: name, size: size, archive, portion, rest)
                }
                rest -= (try? files[name]?.get().count) ?? 0
            }
        }
        return files
    }

    /// Opens a book, and returns its descriptor and state; a FIFO or device is none.
    private static func open(_ path: String) throws(FontError) -> (CInt, State) {
        // A path is bytes, which need not be UTF-8.
        let place = (PathText.bytes(of: path) + [0]).map(CChar.init(bitPattern:))
        let descriptor = Glibc.open(place, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw FontError(.fileNotFound, "The book cannot be read. Check its path.", file: path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw noBook(path)
        }
        return (descriptor, State(status))
    }

    private func content(
        of entry: OpaquePointer, named name: String, size stated: Int, _ archive: OpaquePointer, _ portion: Portion,
        _ room: Int
    ) throws(FontError) -> Data {
        guard archive_entry_is_data_encrypted(entry) == 0 else {
            throw FontError(
                .missingEntitlement, "\(name) is encrypted within the archive. Use a book without a password.",
                file: path)
        }
        // EPUB permits no other ways to compress a file, which libarchive would decode as well.
        let compression = archive_format_name(archive).map { String(cString: $0) } ?? ""
        guard compression.hasSuffix("(uncompressed)") || compression.hasSuffix("(deflation)") else {
            throw Self.damaged(path, "the compression of \(name) is not that of a book")
        }
        let limit: Int
        switch portion {
        case .start(let count): limit = count
        case .whole(let most): limit = min(most, room)
        }
        var bytes = Data()
        while true {
            var block: UnsafeRawPointer?
            var size = 0
            var offset: Int64 = 0
            let status = archive_read_data_block(archive, &block, &size, &offset)
            if status == ARCHIVE_EOF {
                // A folder has none of the bytes that the list of files states.
                guard bytes.count == stated else { throw Self.damaged(path, "\(name) cannot be read") }
                return bytes
            }
            // A warning is about a sum or a size.
            guard status == ARCHIVE_OK else { throw Self.damaged(path, "\(name) cannot be read") }
            // The last block of a file that is not deflated is empty.
            guard size > 0 else { continue }
            guard let block, offset == bytes.count else { throw Self.damaged(path, "\(name) cannot be read") }
            if case .start = portion, bytes.count + size >= limit {
                return bytes + UnsafeRawBufferPointer(start: block, count: limit - bytes.count)
            }
            guard bytes.count + size <= limit else {
                throw FontError(
                    .exceededResourceLimit, "\(name) is larger than \(limit) bytes, the limit for a file in a book.",
                    file: path)
            }
            bytes.append(UnsafeRawBufferPointer(start: block, count: size).bindMemory(to: UInt8.self))
        }
    }

    private static func noBook(_ path: String) -> FontError {
        FontError(.unrecognizedFormat, "The file is not an EPUB book. Open one with the extension .epub.", file: path)
    }

    /// - Parameter reason: The reason as a clause.
    static func damaged(_ path: String, _ reason: Message) -> FontError {
        FontError(.invalidFontData, "The book is damaged: \(reason). Download the book again.", file: path)
    }
}
