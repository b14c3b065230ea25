import FontModel

/// Checks of the caller's texts that are stored and shown to others: provider ids and tags.
package enum CallerText {
    /// Checks a provider's id.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) if it is not one line of at most
    ///   ``FontLimits/providerLength`` bytes, or a reserved word.
    package static func checkProvider(_ id: String) throws(FontError) {
        guard isLine(id, limit: FontLimits.providerLength), !id.allSatisfy(\.isWhitespace), !reserved.contains(id),
            !id.unicodeScalars.contains(where: { $0.properties.generalCategory == .format })
        else {
            throw FontError(
                .exceededResourceLimit,
                "A provider's id is one line of 1 to \(FontLimits.providerLength) bytes without control and formatting characters, such as org.example.Reader, and not one of the policy's words. Specify a shorter or simpler one."
            )
        }
    }

    /// The words with which the user's policy refers to all programs, and to sandboxed ones.
    private static let reserved: Set<String> = ["default", "sandboxed"]

    /// Checks a tag.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) if it is not one line of at most
    ///   ``FontLimits/tagLength`` bytes.
    static func checkTag(_ tag: String?, file: String? = nil) throws(FontError) {
        guard let tag, !isLine(tag, limit: FontLimits.tagLength) else { return }
        throw FontError(
            .exceededResourceLimit,
            "A tag is one line of at most \(FontLimits.tagLength) bytes without control characters. Specify a shorter or simpler one.",
            file: file)
    }

    private static func isLine(_ text: String, limit: Int) -> Bool {
        text.utf8.count <= limit
            && !text.unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
    }
}
