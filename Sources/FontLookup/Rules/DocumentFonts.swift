import FontModel

/// The providers of fonts that belong to one open document, such as a book.
///
/// Their fonts are found by name only: nothing else takes them, above all no text of the app for which a font is missing.
package enum DocumentFonts {
    /// Returns the id of a provider for a new document.
    package static func provider(_ identifier: String) -> String { prefix + identifier }

    package static func belongs(_ font: FontDescriptor) -> Bool {
        guard case .registered(_, .process, let provider, _, _) = font.origin else { return false }
        return provider.hasPrefix(prefix)
    }

    private static let prefix = "book:"
}
