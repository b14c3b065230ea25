/// A sentence that says under which licence a font is, in a description, a copyright or in the place of an address.
///
/// A sentence that speaks of a licence is none if it denies it, or says that another licence is based on it.
enum LicenseStatement {
    /// Returns the SPDX identifier of the licence that a text states first; nil if it states none.
    ///
    /// A description may be the licence's whole text.
    static func identifier(_ text: String) -> String? {
        if let found = KnownLicense.identifier(ofText: text) { return found }
        let clauses = clauses(of: text)
        for clause in clauses {
            for word in clause.split(whereSeparator: \.isWhitespace) where word.contains("/") {
                guard let found = KnownLicense.identifier(ofAddress: String(word)) else { continue }
                if !isDenied(clause[..<word.startIndex]) { return found }
                break
            }
        }
        for license in licenses {
            for clause in clauses {
                let words = " " + KnownLicense.normalized(String(clause)) + " "
                guard let place = license.names.lazy.compactMap({ words.firstRange(of: " \($0) ") }).first,
                    isMeant(words, at: place), !isDenied(words[..<place.lowerBound]),
                    !ends.contains(where: { words[place.lowerBound...].contains(" \($0) ") })
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
            if ".;!?".contains(text[place]), isEnd {
                clauses.append(text[start..<place])
                start = next
            }
            place = next
        }
        return clauses + [text[start...]]
    }

    /// Words before the name of a licence by which a sentence does not state it.
    private static let denials: Set<Substring> = [
        "not", "no", "never", "isn", "neither", "nor", "without", "unlike", "except", "instead", "nicht", "kein",
        "keine", "niet", "geen", "inte", "ikke", "não", "nie", "не",
        "formerly", "previously", "incompatible", "proprietary",
    ]
    /// Words after “commercial” by which it is said what a licence permits, and not which one holds.
    private static let uses: Set<Substring> = ["use", "uses", "usage", "purpose", "purposes", "project", "projects"]
    /// The same in two words.
    private static let distances = [
        "based on", "derived from", "similar to", "inspired by", "modeled on", "modelled on", "compatible with",
        "comparable to", "identical to", "other than", "rather than", "n est pas", "n est plus", "non è",
        // Another version, or a part of the font.
        "earlier version was", "full version is", "contains glyphs from",
    ]
    /// Words after the name of a licence by which a sentence says that it does not hold.
    private static let ends = [
        "does not apply", "doesn t apply", "do not apply", "not applicable", "is void", "revoked", "withdrawn",
        "terminated", "no longer", "gilt nicht",
    ]

    private static func isDenied(_ words: some StringProtocol) -> Bool {
        let words = " " + KnownLicense.normalized(String(words)) + " "
        let each = words.split(separator: " ")
        let isCommercial = each.lastIndex(of: "commercial").map { !each[$0...].contains(where: uses.contains) } ?? false
        return isCommercial || each.contains(where: denials.contains)
            || distances.contains { words.contains(" \($0) ") }
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
                "ofl license", "ofl licence", "ofl licenses", "ofl licensed", abbreviation,
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
        (
            [
                "gnu general public license", "gnu general public licence", "gnu public license", "gnu gpl",
                "gnu gplv2", "gnu gplv3", "gnu gpl2", "gnu gpl3", "gpl general public license", "gpl", "gplv2",
                "gplv3", "gpl2", "gpl3",
            ],
            // The exception is often a sentence of its own.
            { _, text in gpl(" " + KnownLicense.normalized(text) + " ") }
        ),
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

    private static func gpl(_ words: String) -> String {
        let isThird = has(
            words, "version 3", "version 3.0", "v3", "v3.0", "gplv3", "gpl3", "gpl 3", "gpl 3.0", "gpl 3.0 or later")
        let isSecond = has(words, "version 2", "version 2.0", "v2", "v2.0", "gplv2", "gpl2", "gpl 2", "gpl 2.0")
        let hasException = words.contains("font exception") || words.contains("embed") || has(words, "fe", "gplfe")
        let isLater = has(words, "later", "newer", "superior", "posterior")
        let version = isSecond ? "2.0" : isThird ? "3.0" : hasException ? "2.0" : "1.0"
        let isOpen = isLater || !isSecond && !isThird
        return "GPL-\(version)-\(isOpen ? "or-later" : "only")" + (hasException ? " WITH Font-exception-2.0" : "")
    }
}
