/// The kinds of families among which readers choose.
public enum FontCategory: String, Sendable, Hashable, Codable, CaseIterable {
    case serif
    case sansSerif = "sans-serif"
    case monospace
    case display
    case handwriting
}

/// The category of a family, and why it is the category.
public struct CategoryFinding: Sendable, Hashable, Codable {
    /// The kinds of evidence, strongest first.
    public enum Evidence: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user's decision.
        case user
        /// The table of known families; see ``KnownFamilies``.
        case known
        /// Letters of different shapes have one width.
        case advances
        /// PANOSE (`OS/2`).
        case panose
        /// The family class (`OS/2.sFamilyClass`).
        case familyClass
        /// A word in the name of the family, such as Sans.
        case name
        /// The outlines of letters; see ``OutlineFacts``.
        case outline
    }

    public var category: FontCategory
    public var evidence: Evidence

    public init(_ category: FontCategory, _ evidence: Evidence) {
        self.category = category
        self.evidence = evidence
    }
}
