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
