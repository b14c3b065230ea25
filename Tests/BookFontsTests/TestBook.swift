import CArchive
import Foundation
import TestSupport

/// A book of a test.
struct TestBook {
    /// The files in their order; the same name may occur twice.
    var files: [(name: String, data: Data)] = []
    /// Whether libarchive deflates the files.
    var isDeflated = true

    static let rights = "http://www.idpf.org/2008/embedding"
    static let adobe = "http://ns.adobe.com/pdf/enc#RC"

    /// Creates a book with fonts.
    ///
    /// - Parameters:
    ///   - fonts: The fonts by their address in the manifest of `OEBPS/book.opf`.
    ///   - identifiers: The XML of the identifiers; the unique one has the id `pub`.
    ///   - encryption: The algorithms by addresses from the root of the container.
    init(
        fonts: [(href: String, data: Data?)] = [], mediaType: String = "font/otf",
        identifiers: String = #"<dc:identifier id="pub">urn:uuid:12345678-9ABC-def0-1234-56789abcdef0</dc:identifier>"#,
        encryption: [(uri: String, algorithm: String)] = [], prefix: String = "enc:"
    ) {
        add(
            "META-INF/container.xml",
            """
            <?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
            <rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
            </container>
            """)
        let items = fonts.enumerated().map { place, font in
            #"<item id="font\#(place)" href="\#(font.href)" media-type="\#(mediaType)"/>"#
        }
        add(
            "OEBPS/book.opf",
            """
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="pub">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">\(identifiers)
            </metadata><manifest>\(items.joined())</manifest></package>
            """)
        if !encryption.isEmpty {
            let namespace = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix.dropLast())"
            let entries = encryption.map {
                "<\(prefix)EncryptedData><\(prefix)EncryptionMethod Algorithm=\"\($0.algorithm)\"/><\(prefix)CipherData>"
                    + "<\(prefix)CipherReference URI=\"\($0.uri)\"/></\(prefix)CipherData></\(prefix)EncryptedData>"
            }
            add(
                "META-INF/encryption.xml",
                "<encryption xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><x \(namespace)=\"http://www.w3.org/2001/04/xmlenc#\">\(entries.joined())</x></encryption>"
            )
        }
        for font in fonts {
            if let data = font.data { files.append(("OEBPS/\(font.href.removingPercentEncoding ?? font.href)", data)) }
        }
    }

    mutating func add(_ name: String, _ text: String) { files.append((name, Data(text.utf8))) }

    mutating func replace(_ name: String, _ text: String) {
        files.removeAll { $0.name == name }
        add(name, text)
    }

    /// Writes the book, and returns its URL.
    func write(_ home: PrivateHome, as name: String = "book.epub") throws -> URL {
        let path = home.root + "/given/" + name
        let archive = archive_write_new()
        defer { archive_write_free(archive) }
        archive_write_set_format_zip(archive)
        if isDeflated {
            archive_write_zip_set_compression_deflate(archive)
        } else {
            archive_write_zip_set_compression_store(archive)
        }
        guard archive_write_open_filename(archive, path) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
        for (name, data) in [("mimetype", Data("application/epub+zip".utf8))] + files {
            let entry = archive_entry_new()
            defer { archive_entry_free(entry) }
            archive_entry_set_pathname(entry, name)
            archive_entry_set_size(entry, Int64(data.count))
            archive_entry_set_filetype(entry, 0o100000)
            archive_entry_set_perm(entry, 0o644)
            archive_write_header(archive, entry)
            _ = data.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        }
        archive_write_close(archive)
        return URL(filePath: path)
    }
}
