import CArchive
import FontModel
import Glibc
import Inspection
import OpenType

/// The reading of the entries of one archive, within the limits of all.
struct EntryReading {
    private let reader: ArchiveReader
    private var names: EntryNames
    private let take: (UnpackedPart) -> Void
    /// The maximum number of bytes that all entries unpack to.
    private let limit: Int
    /// Whether the entries are the files of a Debian package.
    private let isPackage: Bool
    /// The number of entries so far.
    private var count = 0
    private var fonts = 0
    private var unpacked = 0
    /// Whether all bytes of the entry were read.
    private var hasEnded = false
    /// As bytes: names that differ only in how an accent is written are those of two files.
    private var paths: Set<[UInt8]> = []

    init(
        _ reader: ArchiveReader, _ names: EntryNames, limit: Int, isPackage: Bool,
        _ take: @escaping (UnpackedPart) -> Void
    ) {
        self.reader = reader
        self.names = names
        self.take = take
        self.limit = limit
        self.isPackage = isPackage
    }

    /// Reads an entry.
    mutating func read(_ entry: OpaquePointer) throws(FontError) {
        hasEnded = false
        count += 1
        guard count <= FontLimits.archiveEntries else {
            throw Self.tooLarge("The archive has more than \(FontLimits.archiveEntries) entries, the limit.")
        }
        let path = try ArchivePath.clean(try names.name(of: entry, at: count - 1))
        guard archive_entry_is_encrypted(entry) == 0 else { throw ArchivedFonts.encrypted }
        switch mode_t(archive_entry_filetype(entry)) & S_IFMT {
        case S_IFREG: break
        case S_IFDIR where archive_entry_size(entry) > 0:
            throw ArchivedFonts.damaged("A folder has the size of a file.")
        case S_IFDIR, S_IFLNK, 0: return
        default:
            throw FontError(
                .invalidFontData,
                "The archive is unsafe: it contains a device, a socket or a FIFO. None of its fonts is registered; obtain them from another source."
            )
        }
        // The other entry of a hard link has the bytes.
        guard archive_entry_hardlink(entry) == nil else { return }
        guard let path else { return try skip() }
        guard paths.insert(Array(path.utf8)).inserted else {
            throw ArchivedFonts.damaged("Two of its entries are named \(path).")
        }
        try readFile(path)
    }

    private mutating func readFile(_ path: String) throws(FontError) {
        var content: [UInt8] = []
        while content.count < FontSniffer.prefixLength, !hasEnded { content += try next() }
        if let format = FontSniffer.format(of: content) {
            guard format.isSupported || [.woff, .woff2].contains(format) else {
                take(.left(format.rawValue))
                return try skip()
            }
            fonts += 1
            guard fonts <= FontLimits.archiveFonts else {
                throw Self.tooLarge("The archive has more than \(FontLimits.archiveFonts) fonts, the limit.")
            }
            take(.font(path: path))
            var size = 0
            while !content.isEmpty {
                size += content.count
                guard size <= FontLimits.fileSize else {
                    throw FontError(
                        .exceededResourceLimit,
                        "The font \(path) in the archive is larger than \(FontLimits.fileSize >> 20) MiB, the limit for a font file. Unpack the other fonts into a folder, and register that folder."
                    )
                }
                take(.bytes(content))
                content = hasEnded ? [] : try next()
            }
        } else if let archive = FontSniffer.archive(of: content) {
            take(.left(archive.rawValue))
        } else if LicenseFileName.matches(path) {
            while !hasEnded, content.count <= FontLimits.licenseTextSize { content += try next() }
            let isText = content.count <= FontLimits.licenseTextSize && !content.contains(0)
            if isText { take(.text(path: isPackage ? DebianPackage.place(ofText: path) : path, content)) }
        }
        try skip()
    }

    /// The number of bytes that are read at once.
    private static let chunk = 1 << 16

    /// Reads the rest of the entry, so that its sum is compared and the limits apply to it.
    private mutating func skip() throws(FontError) {
        while !hasEnded { _ = try next() }
    }

    /// Returns the next bytes of the entry; none at its end.
    private mutating func next() throws(FontError) -> [UInt8] {
        var result = Result<Int, FontError>.success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
            result = Result { () throws(FontError) in try reader.data(into: buffer) }
            filled = (try? result.get()) ?? 0
        }
        unpacked += try result.get()
        guard unpacked <= limit else { throw ArchivedFonts.unpacksToMore(than: limit) }
        hasEnded = bytes.isEmpty
        return bytes
    }

    /// - Parameter reason: The exceeded limit as a sentence.
    private static func tooLarge(_ reason: Message) -> FontError {
        FontError(.exceededResourceLimit, Message([reason, "Unpack it into a folder, and register that folder."]))
    }
}
