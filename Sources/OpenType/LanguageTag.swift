/// BCP 47 tags for the language numbers of names.
///
/// A tag includes a script or region only if it distinguishes languages or spellings, so that `fr` means the same on
/// Windows and Macintosh.
enum LanguageTag {
    /// Returns the tag of a record's language, or nil if the number is unknown or has no meaning.
    static func of(platform: Int, language: Int, tags: [String?]) -> String? {
        if language >= 0x8000, !tags.isEmpty {
            return tags.indices.contains(language - 0x8000) ? tags[language - 0x8000] : nil
        }
        switch platform {
        case 1: return macintosh[language]
        case 3: return windows[language] ?? windows[language & 0x3FF | 0x400]
        default: return nil
        }
    }

    /// Returns the tag if it is well-formed: 2 to 35 letters, digits and hyphens.
    static func valid(_ tag: String) -> String? {
        let isValid =
            (2...35).contains(tag.utf8.count)
            && tag.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
                default: false
                }
            }
        return isValid ? tag : nil
    }
}
