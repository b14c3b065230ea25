import CArchive
import CZlib
import FontModel
import OpenType

/// The bytes of a compressed tar, decompressed piece by piece.
///
/// The tar ends before its compression does, where the sums and the lengths are: it is read to its end, so that they are
/// compared.
class PackedStream {
    /// The number of bytes that are decompressed at once.
    static let chunk = 1 << 16

    /// The maximum number of bytes.
    private let limit: Int
    private var count = 0
    /// Whether the last block of the tar is empty, as its end is.
    private(set) var endsWithZeros = false
    /// The reason why the stream cannot be read; libarchive has no place for it.
    private(set) var failure: FontError?

    fileprivate init(_ bytes: UnsafeRawBufferPointer) { limit = ArchivedFonts.unpackedLimit(of: bytes.count) }

    /// Returns a stream for a format; nil if a tar is not compressed in it.
    static func make(_ bytes: UnsafeRawBufferPointer, _ format: ArchiveFormat?) throws(FontError) -> PackedStream? {
        switch format {
        case .gzip: try GzipStream(members: bytes)
        case .bzip2, .xz, .zstd: try FilteredStream(bytes, format)
        default: nil
        }
    }

    /// Returns the next bytes, which are valid until the next call; none at the end.
    func next() throws(FontError) -> UnsafeRawBufferPointer {
        do throws(FontError) {
            let bytes = try decompress()
            let isStart = count == 0
            count += bytes.count
            guard count <= limit else { throw ArchivedFonts.unpacksToMore(than: limit) }
            if isStart, let format = FontSniffer.archive(of: Array(bytes.prefix(FontSniffer.prefixLength))),
                [.gzip, .bzip2, .xz, .zstd].contains(format)
            {
                // Real archives are compressed once at most.
                throw ArchivedFonts.packedTwice
            }
            if !bytes.isEmpty {
                endsWithZeros = bytes.count >= 512 && bytes.suffix(512).allSatisfy { $0 == 0 }
            }
            return bytes
        } catch {
            failure = error
            throw error
        }
    }

    /// Reads the rest, whose sums are compared.
    func finish() throws(FontError) {
        while try !next().isEmpty {}
        guard endsWithZeros else { throw ArchivedFonts.damaged("Its end is missing.") }
    }

    /// Decompresses the next bytes; none at the end.
    fileprivate func decompress() throws(FontError) -> UnsafeRawBufferPointer {
        preconditionFailure("a stream without a format")
    }
}

/// Members of gzip (RFC 1952), each with the sum and the length of its bytes, which libarchive does not compare.
private final class GzipStream: PackedStream {
    private let bytes: UnsafeRawBufferPointer
    private var stream = z_stream()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PackedStream.chunk, alignment: 16)
    private var hasEnded = false

    init(members bytes: UnsafeRawBufferPointer) throws(FontError) {
        self.bytes = bytes
        super.init(bytes)
        guard czlib_begin_gzip(&stream) == Z_OK else { throw ArchivedFonts.noMemory }
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: Bytef.self))
        stream.avail_in = UInt32(bytes.count)
    }

    deinit {
        inflateEnd(&stream)
        buffer.deallocate()
    }

    override func decompress() throws(FontError) -> UnsafeRawBufferPointer {
        var filled = 0
        while !hasEnded, filled < buffer.count {
            stream.next_out = buffer.baseAddress?.advanced(by: filled).assumingMemoryBound(to: Bytef.self)
            stream.avail_out = UInt32(buffer.count - filled)
            let status = inflate(&stream, Z_NO_FLUSH)
            filled = buffer.count - Int(stream.avail_out)
            switch status {
            case Z_OK where stream.avail_in > 0 || stream.avail_out == 0: break
            case Z_STREAM_END: try endMember()
            case Z_OK, Z_BUF_ERROR: throw ArchivedFonts.damaged("Its end is missing.")
            default:
                throw ArchivedFonts.damaged(reportedAs: stream.msg.map { String(cString: $0) })
            }
        }
        return UnsafeRawBufferPointer(rebasing: buffer[..<filled])
    }

    /// Continues with the next member; zeros may fill the last block of a tape.
    private func endMember() throws(FontError) {
        let rest = bytes.suffix(Int(stream.avail_in))
        if rest.allSatisfy({ $0 == 0 }) {
            hasEnded = true
        } else if !rest.starts(with: [0x1F, 0x8B]) || inflateReset(&stream) != Z_OK {
            throw ArchivedFonts.damaged("Unexpected data follows its end.")
        }
    }
}

/// A stream that libarchive decompresses; the libraries that it uses compare the result with the length and checksum that
/// the stream states.
private final class FilteredStream: PackedStream {
    private let archive: OpaquePointer
    private let size: Int
    private var hasEnded = false

    init(_ bytes: UnsafeRawBufferPointer, _ format: ArchiveFormat?) throws(FontError) {
        guard let archive = archive_read_new() else { throw ArchivedFonts.noMemory }
        self.archive = archive
        size = bytes.count
        super.init(bytes)
        let filter: CInt
        switch format {
        case .bzip2: filter = archive_read_support_filter_bzip2(archive)
        case .xz:
            guard let types = XZStreams.checksumTypes(in: bytes) else { throw ArchivedFonts.damaged(reportedAs: nil) }
            // liblzma does not compare sums of kinds that it does not know. It knows none, CRC-32, CRC-64 and SHA-256.
            guard types.isSubset(of: [0, 1, 4, 10]) else {
                throw ArchivedFonts.damaged("The type of its checksums is unknown.")
            }
            filter = archive_read_support_filter_xz(archive)
        default: filter = archive_read_support_filter_zstd(archive)
        }
        // A warning means that libarchive would run an external program to decompress.
        guard filter == ARCHIVE_OK, archive_read_support_format_raw(archive) == ARCHIVE_OK else {
            throw FontError(
                .unrecognizedFormat,
                "The installed libarchive cannot read this archive. Unpack it into a folder, and register that folder.")
        }
        guard archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK else {
            throw ArchivedFonts.failure(archive)
        }
        // libarchive counts the source in memory as a filter.
        guard archive_filter_count(archive) <= 2 else { throw ArchivedFonts.packedTwice }
        var entry: OpaquePointer?
        let status = archive_read_next_header(archive, &entry)
        hasEnded = status == ARCHIVE_EOF
        guard hasEnded || status == ARCHIVE_OK else { throw ArchivedFonts.failure(archive) }
    }

    deinit { archive_read_free(archive) }

    override func decompress() throws(FontError) -> UnsafeRawBufferPointer {
        while !hasEnded {
            var block: UnsafeRawPointer?
            var (count, offset) = (0, Int64(0))
            let status = archive_read_data_block(archive, &block, &count, &offset)
            if status == ARCHIVE_OK, count > 0, let block { return UnsafeRawBufferPointer(start: block, count: count) }
            if status == ARCHIVE_EOF {
                hasEnded = true
                // Bytes that do not begin another stream are not read.
                guard archive_filter_bytes(archive, -1) == size else {
                    throw ArchivedFonts.damaged("Unexpected data follows its end.")
                }
            } else if status != ARCHIVE_OK {
                throw ArchivedFonts.failure(archive)
            }
        }
        return UnsafeRawBufferPointer(start: nil, count: 0)
    }
}
