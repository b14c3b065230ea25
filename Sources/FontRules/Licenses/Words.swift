/// The words of copyrights and names, in lower case.
package enum Words {
    /// Words before the holder.
    private static let introductions: Set<Substring> = ["copyright", "copr", "c", "by", "the", "and"]
    /// Words after the holder.
    private static let ends: Set<Substring> = ["http", "https", "www", "with", "all", "inc", "ltd", "llc"]

    package static func of(_ text: String) -> [Substring] { text.lowercased().split { !$0.isLetter && !$0.isNumber } }

    /// Returns the words of the holder in the line of a copyright: `[lora, project, authors]`.
    package static func holder(_ line: String) -> ArraySlice<Substring> {
        let words = of(line).drop { introductions.contains($0) || $0.allSatisfy(\.isNumber) }
        return words.prefix { !ends.contains($0) }
    }

    /// Whether a line has a name as words, which are written together in one of the two or not.
    package static func has(_ line: String, name: String) -> Bool {
        let name = of(name).joined(separator: "")
        guard name.count > 1 else { return false }
        let words = of(line)
        return words.indices.contains { start in
            var rest = name[...]
            for word in words[start...] {
                guard rest.hasPrefix(word) else { return false }
                rest = rest.dropFirst(word.count)
                if rest.isEmpty { return true }
            }
            return false
        }
    }

    /// Whether a name of a file, which has no blanks, begins with one of the reserved names.
    package static func begins(_ family: String, with reserved: [String]) -> Bool {
        let family = of(family).joined(separator: "")
        return reserved.contains { name in
            let name = of(name).joined(separator: "")
            return name.count > 2 && family.hasPrefix(name)
        }
    }
}
