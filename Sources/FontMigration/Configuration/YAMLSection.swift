import YAMLReading

/// A key of the outermost mapping of a document, with its value.
package enum YAMLSection {
    /// Returns a document without a section, and otherwise as it was written.
    ///
    /// - Parameters:
    ///   - key: The key of the section.
    ///   - text: The document.
    /// - Returns: The document; nil if its other values would not stay the same, as in a document in braces.
    package static func removing(_ key: String, from text: String) -> String? {
        var (kept, removed) = ([Substring](), false)
        // Lines that belong to what follows them, if that is another section.
        var undecided: [Substring] = []
        var isInside = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            let first = line.first
            if isInside && (first == nil || first == "#") {
                undecided.append(line)
                continue
            }
            if first != " " && first != "\t" && first != "-" || line.hasPrefix("---") {
                isInside = line.prefixMatch(of: #/(["']?)([A-Za-z_]+)\1\s*:/#).map { $0.2 == key } ?? false
                removed = removed || isInside
            }
            if !isInside { kept += undecided + [line] }
            undecided = []
        }
        kept += undecided
        guard removed else { return nil }
        let separator = text.contains("\r\n") ? "\r\n" : "\n"
        let result = kept.joined(separator: separator)
        guard let before = try? YAMLNode.document(Array(text.utf8)),
            (try? YAMLNode.document(Array(result.utf8)))?.members ?? [:] == before.members.filter({ $0.key != key })
        else { return nil }
        return result
    }
}
