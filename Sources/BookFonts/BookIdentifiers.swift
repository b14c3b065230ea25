import Foundation

/// The identifiers of a book, from which the keys of its obfuscated fonts are made.
struct BookIdentifiers: Hashable {
    /// The unique identifier, as the package has it.
    var unique: String?
    /// All identifiers that are marked as UUIDs, in order.
    var marked: [String] = []
}

extension BookIdentifiers {
    /// The names of the element; OEB 1.2 has the second one.
    static let elements: Set<String> = ["identifier", "Identifier"]

    /// Reads the identifiers of a package document (EPUB 3.3, section 5.5.3.1).
    ///
    /// The only identifier is the unique one, also if the package refers to another one that it lacks.
    init(_ package: [MarkupElement]) {
        let identifiers = package.filter { Self.elements.contains($0.name) }
        if let id = package.first?.attributes["unique-identifier"] {
            unique = identifiers.first { $0.attributes["id"] == id }?.text
        }
        if unique == nil, identifiers.count == 1 { unique = identifiers[0].text }
        marked = identifiers.filter {
            $0.attributes["scheme"]?.lowercased() == "uuid"
                || $0.text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().hasPrefix("urn:uuid:")
        }.map(\.text)
    }
}
