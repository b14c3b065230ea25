import CArchive
import FontModel
import Glibc

/// An archive that libarchive reads from memory, with the decoders of one format.
final class ArchiveReader {
    /// The `struct archive`.
    let handle: OpaquePointer
    private let format: ArchiveFormat?
    /// The decompressed bytes of a compressed tar.
    private let stream: PackedStream?
    private var count = 0

    /// - Throws: `unrecognizedFormat` (103) if it is no archive that can be read, `invalidFontData` (104) if it is
    ///   damaged, `registrationFailed` (301) if there is no memory.
    init(_ bytes: UnsafeRawBufferPointer, _ format: ArchiveFormat?) throws(FontError) {
        // The handle comes last: `deinit` frees it only after all properties have their values.
        stream = try PackedStream.make(bytes, format)
        self.format = format
        guard let handle = archive_read_new() else { throw ArchivedFonts.noMemory }
        self.handle = handle
        switch format {
        case .zip: archive_read_support_format_zip_seekable(handle)
        case .sevenZip: archive_read_support_format_7zip(handle)
        case .tar, .gzip, .bzip2, .xz, .zstd:
            archive_read_support_format_tar(handle)
            // Otherwise it ends at the first empty block, and takes no notice of fonts after that.
            archive_read_set_format_option(handle, "tar", "read_concatenated_archives", "1")
        case .rar, .debian, nil:
            throw FontError(
                .unrecognizedFormat,
                "This is not a ZIP, 7z or tar archive. Unpack it into a folder, and register that folder."
            )
        }
        let status: CInt
        if let stream {
            // An empty block is the end, and -1 a failure.
            status = archive_read_open(
                handle, Unmanaged.passUnretained(stream).toOpaque(), nil,
                { _, context, block in
                    guard let context, let block,
                        let bytes = try? Unmanaged<PackedStream>.fromOpaque(context).takeUnretainedValue().next()
                    else { return -1 }
                    block.pointee = bytes.baseAddress
                    return bytes.count
                }, nil)
        } else {
            status = archive_read_open_memory(handle, bytes.baseAddress, bytes.count)
        }
        guard status == ARCHIVE_OK else { throw failure }
    }

    deinit { archive_read_free(handle) }

    /// Returns the next entry; nil at the end, when all that the archive states about its bytes was compared.
    func next() throws(FontError) -> OpaquePointer? {
        var entry: OpaquePointer?
        // For a name that it cannot convert, libarchive reads from `errno` whether memory was lacking, also if an earlier
        // call set it.
        errno = 0
        let status = archive_read_next_header(handle, &entry)
        if status == ARCHIVE_EOF {
            if let failure = stream?.failure { throw failure }
            // A compressed file may hold nothing.
            if let stream, count == 0, !stream.endsWithZeros { throw ArchivedFonts.noArchive }
            try stream?.finish()
            return nil
        }
        // A name that cannot be converted is a warning.
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else { throw failure }
        count += 1
        return entry
    }

    /// Reads the next bytes of the entry.
    ///
    /// - Returns: The number of bytes; 0 at the end of the entry.
    func data(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(FontError) -> Int {
        let count = archive_read_data(handle, buffer.baseAddress, buffer.count)
        // Warnings are about a wrong size or sum.
        guard count >= 0 else { throw failure }
        return count
    }

    /// The name of an entry as it stands in the archive; nil if it has none.
    static func name(of entry: OpaquePointer) -> [UInt8]? {
        let name = archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)
        return name.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    /// The error for the last failure.
    private var failure: FontError {
        if let failure = stream?.failure { return failure }
        // ARCHIVE_ERRNO_FILE_FORMAT: a compressed file that is not a tar archive.
        if stream != nil, count == 0, archive_errno(handle) == EILSEQ { return ArchivedFonts.noArchive }
        return ArchivedFonts.failure(handle)
    }
}
