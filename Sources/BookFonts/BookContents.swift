import FontModel
import Foundation
import OpenType

/// The fonts of a book as files that can be registered, or the errors of those that cannot.
struct BookContents {
    /// The maximum number of fonts; each open one takes a descriptor.
    static let count = 128
    /// The maximum size of all fonts in bytes after inflation.
    static let size = 512 << 20

    struct Font {
        /// The name in the container.
        var name: String
        var content: Result<Data, FontError>
    }

    var fonts: [Font] = []

    /// Reads the fonts of a book.
    ///
    /// - Throws: The errors of ``BookDocuments``; `exceededResourceLimit` (106) if the book has too many fonts.
    init(_ book: BookContainer) throws(FontError) {
        let documents = try BookDocuments(book)
        let items = try Self.fonts(documents, book)
        guard items.count <= Self.count else { throw Self.tooMany(book) }
        let names = Set(items.filter { !$0.isOutside }.map(\.name))
        var files: [String: Result<Data, FontError>] = [:]
        if !names.isEmpty {
            files = try book.files { names.contains($0) ? .whole(upTo: FontLimits.fileSize) : nil }
        }
        var rest = Self.size
        fonts = items.map { item in
            Font(
                name: item.name,
                content: Result { () throws(FontError) in
                    var error = FontError(.invalidFilePath, "", file: "\(book.path)/\(item.name)")
                    guard !item.isOutside else {
                        error.text = "The font is outside of the book and is not loaded."
                        throw error
                    }
                    guard let file = try files[item.name]?.get() else {
                        error.code = .fileNotFound
                        error.text = "The book refers to this font but does not contain it."
                        throw error
                    }
                    guard let algorithm = documents.algorithms[item.name] else { return file }
                    guard let obfuscation = FontObfuscation(rawValue: algorithm) else {
                        error.code = .missingEntitlement
                        error.text =
                            "The font is encrypted (\(DisplayText.clean(algorithm))). Open the book with the program it was sold for."
                        throw error
                    }
                    guard let font = obfuscation.font(from: file, documents.identifiers, upTo: rest) else {
                        error.code = .invalidFontData
                        error.text =
                            "The font is obfuscated, and no identifier of the book makes it usable. Download the book again."
                        throw error
                    }
                    rest -= font.count
                    return font
                })
        }
    }

    static func tooMany(_ book: BookContainer) -> FontError {
        FontError(
            .exceededResourceLimit, "The book has more than \(count) fonts, the limit for a book.", file: book.path)
    }

    /// Returns the items that are fonts: those that the manifest or the encryption says to be fonts, and those that begin
    /// like one, whatever their media type.
    private static func fonts(
        _ documents: BookDocuments, _ book: BookContainer
    ) throws(FontError) -> [BookDocuments.Item] {
        func isKnown(_ item: BookDocuments.Item) -> Bool {
            item.isFont || documents.algorithms[item.name].flatMap(FontObfuscation.init(rawValue:)) != nil
        }
        let others = Set(documents.items.filter { !isKnown($0) && !$0.isOutside }.map(\.name))
        var starts: [String: Result<Data, FontError>] = [:]
        if !others.isEmpty {
            starts = try book.files { others.contains($0) ? .start(FontSniffer.prefixLength) : nil }
        }
        return documents.items.filter { item in
            isKnown(item) || (try? starts[item.name]?.get()).map(FontObfuscation.isFont) == true
        }
    }
}
