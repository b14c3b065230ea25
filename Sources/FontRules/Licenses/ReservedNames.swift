/// The names that a font under the SIL Open Font License reserves for its original version.
///
/// A modified version may not have them. The reservation may stand in the licence's text or in the font: in its copyright
/// (name 0), its trademark (7), its description (10) or its licence description (13), and not in all of them.
public enum ReservedNames {
    /// Returns the names that texts reserve, in the order of the texts, without duplicates.
    public static func names(in texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.flatMap(names).filter { seen.insert($0.lowercased()).inserted }
    }

    /// Whether the primary name of a modified version contains a reserved name as words.
    public static func isReserved(_ family: String, by names: [String]) -> Bool {
        let words = Words.of(family)
        return names.map(Words.of).contains { !$0.isEmpty && words.contains($0) }
    }

    private static func names(in text: String) -> [String] {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var names: [String] = []
        var rest = text[...]
        while let mention = rest.firstMatch(of: #/\b(?:reserved font names?|RFNs?)\b(?:\(s\))?/#.ignoresCase()) {
            let before = rest[..<mention.range.lowerBound]
            // The words that decide stand directly before, so that a long text is not searched again and again.
            let words = before.suffix(40)
            let isPlural = !["name", "rfn"].contains { mention.0.lowercased().hasSuffix($0) }
            rest = rest[mention.range.upperBound...]
            // The text of the licence speaks of reserved names as well, but only a reservation has one of these words.
            if let verb = words.firstMatch(
                of: #/ ?\b(?:is|are) (?:an? |the )?(?:trademarks? and (?:an? |the )?)?$/#.ignoresCase())
            {
                names += list(before: before[..<verb.range.lowerBound])
            } else if let verb = words.firstMatch(of: #/ as (?:a |an |the )?$/#.ignoresCase()),
                let last = before[..<verb.range.lowerBound].last, isClosing(last)
            {
                names += list(before: before[..<verb.range.lowerBound])
            } else if let verb = words.firstMatch(of: #/\b(with|has|have) (?:the |a |an )?$/#.ignoresCase()),
                // A text about licences says “if a font has Reserved Font Names, …”.
                verb.1.lowercased() == "with" || isName(rest.drop { ": ".contains($0) }.first)
            {
                rest = rest.drop { ": ".contains($0) }.trimmingPrefix(#/of (?=["'“‘„«])/#)
                names += list(&rest, isPlural: isPlural)
            } else if rest.first == " ", quotes[rest.dropFirst().first ?? " "] != nil {
                rest = rest.dropFirst()
                names += list(&rest, isPlural: isPlural)
            } else if let verb = rest.prefixMatch(
                of: #/ ?: ?| ?[–—-] | (?:for|of|in) [^.;:"'“‘]{1,40}? (?:is|are):? | (?:is|are):? /#.ignoresCase()),
                isName(rest[verb.range.upperBound...].first)
            {
                rest = rest[verb.range.upperBound...]
                names += list(&rest, isPlural: isPlural)
            }
        }
        return names.filter { !["none", "n/a"].contains($0.lowercased()) }
    }

    /// Whether a character begins a name, in marks or without.
    private static func isName(_ first: Character?) -> Bool {
        first.map { quotes[$0] != nil || $0.isUppercase } ?? false
    }

    private static func isClosing(_ mark: Character) -> Bool { quotes.values.contains { $0.contains(mark) } }

    /// Reads names that end a text: in quotation marks with commas or "and" between them, or the words of one name.
    private static func list(before text: Substring) -> [String] {
        var names: [String] = []
        var rest = text
        while let close = rest.last,
            let open = rest.dropLast().lastIndex(where: { quotes[$0]?.contains(close) == true })
        {
            names.append(String(rest[rest.index(after: open)..<rest.index(before: rest.endIndex)]).trimmed)
            rest = rest[..<open]
            guard let link = rest.suffix(8).firstMatch(of: #/ ?(?:,|;|and|or|&|, and)? ?$/#) else { break }
            rest = rest[..<link.range.lowerBound]
        }
        if names.isEmpty {
            let start = text.lastIndex { ".;:()>\"".contains($0) }.map(text.index(after:)) ?? text.startIndex
            var items = text[start...].split(separator: ",").map { item in
                item.replacing(#/^ *(?:the )?(?:font )?(?:names? )?/#.ignoresCase(), with: "")
            }
            let last = items.popLast() ?? ""
            let linked = last.trimmingPrefix(#/(?:and|or|&) /#)
            names += parts(of: linked).reversed()
            // What is before a comma is a name as well if "and" ends the list.
            if linked.count < last.count || names.count > 1 {
                let isLowercase = names.last?.first?.isLowercase == true
                names += items.reversed().prefix { isItem($0, isLowercase: isLowercase) }.map { String($0).trimmed }
            }
        }
        return names.reversed().filter { !$0.isEmpty }
    }

    /// The names in words without marks: each of "A and B" is reserved, so that a name which contains "and" is, too.
    private static func parts(of words: some StringProtocol) -> [String] {
        String(words).split(separator: #/ (?:and|or|&) /#).map { String($0).trimmed }
    }

    private static let quotes: [Character: Set<Character>] = [
        "\"": ["\""], "`": ["`", "'"], "「": ["」"], "『": ["』"], "'": ["'"], "“": ["”", "“"], "”": ["”"],
        "‘": ["’", "‘"], "’": ["’"], "„": ["“", "”"], "«": ["»"],
    ]

    /// Whether words in a list are a name, and not the sentence that goes on after a comma.
    private static func isItem(_ words: some StringProtocol, isLowercase: Bool) -> Bool {
        let words = String(words).trimmed
        guard let first = words.first, !first.isNumber, isLowercase || !first.isLowercase else { return false }
        let sentence =
            #/(?:(?i:Licen[cs]ed|This|These|The|Copyright|Released|All|Designed|Version|Portions|Based|Source code|See|Inc|Ltd|LLC|GmbH)|under|an?|is|are|with|by)\b/#
        return words.split(separator: " ").count <= 4 && words.prefixMatch(of: sentence) == nil
    }

    /// Reads the words of a name up to a mark, or to the sentence that follows without a mark, on a line of its own.
    private static func words(_ text: inout Substring) -> Substring {
        // "<Reserved Font Name>" is the placeholder of the licence's template.
        var name = text.prefix { !".,;:()<\"".contains($0) }
        let next =
            #/ (?:(?:Licen[cs]ed|This|These|Copyright|Released|All Rights|under) |[vV] ?[0-9]|v$|[vV]ersion(?: ?[0-9]|$))/#
        if let next = name.firstMatch(of: next) { name = name[..<next.range.lowerBound] }
        text = text[name.endIndex...]
        return name
    }

    /// Reads names in quotation marks with commas or "and" between them, or names without marks.
    ///
    /// - Parameter isPlural: Whether several names are announced, so that a comma alone may be between them.
    private static func list(_ text: inout Substring, isPlural: Bool) -> [String] {
        var names: [String] = []
        while let open = text.first, let ends = quotes[open],
            let end = text.dropFirst().firstIndex(where: ends.contains)
        {
            names.append(String(text[text.index(after: text.startIndex)..<end]).trimmed)
            text = text[text.index(after: end)...]
            guard let next = text.prefixMatch(of: #/ ?(?:[,;]? ?(?:and|or|und|oder|et|&)|[,;])? ?/#) else { break }
            guard quotes[text[next.range.upperBound...].first ?? " "] != nil else { break }
            text = text[next.range.upperBound...]
        }
        if names.isEmpty {
            let first = words(&text)
            names += parts(of: first)
            var others: [String] = []
            var isEnd = false
            var rest = text
            while !isEnd, let link = rest.prefixMatch(of: #/[,;] ?((?:and|or|&) )?/#) {
                rest = rest[link.range.upperBound...]
                let item = words(&rest)
                guard isItem(item, isLowercase: first.first?.isLowercase == true) else { break }
                let names = parts(of: item)
                others += names
                isEnd = link.1 != nil || names.count > 1
                if isEnd || isPlural { text = rest }
            }
            if isEnd || isPlural { names += others }
        }
        return names.filter { !$0.isEmpty }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: Self.isAround).reversed().drop(while: Self.isAround).reversed())
    }

    /// Whether a character is beside a name and no part of it, such as the sign of a trademark.
    private static func isAround(_ character: Character) -> Bool { " .,™®".contains(character) }
}
