import Foundation

/// The identifiers of a book, from which the keys of its obfuscated fonts are made.
struct BookIdentifiers: Hashable {
    /// The unique identifier, as the package has it.
    var unique: String?
    /// All identifiers that are marked as UUIDs, in order.
    var marked: [String] = []

    init(unique: String? = nil, marked: [String] = []) {
        self.unique = unique
        self.marked = marked
    }

    /// Reads the identifiers of a package document (EPUB 3.3, section 5.5.3.1).
    init(_ package: [MarkupElement]) {
        let identifiers = package.filter { $0.isNamed("identifier", in: "http://purl.org/dc/elements/1.1/") }
        if let id = package.first?.attribute("unique-identifier") {
            unique = identifiers.first { $0.attribute("id") == id }?.text
        }
        marked = identifiers.filter {
            $0.attribute("scheme")?.lowercased() == "uuid"
                || $0.text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().hasPrefix("urn:uuid:")
        }.map(\.text)
    }
}
