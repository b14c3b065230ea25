import CArchive
package import FontModel
import Glibc
package import Inspection
import OpenType

/// The fonts in an archive (ZIP, 7z, tar) and the texts of their licences, read by libarchive.
///
/// Nothing is extracted to the disk, and links and devices are never followed or created: an entry is bytes and a name for
/// reports. libarchive gets the bytes, no file, and only the decoders of the format that the first bytes indicate.
package struct ArchivedFonts {
    private let bytes: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// libarchive converts names to the encoding of the locale, LC_CTYPE.
    nonisolated(unsafe) private static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// Loads what cannot be loaded in the sandbox.
    package static func prepare() { _ = locale }

    /// Reads the archive, and passes on its parts in the order of the entries.
    ///
    /// - Throws: `unrecognizedFormat` (103) if the file is no archive that can be read, or is encrypted,
    ///   `invalidFontData` (104) if it is damaged or unsafe, `exceededResourceLimit` (106) if it exceeds a limit,
    ///   `registrationFailed` (301) if there is no memory; the parts before that are to be discarded.
    package func read(_ take: @escaping (UnpackedPart) -> Void) throws(FontError) {
        let format = FontSniffer.archive(of: Array(bytes.prefix(FontSniffer.prefixLength)))
        if format == .zip { try ZIPDirectory(bytes).check() }
        if format == .tar, bytes.count < 512 || bytes.suffix(512).contains(where: { $0 != 0 }) {
            throw Self.damaged("it has no end")
        }
        let previous = uselocale(Self.locale)
        defer { uselocale(previous) }
        guard let archive = archive_read_new() else {
            throw FontError(.registrationFailed, "There is no memory to read the archive. Try again.")
        }
        defer { archive_read_free(archive) }
        try Self.permit(format, archive)
        guard archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK else {
            throw Self.failure(archive, format, atStart: true)
        }
        // Real archives are compressed once at most; the last filter is the memory.
        guard archive_filter_count(archive) <= 2 else {
            throw FontError(
                .unrecognizedFormat,
                "The archive is compressed several times. Decompress it once, and register the result.")
        }
        var reading = EntryReading(archive, size: bytes.count, isTar: ![.zip, .sevenZip].contains(format), take)
        while true {
            var entry: OpaquePointer?
            let status = archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { return }
            // A name that cannot be converted is a warning.
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
                throw Self.failure(archive, format, atStart: reading.count == 0)
            }
            try reading.read(entry)
        }
    }

    /// Enables the decoders of a format, and no others.
    private static func permit(_ format: ArchiveFormat?, _ archive: OpaquePointer) throws(FontError) {
        let statuses: [CInt]
        switch format {
        case .zip: statuses = [archive_read_support_format_zip_seekable(archive)]
        case .sevenZip: statuses = [archive_read_support_format_7zip(archive)]
        case .tar: statuses = [archive_read_support_format_tar(archive)]
        case .gzip: statuses = [archive_read_support_format_tar(archive), archive_read_support_filter_gzip(archive)]
        case .bzip2: statuses = [archive_read_support_format_tar(archive), archive_read_support_filter_bzip2(archive)]
        case .xz: statuses = [archive_read_support_format_tar(archive), archive_read_support_filter_xz(archive)]
        case .zstd: statuses = [archive_read_support_format_tar(archive), archive_read_support_filter_zstd(archive)]
        case .rar, nil:
            throw FontError(
                .unrecognizedFormat,
                "This is not an archive that can be read: those are ZIP, 7z and tar. Unpack it into a folder, and register that folder."
            )
        }
        // With a warning libarchive would start another program to decompress.
        guard statuses.allSatisfy({ $0 == ARCHIVE_OK }) else {
            throw FontError(
                .unrecognizedFormat,
                "The installed libarchive does not read such an archive. Unpack it into a folder, and register that folder."
            )
        }
    }

    /// Returns the error for the last failure of libarchive.
    static func failure(_ archive: OpaquePointer, _ format: ArchiveFormat? = nil, atStart: Bool = false) -> FontError {
        let number = archive_errno(archive)
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "it cannot be decoded"
        if number == ENOMEM || reason.contains("memory") {
            return FontError(
                .exceededResourceLimit,
                "The archive needs more memory than a worker has to decompress it. Unpack it into a folder, and register that folder."
            )
        }
        if reason.lowercased().contains("encrypt") || reason.lowercased().contains("passphrase") { return encrypted }
        // ARCHIVE_ERRNO_FILE_FORMAT: a compressed file that is not a tar archive.
        if atStart, number == EILSEQ, [.gzip, .bzip2, .xz, .zstd].contains(format) {
            return FontError(
                .unrecognizedFormat,
                "This is a compressed file, not an archive. Decompress it, and register the result.")
        }
        return damaged(reason)
    }

    static var encrypted: FontError {
        FontError(
            .unrecognizedFormat,
            "The archive is encrypted. Unpack it with its password into a folder, and register that folder.")
    }

    static func damaged(_ reason: String) -> FontError {
        FontError(
            .invalidFontData,
            "The archive is damaged or incomplete, and nothing of it is registered: \(DisplayText.clean(String(reason.prefix { !$0.isNewline }))). Get the archive anew."
        )
    }
}
