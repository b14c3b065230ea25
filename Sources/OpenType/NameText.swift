import FontModel

/// Decoding of names to text.
enum NameText {
    /// Returns the text of a name, or nil if its encoding is unknown and it is not plain ASCII.
    ///
    /// Zero bytes at the end, which some old tools wrote, are removed; zeros within the name are kept.
    static func decode(_ bytes: [UInt8], platform: Int, encoding: Int, language: Int) -> String? {
        let text: String? =
            switch (platform, encoding) {
            case (0, _), (3, 0), (3, 1), (3, 10), (2, 1): utf16(bytes)
            case (1, 0): looksLikeShiftJIS(bytes, language: language) ? nil : MacRoman.decode(bytes)
            case (2, 2): String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            // Other Windows encodings should hold UTF-16 too, but many do not.
            case (3, _): ascii(bytes) ?? asciiUTF16(bytes)
            default: ascii(bytes)
            }
        guard let text, text.unicodeScalars.last == "\0" else { return text }
        var scalars = Substring(text).unicodeScalars
        while scalars.last == "\0" { scalars.removeLast() }
        return String(scalars)
    }

    /// Decodes big-endian UTF-16; unpaired surrogates and an odd byte at the end become U+FFFD.
    static func utf16(_ bytes: [UInt8]) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2 + 1)
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        }
        if !bytes.count.isMultiple(of: 2) { units.append(0xFFFD) }
        // Decoding UTF-16 takes ten times as long, and most names are ASCII.
        if units.allSatisfy({ $0 < 0x80 }) { return String(decoding: units.map(UInt8.init), as: UTF8.self) }
        return String(decoding: units, as: UTF16.self)
    }

    /// Returns the display form of a text of any length; only the beginning is cleaned, since cleaning is slow.
    static func display(_ text: String) -> String {
        let limit = FontLimits.displayNameLength
        if text.utf8.count <= 4 * limit { return DisplayText.clean(text) }
        let beginning = text.unicodeScalars.prefix(4 * limit)
        guard beginning.endIndex < text.unicodeScalars.endIndex else { return DisplayText.clean(text) }
        let shown = DisplayText.clean(String(beginning))
        return shown.hasSuffix("…") ? shown : String(shown.prefix(limit - 1)) + "…"
    }

    /// Returns the displayable part of bytes in an unknown encoding: ASCII, and U+FFFD for the rest.
    static func asciiPart(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : "\u{FFFD}" }))
    }

    /// Whether a character is visible and meaningful.
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned: false
        default: scalar != "\u{FFFD}"
        }
    }

    private static func ascii(_ bytes: [UInt8]) -> String? {
        bytes.allSatisfy { (1..<0x80).contains($0) } ? asciiPart(bytes) : nil
    }

    private static func asciiUTF16(_ bytes: [UInt8]) -> String? {
        let text = utf16(bytes)
        return text.unicodeScalars.allSatisfy { $0.isASCII } ? text : nil
    }

    /// Whether a record that claims to be Macintosh Roman is Japanese, as in many old fonts.
    ///
    /// The rule is fontconfig's: more than a third of the bytes are not ASCII.
    private static func looksLikeShiftJIS(_ bytes: [UInt8], language: Int) -> Bool {
        guard language == 0 || language == 11 else { return false }
        let high = bytes.reduce(0) { $0 + ($1 < 0x80 ? 0 : 1) }
        return high * 2 > bytes.count - high
    }
}

/// The Macintosh Roman encoding (platform 1, encoding 0 of `name` and `cmap`).
enum MacRoman {
    /// The characters of 0x80…0xFF in order (Apple's ROMAN.TXT, with the euro sign).
    private static let upperHalf = Array(
        """
        ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
        ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
        """.unicodeScalars)

    /// Returns the character of a byte, or nil for control codes.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x20..<0x7F: Unicode.Scalar(byte)
        case 0x80...: upperHalf.dropFirst(Int(byte) - 0x80).first
        default: nil
        }
    }

    static func decode(_ bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += upperHalf[Int(byte) - 0x80].utf8 }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

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
