/// The names that a font under the SIL Open Font License reserves for its original version.
///
/// A modified version may not have them. The reservation may stand in the licence's text, in the font's copyright (name 0)
/// or in its licence description (name 13), and not in all of them.
public enum ReservedNames {
    /// Returns the names that texts reserve, in the order of the texts, without duplicates.
    public static func names(in texts: [String]) -> [String] {
        var found: [String] = []
        for name in texts.flatMap(names) where !found.contains(where: { $0.lowercased() == name.lowercased() }) {
            found.append(name)
        }
        return found
    }

    /// Whether the primary name of a modified version contains a reserved name as words.
    public static func isReserved(_ family: String, by names: [String]) -> Bool {
        let words = words(family)
        return names.contains { name in
            let reserved = Self.words(name)
            guard !reserved.isEmpty, reserved.count <= words.count else { return false }
            return (0...words.count - reserved.count).contains { words[$0...].starts(with: reserved) }
        }
    }

    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }

    private static func names(in text: String) -> [String] {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var names: [String] = []
        var rest = text[...]
        // The text of the licence speaks of reserved names as well, but only a reservation has the word "with".
        while let match = rest.firstMatch(of: #/with (?:the )?reserved font names?:? ?/#.ignoresCase()) {
            rest = rest[match.range.upperBound...]
            names += list(&rest)
        }
        return names
    }

    private static let quotes: [Character: Set<Character>] = [
        "\"": ["\""], "'": ["'"], "“": ["”", "“"], "”": ["”"], "‘": ["’", "‘"], "’": ["’"], "„": ["“", "”"], "«": ["»"],
    ]

    /// Reads names in quotation marks with commas or "and" between them, or one name without marks.
    private static func list(_ text: inout Substring) -> [String] {
        var names: [String] = []
        while let open = text.first, let ends = quotes[open],
            let end = text.dropFirst().firstIndex(where: ends.contains)
        {
            names.append(String(text[text.index(after: text.startIndex)..<end]).trimmed)
            text = text[text.index(after: end)...]
            guard let next = text.prefixMatch(of: #/ ?(?:,|;|and|or|&|, and)? ?/#) else { break }
            guard quotes[text[next.range.upperBound...].first ?? " "] != nil else { break }
            text = text[next.range.upperBound...]
        }
        if names.isEmpty {
            // "<Reserved Font Name>" is the placeholder of the licence's template.
            let name = text.prefix { !".,;:()<\"".contains($0) }
            text = text[name.endIndex...]
            names.append(String(name).trimmed)
        }
        return names.filter { !$0.isEmpty }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(
            drop { $0 == " " || $0 == "." || $0 == "," }.reversed().drop { $0 == " " || $0 == "." || $0 == "," }
                .reversed())
    }
}
