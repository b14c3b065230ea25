import Foundation

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
        for name in Name.allCases {
            for clause in clauses {
                let words = " " + KnownLicense.normalized(String(clause)) + " "
                guard let place = name.phrases.lazy.compactMap({ words.range(of: " \($0) ") }).first,
                    name.isMeant(words, at: place), !isDenied(words[..<place.lowerBound])
                else { continue }
                if let found = name.identifier(String(words[place.lowerBound...]), in: text) { return found }
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
        "keine",
        "formerly", "previously", "incompatible", "proprietary",
    ]
    /// Words after “commercial” by which it is said what a licence permits, and not which one holds.
    private static let uses: Set<Substring> = ["use", "uses", "usage", "purpose", "purposes", "project", "projects"]
    /// The same in two words.
    private static let distances = [
        "based on", "derived from", "similar to", "inspired by", "modeled on", "modelled on", "compatible with",
        "comparable to", "identical to", "other than", "rather than",
    ]

    private static func isDenied(_ words: some StringProtocol) -> Bool {
        let words = " " + KnownLicense.normalized(String(words)) + " "
        let each = words.split(separator: " ")
        let isCommercial = each.lastIndex(of: "commercial").map { !each[$0...].contains(where: uses.contains) } ?? false
        return isCommercial || each.contains(where: denials.contains)
            || distances.contains { words.contains(" \($0) ") }
    }

    /// The licences by their names, those first that hold if several are offered.
    private enum Name: CaseIterable {
        case openFont, apache, ubuntu, zero, lppl, ipa, arphic, mplus, gust, vera, mit, creativeCommons, gpl

        var phrases: [String] {
            switch self {
            case .openFont:
                [
                    "open font license", "open font licence", "open fonts license", "openfont license",
                    "openfontlicense", "sil ofl", "ofl 1.1", "ofl 1.0", "ofl v1.1", "oflv1.1", "ofl version 1.1",
                    "ofl license", "ofl licence", "ofl licenses", "ofl licensed", abbreviation,
                ]
            case .apache: ["apache license", "apache licence", "apache 2.0", "apache software license"]
            case .ubuntu: ["ubuntu font licence", "ubuntu font license"]
            case .zero: ["cc0", "creative commons zero"]
            case .lppl: ["latex project public license", "latex project public licence", "lppl"]
            case .ipa: ["ipa font license"]
            case .arphic: ["arphic public license"]
            case .mplus: ["m fonts license"]
            case .gust: ["gust font license"]
            case .vera: ["vera license", "bitstream vera license", "bitstream vera fonts license"]
            case .mit: ["mit license", "mit licence", "expat license"]
            case .creativeCommons:
                ["creative commons", "cc by", "cc by sa", "cc by nc", "cc by nd", "cc by nc sa", "cc by nc nd"]
            case .gpl:
                [
                    "gnu general public license", "gnu general public licence", "gnu public license", "gnu gpl",
                    "gnu gplv2", "gnu gplv3", "gnu gpl2", "gnu gpl3", "gpl general public license", "gpl", "gplv2",
                    "gplv3", "gpl2", "gpl3",
                ]
            }
        }

        /// The name of the Open Font License that may as well be that of a foundry or an edition.
        private var abbreviation: String { "ofl" }

        private static let verbs: Set<Substring> = [
            "under", "license", "licence", "licensed", "licenced", "licenses", "licences", "licensing", "released",
        ]

        /// Whether a sentence with the name in some place speaks of the licence: an abbreviation alone does so only after a
        /// word such as “under”, or if it is the whole sentence.
        func isMeant(_ words: String, at place: Range<String.Index>) -> Bool {
            guard self == .openFont, words[place] == " \(abbreviation) " else { return true }
            return place == words.startIndex..<words.endIndex
                || words[..<place.lowerBound].split(separator: " ").contains(where: Self.verbs.contains)
        }

        /// Returns the identifier of the version that a sentence names; nil if it names none that is known.
        ///
        /// - Parameters:
        ///   - words: The sentence from the name of the licence on.
        ///   - text: The whole text.
        func identifier(_ words: String, in text: String) -> String? {
            func has(_ phrases: String...) -> Bool { phrases.contains { words.contains(" \($0) ") } }
            switch self {
            case .openFont: return has("version 1.0", "ofl 1.0", "license 1.0", "v1.0") ? "OFL-1.0" : "OFL-1.1"
            case .apache: return has("2.0", "version 2", "v2", "license 2") ? "Apache-2.0" : nil
            case .ubuntu: return "Ubuntu-font-1.0"
            case .zero: return "CC0-1.0"
            case .lppl:
                // The first of the versions 1.3 is 1.3a; fonts mean the one that is current.
                return words.firstMatch(of: #/ v?(1\.[0-3][ac]?) /#).map { "LPPL-\($0.1 == "1.3" ? "1.3c" : $0.1)" }
            case .ipa: return "IPA"
            case .arphic: return "Arphic-1999"
            case .mplus: return "mplus"
            case .gust: return "GUST-Font-License"
            case .vera: return "Bitstream-Vera"
            case .mit: return "MIT"
            case .creativeCommons: return Self.creativeCommons(words)
            case .gpl: return Self.gpl(KnownLicense.normalized(text))
            }
        }

        private static func creativeCommons(_ words: String) -> String? {
            func has(_ phrases: String...) -> Bool { phrases.contains { words.contains(" \($0) ") } }
            guard has("attribution", "by"), let version = words.firstMatch(of: #/ v?([1-4]\.[0-9]) /#)?.1 else {
                return nil
            }
            let terms = [
                has("noncommercial", "non commercial", "nc") ? "-NC" : "",
                has("sharealike", "share alike", "sa") ? "-SA" : "",
                has("noderivs", "noderivatives", "no derivatives", "no derivs", "nd") ? "-ND" : "",
            ]
            return "CC-BY\(terms.joined())-\(version)"
        }

        /// - Parameter words: The whole text, of which the exception is often a sentence of its own.
        private static func gpl(_ words: String) -> String {
            func has(_ phrases: String...) -> Bool { phrases.contains { " \(words) ".contains(" \($0) ") } }
            let isThird = has(
                "version 3", "version 3.0", "v3", "v3.0", "gplv3", "gpl3", "gpl 3", "gpl 3.0", "gpl 3.0 or later")
            let isSecond = has("version 2", "version 2.0", "v2", "v2.0", "gplv2", "gpl2", "gpl 2", "gpl 2.0")
            let hasException = words.contains("font exception") || words.contains("embed") || has("fe", "gplfe")
            let isLater = has("later", "newer", "superior", "posterior")
            let version = isSecond ? "2.0" : isThird ? "3.0" : hasException ? "2.0" : "1.0"
            let isOpen = isLater || !isSecond && !isThird
            return "GPL-\(version)-\(isOpen ? "or-later" : "only")" + (hasException ? " WITH Font-exception-2.0" : "")
        }
    }
}
