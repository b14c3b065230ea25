import FontModel
import Foundation

/// The documents of a book that name its fonts and how they are packed.
struct BookDocuments {
    /// The maximum size of a document in bytes.
    static let documentSize = 8 << 20

    /// The maximum number of packages that are read: renditions of one book.
    private static let packages = 8

    /// A font that the manifest of a package names.
    struct Item: Hashable {
        /// The name of the file in the container, or the address as written if it is none.
        var name: String
        /// Whether the address leads out of the container.
        var isOutside = false
    }

    /// The fonts of all packages, each once.
    var fonts: [Item] = []
    /// The identifiers of the first package.
    var identifiers = BookIdentifiers()
    /// The algorithm by which a file of the container was changed (`META-INF/encryption.xml`).
    var algorithms: [String: String] = [:]

    private static let container = "META-INF/container.xml"
    private static let encryption = "META-INF/encryption.xml"

    /// Reads the documents of a book.
    ///
    /// - Throws: The errors of ``BookContainer/files(_:)``; `unrecognizedFormat` (103) if the container has no package.
    init(_ book: BookContainer) throws(FontError) {
        let first = try book.files { [Self.container, Self.encryption].contains($0) ? Self.documentSize : nil }
        guard let file = first[Self.container] else {
            throw FontError(
                .unrecognizedFormat, "The file is not an EPUB book: it has no \(Self.container).", file: book.path)
        }
        let packages = try Self.elements(of: try file.get(), Self.container, book).filter {
            $0.isNamed("rootfile", in: "urn:oasis:names:tc:opendocument:xmlns:container")
                && $0.attribute("media-type") == "application/oebps-package+xml"
        }.compactMap { $0.attribute("full-path") }.prefix(Self.packages)
        if let file = first[Self.encryption] {
            algorithms = Self.algorithms(try Self.elements(of: try file.get(), Self.encryption, book))
        }
        let wanted = Set(packages)
        let documents = try book.files { wanted.contains($0) ? Self.documentSize : nil }
        var seen: Set<Item> = []
        for (place, name) in packages.enumerated() {
            guard let file = documents[name] else { continue }
            let elements = try Self.elements(of: try file.get(), name, book)
            if place == 0 { identifiers = BookIdentifiers(elements) }
            fonts += Self.fonts(elements, package: name).filter { seen.insert($0).inserted }
        }
        guard !documents.isEmpty else {
            throw FontError(
                .unrecognizedFormat, "The file is not an EPUB book: \(Self.container) names no package that it has.",
                file: book.path)
        }
    }

    private static func elements(
        of document: Data, _ name: String, _ book: BookContainer
    ) throws(FontError) -> [MarkupElement] {
        guard let elements = MarkupElement.all(in: document) else { throw book.damaged("\(name) is") }
        return elements
    }

    /// Returns the algorithms by file (XML Encryption 1.1).
    private static func algorithms(_ elements: [MarkupElement]) -> [String: String] {
        let namespace = "http://www.w3.org/2001/04/xmlenc#"
        var algorithms: [String: String] = [:]
        var algorithm: String?
        for element in elements {
            if element.isNamed("EncryptedData", in: namespace) { algorithm = nil }
            if element.isNamed("EncryptionMethod", in: namespace) {
                // The first one is that of the data; a key may have its own.
                algorithm = algorithm ?? element.attribute("Algorithm")
            }
            if element.isNamed("CipherReference", in: namespace), let address = element.attribute("URI"),
                let name = containerName(address, from: "")
            {
                algorithms[name] = algorithm ?? ""
            }
        }
        return algorithms
    }

    /// The media types of fonts in older books; those of EPUB 3.3, section 3.2, begin with `font/`.
    private static let mediaTypes: Set<String> = [
        "application/font-sfnt", "application/font-woff", "application/font-woff2", "application/vnd.ms-opentype",
        "application/x-font-ttf", "application/x-font-truetype", "application/x-truetype-font",
        "application/x-font-opentype", "application/x-font-otf", "application/x-font-woff", "application/x-font-woff2",
    ]

    private static func isFont(_ mediaType: String) -> Bool {
        let type = mediaType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return type.hasPrefix("font/") || mediaTypes.contains(type)
    }

    private static func fonts(_ elements: [MarkupElement], package: String) -> [Item] {
        let folder = package.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return elements.compactMap { element in
            guard element.isNamed("item", in: "http://www.idpf.org/2007/opf"),
                let type = element.attribute("media-type"), isFont(type),
                let address = element.attribute("href")
            else { return nil }
            guard let name = containerName(address, from: folder) else { return Item(name: address, isOutside: true) }
            return Item(name: name)
        }
    }

    /// Returns the name in the container of a relative address; nil if it leads out of the container.
    static func containerName(_ address: String, from folder: String) -> String? {
        let path = address.prefix { $0 != "#" && $0 != "?" }
        guard !path.isEmpty, !path.hasPrefix("/"), !path.prefix(while: { $0 != "/" }).contains(":"),
            let plain = String(path).removingPercentEncoding, !plain.unicodeScalars.contains("\0")
        else { return nil }
        var parts = folder.split(separator: "/").map(String.init)
        for part in plain.split(separator: "/").map(String.init) where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
}
