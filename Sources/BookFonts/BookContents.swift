import FontModel
import Foundation

/// The fonts of a book as files that can be registered, or the errors of those that cannot.
struct BookContents {
    /// The maximum number of fonts; each open one takes a descriptor.
    static let count = 128
    /// The maximum size of all fonts in bytes, in the archive and inflated.
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
        let names = Set(documents.fonts.filter { !$0.isOutside }.map(\.name))
        guard documents.fonts.count <= Self.count else {
            throw FontError(
                .exceededResourceLimit, "The book has more than \(Self.count) fonts, the limit for a book.",
                file: book.path)
        }
        var files: [String: Result<Data, FontError>] = [:]
        if !names.isEmpty {
            files = try book.files(ofAll: Self.size) { names.contains($0) ? FontLimits.fileSize : nil }
        }
        var rest = Self.size
        fonts = documents.fonts.map { item in
            Font(
                name: item.name,
                content: Result { () throws(FontError) in
                    var error = FontError(.invalidFilePath, "", file: "\(book.path)/\(item.name)")
                    guard !item.isOutside else {
                        error.message = "The font lies outside of the book, which is not loaded."
                        throw error
                    }
                    guard let file = try files[item.name]?.get() else {
                        error.code = .fileNotFound
                        error.message = "The book names this font and does not contain it."
                        throw error
                    }
                    guard let algorithm = documents.algorithms[item.name] else { return file }
                    guard let obfuscation = FontObfuscation(rawValue: algorithm) else {
                        error.code = .missingEntitlement
                        error.message =
                            "The font is encrypted (\(DisplayText.clean(algorithm))). Open the book with the program it was sold for."
                        throw error
                    }
                    guard let font = obfuscation.font(from: file, documents.identifiers, upTo: rest) else {
                        error.code = .invalidFontData
                        error.message =
                            "The font is obfuscated, and no identifier of the book makes it usable. Get the book anew."
                        throw error
                    }
                    rest -= font.count
                    return font
                })
        }
    }
}
