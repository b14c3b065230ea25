import CFontconfig
package import FontModel

/// The characters that languages need, as fontconfig's orthographies list them.
package enum Orthography {
    /// Returns the characters of a language; nil if fontconfig has no orthography of it.
    ///
    /// - Parameter language: The name that fontconfig gives the language, such as `de` or `zh-tw`.
    package static func characters(of language: String) -> CharacterCoverage? {
        // FcLangGetCharSet returns a set that stays in memory, "or NULL".
        guard let set = FcLangGetCharSet(language) else { return nil }
        return characterCoverage(of: set)
    }
}
