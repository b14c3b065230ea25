/// The licences of the GNU project, whose versions and exceptions are often sentences of their own.
///
/// The texts are normalized words with a blank at both ends.
enum GNULicense {
    /// The exception of the fonts of URW.
    static let postScriptException = "include these font programs in a postscript or pdf file"

    /// The names in sentences.
    ///
    /// Some end with that of the General Public License, so that it is last.
    static let names = [
        "gnu affero general public license", "affero general public license", "gnu affero gpl", "affero gpl",
        "gnu agpl", "gnu agplv3", "agpl", "agplv3", "agpl3", "gnu lesser general public license",
        "gnu library general public license", "lesser general public license", "library general public license",
        "gnu lesser gpl", "lesser gpl", "library gpl", "gnu lgpl", "lgpl", "lgplv2", "lgplv2.1", "lgplv3", "lgpl2",
        "lgpl2.1", "lgpl3", "gnu general public license", "gnu general public licence", "gnu public license",
        "gnu gpl", "gnu gplv2", "gnu gplv3", "gnu gpl2", "gnu gpl3", "gpl general public license", "gpl", "gplv2",
        "gplv3", "gpl2", "gpl3",
    ]

    /// Returns the identifier of a licence.
    ///
    /// - Parameters:
    ///   - words: A sentence from one of the ``names`` on.
    ///   - text: The whole text.
    static func identifier(_ words: String, _ text: String) -> String {
        let name = words.split(separator: " ").prefix(2)
        // Before the name may stand the version of the font, too.
        let rest = text.firstRange(of: words.drop { $0 == " " }.prefix(24)).map { " " + text[$0.lowerBound...] }
        let stated = text.firstMatch(of: #/ version [23](?:\.[01])? of /#).map { String($0.output) }
        let version = Self.version(words) ?? rest.flatMap { Self.version($0) } ?? stated.flatMap { Self.version($0) }
        if name.contains(where: { $0 == "affero" || $0.hasPrefix("agpl") }) {
            // GNU has published one version.
            return identifier("AGPL-3.0", isOpen: version == nil, text)
        }
        if name.contains(where: { ["lesser", "library"].contains($0) || $0.hasPrefix("lgpl") }) {
            // The first version was that of libraries.
            let first = name.contains("library") ? "2.0" : "2.1"
            return identifier("LGPL-\(version ?? first)", isOpen: version == nil, text)
        }
        return general(text)
    }

    private static func general(_ words: String) -> String {
        let isThird = has(
            words, "version 3", "version 3.0", "v3", "v3.0", "gplv3", "gpl3", "gpl 3", "gpl 3.0", "gpl 3.0 or later")
        let isSecond = has(words, "version 2", "version 2.0", "v2", "v2.0", "gplv2", "gpl2", "gpl 2", "gpl 2.0")
        let version = isSecond ? "2.0" : isThird ? "3.0" : exception(words).isEmpty ? "1.0" : "2.0"
        return identifier("GPL-\(version)", isOpen: !isSecond && !isThird, words)
    }

    private static func version(_ words: String) -> String? {
        let stated = words.firstMatch(of: #/ (?:(?:version|licen[cs]e|[al]gpl) |[al]gpl|v)v?([23](?:\.[01])?) /#)?.1
        return stated.map { $0.contains(".") ? String($0) : "\($0).0" }
    }

    private static func identifier(_ license: String, isOpen: Bool, _ words: String) -> String {
        let isLater = has(words, "later", "newer", "superior", "posterior")
        return license + (isLater || isOpen ? "-or-later" : "-only") + exception(words)
    }

    private static func exception(_ words: String) -> String {
        if words.contains(postScriptException) { return " WITH PS-or-PDF-font-exception-20170817" }
        let isForFonts = words.contains("font exception") || words.contains("embed") || has(words, "fe", "gplfe")
        return isForFonts ? " WITH Font-exception-2.0" : ""
    }

    private static func has(_ words: String, _ phrases: String...) -> Bool {
        phrases.contains { words.contains(" \($0) ") }
    }
}
