/// The Japanese words of licences, which have no blanks around them.
enum JapaneseWords {
    /// Returns a text with the names of licences and versions in English, and with blanks between the scripts.
    static func inEnglish(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isJapanese) else { return text }
        let text = text.replacing(#/オープン[・ ]?フォント[・ ]?ライセンス/#, with: " Open Font License ")
            .replacing(#/(?:バ|ヴァ)ージョン/#, with: " version ")
        var words = ""
        var isLastJapanese: Bool?
        for scalar in text.unicodeScalars {
            let isJapanese: Bool? =
                isJapanese(scalar) ? true : scalar.properties.isAlphabetic || isDigit(scalar) ? false : nil
            if let isJapanese, let isLastJapanese, isJapanese != isLastJapanese { words += " " }
            isLastJapanese = isJapanese
            words.unicodeScalars.append(scalar)
        }
        return words
    }

    static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
        (0x3041...0x30FF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
