/// A requested language, to be matched with the languages of fonts.
///
/// Fonts have fontconfig's names of orthographies, such as `de`, `sr` and `zh-tw`. A requested tag (BCP 47, or the
/// language of a POSIX locale) is shortened from its end until an orthography is found (lookup of RFC 4647, section
/// 3.4): `de-DE` becomes `de`. Few names of orthographies have a region and none has a script, so a tag with a script
/// means the orthographies written in it: `zh-Hant` means `zh-hk`, `zh-mo` or `zh-tw`, and a font that has only `zh-cn`
/// does not match.
package struct LanguageRange: Sendable, Hashable {
    /// The names of the orthographies that are meant.
    let orthographies: [String]
    /// Whether variants of the language match, too: `zh-tw` for `zh`.
    private let takesKinds: Bool

    package init(_ wanted: String) {
        // A POSIX locale may have an encoding and a modifier: `zh_TW.UTF-8`, `de_DE@euro`.
        let tag = wanted.lowercased().prefix { $0 != "." && $0 != "@" }
        var parts = tag.split { $0 == "-" || $0 == "_" }.map(String.init)
        if let first = parts.first, let today = Self.renamed[first] { parts[0] = today }
        let whole = parts.joined(separator: "-")
        let language = parts.first ?? ""
        let region = parts.dropFirst().first { (2...3).contains($0.utf8.count) }.map { "\(language)-\($0)" }
        let script = parts.count > 1 ? Self.written["\(language)-\(parts[1])"] : nil
        if Self.regional.contains(whole) {
            (orthographies, takesKinds) = ([whole], false)
        } else if let script {
            let meant = script.filter { $0 == region }
            (orthographies, takesKinds) = (meant.isEmpty ? script : meant, false)
        } else if let region, Self.regional.contains(region) {
            (orthographies, takesKinds) = ([region], false)
        } else {
            // `pa` is the orthography of India and `pa-pk` another one; only `pa` alone means both.
            (orthographies, takesKinds) = ([language], parts.count == 1 || language != "pa")
        }
    }

    /// Whether a language of a font, or of one of its names, is the requested one or a variant of it.
    package func matches(_ language: String) -> Bool {
        let language = language.lowercased()
        return orthographies.contains { language == $0 || takesKinds && language.hasPrefix($0 + "-") }
    }

    /// Tags that the language subtag registry has replaced, and Mandarin, whose orthographies are named Chinese.
    private static let renamed = ["cmn": "zh", "in": "id", "iw": "he", "ji": "yi", "mo": "ro"]

    /// The orthographies of fontconfig (2.14 to 2.18) whose names have more than a language.
    private static let regional: Set<String> = [
        "az-az", "az-ir", "ber-dz", "ber-ma", "ku-am", "ku-iq", "ku-ir", "ku-tr", "mn-cn", "mn-mn", "pa-pk", "pap-an",
        "pap-aw", "ps-af", "ps-pk", "ti-er", "ti-et", "und-zmth", "und-zsye", "zh-cn", "zh-hk", "zh-mo", "zh-sg",
        "zh-tw",
    ]

    /// The orthographies of languages that are written in several scripts.
    ///
    /// Serbian in Latin script has the orthography of Croatian; fontconfig's `sr` is Cyrillic.
    private static let written: [String: [String]] = [
        "az-arab": ["az-ir"], "az-latn": ["az-az"],
        "ku-arab": ["ku-iq", "ku-ir"], "ku-cyrl": ["ku-am"], "ku-latn": ["ku-tr"],
        "mn-cyrl": ["mn-mn"], "mn-mong": ["mn-cn"],
        "pa-arab": ["pa-pk"], "pa-guru": ["pa"],
        "sr-cyrl": ["sr"], "sr-latn": ["hr"],
        "zh-hans": ["zh-cn", "zh-sg"], "zh-hant": ["zh-hk", "zh-mo", "zh-tw"],
    ]
}
