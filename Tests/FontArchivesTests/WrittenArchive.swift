import CArchive
import Foundation
import Glibc

/// An archive written by libarchive.
struct WrittenArchive {
    /// A format and its compression.
    enum Form: String, CaseIterable {
        case zip, sevenZip = "7z", tar, gnuTar = "gnu.tar", gzip = "tar.gz", bzip2 = "tar.bz2", xz = "tar.xz", zstd =
            "tar.zst"
    }

    /// An entry, by default a regular file.
    struct Entry {
        var name: String
        var content: [UInt8] = []
        var type = Glibc.S_IFREG
        /// The target of a symbolic link or a hard link.
        var symbolicLink: String?
        var hardLink: String?
        /// The size of a file with a hole at its end; nil for none.
        var sparseSize: Int64?

        init(_ name: String, _ content: [UInt8] = []) { (self.name, self.content) = (name, content) }
    }

    struct Failure: Error { var reason: String }

    /// Returns the bytes of an archive with entries.
    static func bytes(_ form: Form, _ entries: [Entry]) throws -> [UInt8] {
        // libarchive converts names from the encoding of the locale.
        let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        guard let archive = archive_write_new() else { throw Failure(reason: "no memory") }
        defer { archive_write_free(archive) }
        func check(_ status: CInt) throws {
            guard status == ARCHIVE_OK else {
                throw Failure(reason: archive_error_string(archive).map { String(cString: $0) } ?? "\(status)")
            }
        }
        switch form {
        case .zip: try check(archive_write_set_format_zip(archive))
        case .sevenZip: try check(archive_write_set_format_7zip(archive))
        case .gnuTar: try check(archive_write_set_format_gnutar(archive))
        case .tar, .gzip, .bzip2, .xz, .zstd: try check(archive_write_set_format_pax(archive))
        }
        switch form {
        case .gzip: try check(archive_write_add_filter_gzip(archive))
        case .bzip2: try check(archive_write_add_filter_bzip2(archive))
        case .xz: try check(archive_write_add_filter_xz(archive))
        case .zstd: try check(archive_write_add_filter_zstd(archive))
        case .zip, .sevenZip, .tar, .gnuTar: break
        }
        let capacity = entries.reduce(1 << 20) { $0 + $1.content.count + 4_096 }
        var used = 0
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        defer { buffer.deallocate() }
        try check(archive_write_open_memory(archive, buffer, capacity, &used))
        for item in entries {
            guard let entry = archive_entry_new() else { throw Failure(reason: "no memory") }
            defer { archive_entry_free(entry) }
            archive_entry_set_pathname(entry, item.name)
            archive_entry_set_filetype(entry, item.type)
            archive_entry_set_perm(entry, 0o644)
            archive_entry_set_size(entry, item.sparseSize ?? Int64(item.content.count))
            if item.sparseSize != nil { archive_entry_sparse_add_entry(entry, 0, Int64(item.content.count)) }
            if let target = item.symbolicLink { archive_entry_set_symlink(entry, target) }
            if let target = item.hardLink { archive_entry_set_hardlink(entry, target) }
            try check(archive_write_header(archive, entry))
            if !item.content.isEmpty {
                guard archive_write_data(archive, item.content, item.content.count) == item.content.count else {
                    throw Failure(reason: "not written: \(item.name)")
                }
            }
        }
        try check(archive_write_close(archive))
        return Array(UnsafeRawBufferPointer(start: buffer, count: used))
    }
}
