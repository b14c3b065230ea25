import FontModel

/// Texts of the caller's own that are stored and shown to others: provider ids and tags.
package enum CallerText {
    /// Checks a provider's id.
    ///
    /// - Throws: 106 if it is not within ``FontLimits/providerLength``.
    package static func checkProvider(_ id: String) throws(FontError) {
        guard !id.isEmpty, isLine(id, limit: FontLimits.providerLength) else {
            throw FontError(
                .exceededResourceLimit,
                "A provider's id is one line of 1 to \(FontLimits.providerLength) bytes without control characters, such as org.example.Reader. Give a shorter or simpler one."
            )
        }
    }

    /// Checks a tag.
    ///
    /// - Throws: 106 if it is not within ``FontLimits/tagLength``.
    static func checkTag(_ tag: String?, file: String? = nil) throws(FontError) {
        guard let tag, !isLine(tag, limit: FontLimits.tagLength) else { return }
        throw FontError(
            .exceededResourceLimit,
            "A tag is one line of at most \(FontLimits.tagLength) bytes without control characters. Give a shorter or simpler one.",
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
