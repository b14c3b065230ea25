import FontModel
import Foundation

/// The documents of a book that name its fonts and how they are packed.
struct BookDocuments {
    /// The maximum size of a document in bytes.
    static let documentSize = 8 << 20

    /// The maximum number of packages that are read: renditions of one book.
    private static let packages = 8

    /// An item of the manifest of a package.
    struct Item {
        /// The name of the file in the container, or the address as written if it is none.
        var name: String
        /// Whether the address leads out of the container.
        var isOutside: Bool
        /// Whether its media type or its suffix is that of a font.
        var isFont: Bool
    }

    /// The items of all packages, each file once: those in the container, and fonts that are not.
    var items: [Item] = []
    /// The identifiers of the first package.
    var identifiers = BookIdentifiers()
    /// The algorithm by which a file of the container was changed (`META-INF/encryption.xml`).
    var algorithms: [String: String] = [:]

    private static let container = "META-INF/container.xml"
    private static let encryption = "META-INF/encryption.xml"

    /// Reads the documents of a book.
    ///
    /// Elements are found by their names alone: some tools write no namespaces, or those of drafts.
    /// - Throws: The errors of ``BookContainer/files(_:)``; `unrecognizedFormat` (103) if the container has no package;
    ///   `exceededResourceLimit` (106) if the packages name too many fonts.
    init(_ book: BookContainer) throws(FontError) {
        let names = book.names
        let first = try book.files {
            [Self.container, Self.encryption].contains($0) ? .whole(upTo: Self.documentSize) : nil
        }
        guard let file = first[Self.container] else {
            throw FontError(
                .unrecognizedFormat, "The file is not an EPUB book: it has no \(Self.container).", file: book.path)
        }
        let packages = try Self.elements(of: try file.get(), Self.container, book, ["rootfile"]).filter {
            ($0.attributes["media-type"] ?? Self.packageType) == Self.packageType
        }.compactMap { $0.attributes["full-path"].flatMap { ContainerAddress.name(of: $0, from: "", among: names) } }
            .prefix(Self.packages)
        if let file = first[Self.encryption] {
            let elements = try Self.elements(
                of: try file.get(), Self.encryption, book, ["EncryptedData", "EncryptionMethod", "CipherReference"])
            algorithms = Self.algorithms(elements, names)
        }
        let wanted = Set(packages)
        let documents = try book.files { wanted.contains($0) ? .whole(upTo: Self.documentSize) : nil }
        var places: [String: Int] = [:]
        var fonts = 0
        for (place, name) in packages.enumerated() {
            guard let file = documents[name] else { continue }
            let elements = try Self.elements(
                of: try file.get(), name, book, BookIdentifiers.elements.union(["package", "item"]))
            if place == 0 { identifiers = BookIdentifiers(elements) }
            let folder = name.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            for element in elements {
                guard let item = Self.item(element, in: folder, names) else { continue }
                // Items that the book lists but does not contain are not kept, unless they are fonts.
                guard item.isFont || !item.isOutside && (names.contains(item.name) || algorithms[item.name] != nil)
                else { continue }
                if let known = places[item.name] {
                    if item.isFont, !items[known].isFont {
                        items[known].isFont = true
                        fonts += 1
                    }
                } else {
                    places[item.name] = items.count
                    items.append(item)
                    if item.isFont { fonts += 1 }
                }
                guard fonts <= BookContents.count else { throw BookContents.tooMany(book) }
            }
        }
        guard !documents.isEmpty else {
            throw FontError(
                .unrecognizedFormat, "The file is not an EPUB book: \(Self.container) does not name a package in it.",
                file: book.path)
        }
    }

    private static let packageType = "application/oebps-package+xml"

    private static func elements(
        of document: Data, _ name: String, _ book: BookContainer, _ wanted: Set<String>
    ) throws(FontError) -> [MarkupElement] {
        guard let elements = MarkupElement.all(in: document, named: wanted) else {
            throw BookContainer.damaged(book.path, "\(name) cannot be read")
        }
        return elements
    }

    /// Returns the algorithms by file (XML Encryption 1.1).
    private static func algorithms(_ elements: [MarkupElement], _ names: Set<String>) -> [String: String] {
        var algorithms: [String: String] = [:]
        var algorithm: String?
        for element in elements {
            switch element.name {
            case "EncryptedData": algorithm = nil
            // The first one is that of the data; a key may have its own.
            case "EncryptionMethod":
                algorithm =
                    algorithm
                    ?? element.attributes["Algorithm"].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            default:
                guard let address = element.attributes["URI"],
                    let name = encryptedName(of: address, names)
                else { continue }
                algorithms[name] = algorithm ?? ""
            }
        }
        return algorithms
    }

    /// Returns the name of an encrypted file, whose address starts at the root of the container (EPUB 3.3, section 4.2.6.3.1);
    /// some tools write it from the folder of the document.
    private static func encryptedName(of address: String, _ names: Set<String>) -> String? {
        let readings = ["", "META-INF"].compactMap { ContainerAddress.name(of: address, from: $0, among: names) }
        return readings.first(where: names.contains) ?? readings.first
    }

    /// The media types of fonts in older books; those of EPUB 3.3, section 3.2, begin with `font/`.
    private static let mediaTypes: Set<String> = [
        "application/font-sfnt", "application/font-woff", "application/font-woff2", "application/vnd.ms-opentype",
        "application/x-font-ttf", "application/x-font-truetype", "application/x-truetype-font",
        "application/x-font-opentype", "application/x-font-otf", "application/x-font-woff", "application/x-font-woff2",
    ]

    private static let suffixes = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]

    /// Returns the item that an element of a package is; nil if it is none.
    ///
    /// - Parameter folder: The folder of the package.
    private static func item(_ element: MarkupElement, in folder: String, _ names: Set<String>) -> Item? {
        guard element.name == "item", let address = element.attributes["href"] else { return nil }
        let type = (element.attributes["media-type"] ?? "").prefix { $0 != ";" }.lowercased()
            .filter { !$0.isWhitespace }
        let file = address.prefix { $0 != "#" && $0 != "?" }.lowercased()
        let isFont =
            type.hasPrefix("font/") || mediaTypes.contains(type) || suffixes.contains(where: file.hasSuffix)
        let name = ContainerAddress.name(of: address, from: folder, among: names)
        return Item(name: name ?? address, isOutside: name == nil, isFont: isFont)
    }
}
