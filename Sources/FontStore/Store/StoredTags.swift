/// The form in which the store has the tags of a registration: joined by newlines, which no tag contains.
enum StoredTags {
    static func text(_ tags: [String]) -> String? { tags.isEmpty ? nil : tags.joined(separator: "\n") }

    static func tags(_ text: String?) -> [String] {
        text?.split(separator: "\n").map(String.init) ?? []
    }
}
