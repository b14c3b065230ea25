/// A sentence that says under which licence a font is, in a description, a copyright or in the place of an address.
///
/// A sentence that speaks of a licence is none if it denies it, or says that another licence is based on it.
enum LicenseStatement {
    /// Returns the SPDX identifier of the licence that a text states first; nil if it states none.
    ///
    /// A description may be the licence's whole text.
    static func identifier(_ text: String) -> String? {
        if let found = KnownLicense.identifier(ofText: text) { return found }
        let text = JapaneseWords.inEnglish(text)
        let clauses = clauses(of: text)
        let named = named(in: clauses, of: text)
        // One address may serve all versions of a licence; then the version is beside its name.
        guard let addressed = addressed(in: clauses) else { return named }
        return named.map(KnownLicense.kind) == KnownLicense.kind(addressed) ? named : addressed
    }

    private static func addressed(in clauses: [Substring]) -> String? {
        for clause in clauses {
            for word in clause.split(whereSeparator: \.isWhitespace) where word.contains("/") {
                guard let found = KnownLicense.identifier(ofAddress: String(word)) else { continue }
                if !LicenseDenial.isBefore(clause[..<word.startIndex]) { return found }
                break
            }
        }
        return nil
    }

    private static func named(in clauses: [Substring], of text: String) -> String? {
        for license in licenses {
            for clause in clauses {
                let words = " " + KnownLicense.normalized(String(clause)) + " "
                guard let place = license.names.lazy.compactMap({ words.firstRange(of: " \($0) ") }).first,
                    isMeant(words, at: place), !LicenseDenial.isBefore(words[..<place.lowerBound]),
                    !LicenseDenial.isAfter(words[place.lowerBound...])
                else { continue }
                if let found = license.identifier(String(words[place.lowerBound...]), text) { return found }
            }
        }
        return nil
    }

    /// The parts of a text that end with a point, a semicolon or the like; lines may be broken anywhere.
    private static func clauses(of text: String) -> [Substring] {
        var clauses: [Substring] = []
        var start = text.startIndex
        var place = start
        while place < text.endIndex {
            let next = text.index(after: place)
            let isEnd = next == text.endIndex || text[next].isWhitespace
            if ".;!?".contains(text[place]) && isEnd || "。！？".contains(text[place]) {
                clauses.append(text[start..<place])
                start = next
            }
            place = next
        }
        return clauses + [text[start...]]
    }

    /// The licences by their names, those first that hold if several are offered.
    ///
    /// The identifier is that of the version that a sentence names, by the sentence from the name of the licence on and by
    /// the whole text; nil if it names none that is known.
    private static let licenses: [(names: [String], identifier: @Sendable (String, String) -> String?)] = [
        (
            [
                "open font license", "open font licence", "open fonts license", "openfont license",
                "openfontlicense", "sil ofl", "ofl 1.1", "ofl 1.0", "ofl v1.1", "oflv1.1", "ofl version 1.1",
                "ofl license", "ofl licence", "ofl licenses", "ofl licensed", "sil open font", "licence open font",
                "open font lizenz", abbreviation,
            ],
            { words, _ in has(words, "version 1.0", "ofl 1.0", "license 1.0", "v1.0") ? "OFL-1.0" : "OFL-1.1" }
        ),
        (
            ["apache license", "apache licence", "apache 2.0", "apache software license"],
            { words, _ in has(words, "2.0", "version 2", "v2", "license 2") ? "Apache-2.0" : nil }
        ),
        (["ubuntu font licence", "ubuntu font license"], { _, _ in "Ubuntu-font-1.0" }),
        (["cc0", "creative commons zero"], { _, _ in "CC0-1.0" }),
        (
            ["latex project public license", "latex project public licence", "lppl"],
            { words, _ in
                // The first of the versions 1.3 is 1.3a; fonts mean the one that is current.
                let version = words.firstMatch(of: #/ v?(1\.[0-3][ac]?) /#)?.1 ?? "1.3"
                return "LPPL-\(version == "1.3" ? "1.3c" : version)"
            }
        ),
        (["ipa font license"], { _, _ in "IPA" }),
        (["arphic public license"], { _, _ in "Arphic-1999" }),
        (["m fonts license"], { _, _ in "mplus" }),
        (["gust font license"], { _, _ in "GUST-Font-License" }),
        (["vera license", "bitstream vera license", "bitstream vera fonts license"], { _, _ in "Bitstream-Vera" }),
        (["mit license", "mit licence", "expat license"], { _, _ in "MIT" }),
        (
            ["creative commons", "cc by", "cc by sa", "cc by nc", "cc by nd", "cc by nc sa", "cc by nc nd"],
            { words, _ in creativeCommons(words) }
        ),
        // The exception is often a sentence of its own.
        (GNULicense.names, { words, text in GNULicense.identifier(words, " " + KnownLicense.normalized(text) + " ") }),
        (
            [
                "bsd 3 clause", "bsd 2 clause", "bsd license", "bsd licence", "3 clause bsd",
                "2 clause bsd", "new bsd", "modified bsd", "revised bsd", "simplified bsd",
            ],
            { _, text in bsd(" " + KnownLicense.normalized(text) + " ") }
        ),
        (["wtfpl", "do what the fuck you want to public license"], { _, _ in "WTFPL" }),
    ]

    /// The name of the Open Font License that may as well be that of a foundry or an edition.
    private static let abbreviation = "ofl"

    private static let verbs: Set<Substring> = [
        "under", "license", "licence", "licensed", "licenced", "licenses", "licences", "licensing", "released",
    ]

    /// Whether a sentence with a name in some place speaks of the licence: an abbreviation alone does so only after a word
    /// such as “under”, or if it is the whole sentence.
    private static func isMeant(_ words: String, at place: Range<String.Index>) -> Bool {
        guard words[place] == " \(abbreviation) " else { return true }
        return place == words.startIndex..<words.endIndex
            || words[..<place.lowerBound].split(separator: " ").contains(where: verbs.contains)
    }

    private static func has(_ words: String, _ phrases: String...) -> Bool {
        phrases.contains { words.contains(" \($0) ") }
    }

    private static func bsd(_ words: String) -> String? {
        if has(words, "bsd 3 clause", "3 clause bsd", "new bsd", "modified bsd", "revised bsd") {
            return "BSD-3-Clause"
        }
        return has(words, "bsd 2 clause", "2 clause bsd", "simplified bsd") ? "BSD-2-Clause" : nil
    }

    private static func creativeCommons(_ words: String) -> String? {
        guard has(words, "attribution", "by"), let version = words.firstMatch(of: #/ v?([1-4]\.[0-9]) /#)?.1 else {
            return nil
        }
        let terms = [
            has(words, "noncommercial", "non commercial", "nc") ? "-NC" : "",
            has(words, "sharealike", "share alike", "sa") ? "-SA" : "",
            has(words, "noderivs", "noderivatives", "no derivatives", "no derivs", "nd") ? "-ND" : "",
        ]
        return "CC-BY\(terms.joined())-\(version)"
    }
}
