import CArchive
package import FontModel
import Glibc
package import Inspection
import OpenType

/// The fonts in an archive (ZIP, 7z, tar, Debian package) and the texts of their licences, read by libarchive.
///
/// Nothing is extracted to the disk, and links and devices are never followed or created: an entry is bytes and a name for
/// reports. libarchive gets the bytes, no file, and only the decoders of the format that the first bytes indicate. All
/// that the archive states about its bytes is compared with them: sums, lengths, and what stands in two places.
package enum ArchivedFonts {
    /// libarchive converts names to the encoding of the locale, LC_CTYPE.
    nonisolated(unsafe) private static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// Loads what cannot be loaded in the sandbox.
    package static func prepare() {
        _ = locale
        CodePage.load()
    }

    /// Reads an archive, and passes on its parts in the order of the entries.
    ///
    /// - Throws: `unrecognizedFormat` (103) if the file is no archive that can be read, or is encrypted,
    ///   `invalidFontData` (104) if it is damaged or unsafe, `exceededResourceLimit` (106) if it exceeds a limit,
    ///   `registrationFailed` (301) if there is no memory; the parts before that are to be discarded.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, _ take: @escaping (UnpackedPart) -> Void
    ) throws(FontError) {
        var (bytes, format) = (bytes, Self.format(of: bytes))
        let isPackage = format == .debian
        if isPackage {
            bytes = try DebianPackage.files(in: bytes)
            format = Self.format(of: bytes)
        }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        if format == .tar, bytes.count < 512 || bytes.suffix(512).contains(where: { $0 != 0 }) {
            throw damaged("Its end is missing.")
        }
        let listed = format == .zip ? try directory(bytes) : nil
        // To libarchive one without entries is no archive.
        if listed?.isEmpty == true { return }
        let names = EntryNames(bytes, format, listed: listed)
        let reader = try ArchiveReader(bytes, format)
        var reading = EntryReading(reader, names, limit: unpackedLimit(of: bytes.count), isPackage: isPackage, take)
        while let entry = try reader.next() { try reading.read(entry) }
    }

    /// Decompresses a file of xz, and passes on its bytes.
    ///
    /// - Throws: The errors of ``read(_:_:)``; the bytes before that are to be discarded.
    package static func decompress(
        _ bytes: UnsafeRawBufferPointer, _ take: ([UInt8]) -> Void
    ) throws(FontError) {
        guard format(of: bytes) == .xz, let stream = try PackedStream.make(bytes, .xz) else {
            throw damaged("It is not compressed in xz.")
        }
        while true {
            let block = try stream.next()
            guard !block.isEmpty else { return }
            // libarchive chooses the size of a block.
            for start in stride(from: 0, to: block.count, by: PackedStream.chunk) {
                take(Array(block[start..<min(start + PackedStream.chunk, block.count)]))
            }
        }
    }

    private static func format(of bytes: UnsafeRawBufferPointer) -> ArchiveFormat? {
        FontSniffer.archive(of: Array(bytes.prefix(FontSniffer.prefixLength)))
    }

    /// Returns the names of the entries of a ZIP archive after a check of its headers.
    private static func directory(_ bytes: UnsafeRawBufferPointer) throws(FontError) -> [[UInt8]] {
        let entries: [ZIPDirectory.Entry]
        do throws(ZIPDirectory.Defect) {
            entries = try ZIPDirectory(size: bytes.count, limit: FontLimits.archiveEntries) { Array(bytes[$0]) }.entries
        } catch {
            switch error {
            case .damaged(let reason): throw damaged(reason)
            case .tooMany(let count):
                throw FontError(
                    .exceededResourceLimit,
                    "The archive has \(count) entries; the limit is \(FontLimits.archiveEntries). Unpack it into a folder, and register that folder."
                )
            case .tooLarge:
                throw FontError(
                    .exceededResourceLimit,
                    "The archive's list of files has more than \(ZIPDirectory.mostBytes) bytes, the limit. Unpack it into a folder, and register that folder."
                )
            }
        }
        guard !entries.contains(where: \.isEncrypted) else { throw encrypted }
        return entries.map(\.name)
    }

    /// Returns the maximum number of bytes that an archive of a size unpacks to.
    static func unpackedLimit(of size: Int) -> Int {
        min(FontLimits.archiveUnpackedSize, max(size * FontLimits.archiveRatio, 1 << 20))
    }

    /// Returns the error for the last failure of libarchive.
    static func failure(_ archive: OpaquePointer) -> FontError {
        let reason = archive_error_string(archive).map { String(cString: $0) }
        if archive_errno(archive) == ENOMEM || reason?.contains("memory") == true {
            return FontError(
                .exceededResourceLimit,
                "The archive needs more memory than a worker has to decompress it. Unpack it into a folder, and register that folder."
            )
        }
        let words = reason?.lowercased() ?? ""
        if words.contains("encrypt") || words.contains("passphrase") { return encrypted }
        return damaged(reportedAs: reason)
    }

    static var noMemory: FontError {
        FontError(.registrationFailed, "There is not enough memory to read the archive. Try again.")
    }

    static var noArchive: FontError {
        FontError(
            .unrecognizedFormat,
            "This is a compressed file, not an archive. Decompress it, and register the result.")
    }

    static var packedTwice: FontError {
        FontError(
            .unrecognizedFormat,
            "The archive is compressed several times. Decompress it once, and register the result.")
    }

    static var encrypted: FontError {
        FontError(
            .unrecognizedFormat,
            "The archive is encrypted. Unpack it with its password into a folder, and register that folder.")
    }

    static func unpacksToMore(than limit: Int) -> FontError {
        FontError(
            .exceededResourceLimit,
            "The archive unpacks to more than \(limit >> 20) MiB; the limits are \(FontLimits.archiveUnpackedSize >> 20) MiB and \(FontLimits.archiveRatio) times the size of the archive. If you trust it, unpack it into a folder, and register that folder."
        )
    }

    /// - Parameter reason: The reason as a sentence about the archive.
    static func damaged(_ reason: Message) -> FontError {
        FontError(
            .invalidFontData,
            "The archive is damaged or incomplete, and none of its fonts is registered. \(reason) Download the archive again."
        )
    }

    /// Returns the error for what a library reports about an archive; nil for an unknown defect.
    static func damaged(reportedAs report: String?) -> FontError {
        guard let report else { return damaged("It cannot be decoded.") }
        return damaged("The defect is “\(DisplayText.clean(String(report.prefix { !$0.isNewline })))”.")
    }
}
