/// The letters that names of fonts have in the code pages of a script.
enum NameLetters {
    case latin, cyrillic, greek, hebrew, arabic, thai, chinese, japanese, korean

    /// The score of a capital letter after a small one, as in a text in the wrong code page.
    static let wrongCase = 3

    /// The minimum average score of a code page that is used.
    static let least = 1.0

    /// Syllables that are frequent in the names of Korean fonts.
    private static let ofKoreanFonts = Set("고딕체명조바탕돋움굴림궁서나눔글꼴폰트굵게가는보통볼드손씨펜붓맑은한새".unicodeScalars)

    /// Characters that are frequent in the names of Chinese and Japanese fonts.
    private static let ofFonts = Set(
        "体體黑宋楷细細粗新明圆圓简簡繁字书書常规規标標准準方正中等太角丸行草隶隸仿魏碑手写寫黒游教科毛筆文泉驿驛源思华華鼎龙龍康軟软雅微汉漢仪儀造粤日本語语版個个人極极特大小号號款符"
            .unicodeScalars)

    /// Returns how well a character fits, from −3 to 3.
    ///
    /// - Parameters:
    ///   - last: The character before it in the name.
    ///   - isCommon: Whether the code page counts it among the most frequent ones.
    func score(of scalar: Unicode.Scalar, after last: Unicode.Scalar?, isCommon: Bool) -> Int {
        let kind = Self.kind(of: scalar)
        switch (self, kind) {
        case (.chinese, .han), (.japanese, .han):
            if Self.ofFonts.contains(scalar) { return 3 }
            // After a Latin letter it is less likely: the wrong code page makes such pairs.
            return !isCommon ? -2 : last.map(Self.isLetter) == true ? 1 : 2
        case (.japanese, .kana): return 2
        case (.korean, .hangul): return Self.ofKoreanFonts.contains(scalar) ? 3 : isCommon ? 2 : -1
        case (.chinese, .kana), (_, .wide): return 1
        case (.latin, .latin), (.cyrillic, .cyrillic), (.greek, .greek):
            guard let last else { return 1 }
            if scalar.properties.isUppercase, last.properties.isLowercase { return -Self.wrongCase }
            // A letter among letters of its script.
            if self != .latin, Self.isLetter(last) { return 0 }
            let isInWord = self == .latin ? Self.isLetter(last) : Self.kind(of: last) == kind
            return isInWord ? 2 : 1
        case (.hebrew, .hebrew), (.arabic, .arabic), (.thai, .thai): return 2
        default: return -2
        }
    }

    /// Returns what a character of ASCII says about the one before it: 0 or less.
    func score(ofASCII scalar: Unicode.Scalar, after last: Unicode.Scalar) -> Int {
        if scalar.properties.isUppercase, last.properties.isLowercase { return -Self.wrongCase }
        return Self.isLetter(scalar) && Self.kind(of: last) == .han && !Self.ofFonts.contains(last) ? -1 : 0
    }

    /// Whether a character is a letter of ASCII.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }

    private enum Kind { case latin, cyrillic, greek, hebrew, arabic, thai, han, kana, hangul, wide, other }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x17F: .latin
        // The letters of Russian, Ukrainian and Belarusian.
        case 0x410...0x44F, 0x401, 0x404, 0x406, 0x407, 0x40E, 0x451, 0x454, 0x456, 0x457, 0x45E, 0x490, 0x491:
            .cyrillic
        case 0x386...0x3CE: .greek
        case 0x5D0...0x5EA: .hebrew
        case 0x621...0x64A: .arabic
        case 0xE01...0xE4E: .thai
        case 0x3041...0x30FE: .kana
        case 0xAC00...0xD7A3: .hangul
        case 0x4E00...0x9FFF: .han
        case 0x3000...0x3020, 0xFF01...0xFF5E: .wide
        default: .other
        }
    }
}
