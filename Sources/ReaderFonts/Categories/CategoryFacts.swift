/// The facts of a family from which its category follows.
public struct CategoryFacts: Sendable, Hashable, Codable {
    /// The names of the family in all languages.
    public var names: [String]
    /// Whether `i`, `M`, `W`, `.`, `a` and `l` have one width; nil if the font lacks them.
    public var hasEqualAdvances: Bool?
    /// The ten numbers of PANOSE (`OS/2.panose`); empty if there are none.
    public var panose: [UInt8] = []
    /// The family class (`OS/2.sFamilyClass`): the class in the high byte.
    public var familyClass: Int?
    public var outlines: OutlineFacts?

    /// Returns the category by the strongest evidence; nil without any.
    ///
    /// - Parameters:
    ///   - user: The user's decision, if there is one.
    ///   - known: The categories of known families by folded name; see ``KnownFamilies``.
    public func category(
        user: FontCategory? = nil, known: [String: FontCategory] = KnownFamilies.categories
    ) -> CategoryFinding? {
        if let user { return CategoryFinding(user, .user) }
        if let category = names.lazy.compactMap({ known[KnownFamilies.key($0)] }).first {
            return CategoryFinding(category, .known)
        }
        if hasEqualAdvances == true { return CategoryFinding(.monospace, .advances) }
        let (panose, familyClass) = (byPanose, byClass)
        if let panose, Self.isForFewWords(panose) || panose == .monospace { return CategoryFinding(panose, .panose) }
        if let familyClass, Self.isForFewWords(familyClass) { return CategoryFinding(familyClass, .familyClass) }
        // Many display faces claim to be with or without serifs, which they are as well.
        let kind = outlines?.kind
        if kind == .display || kind == .handwriting, byName == nil || byName.map(Self.isForFewWords) == true {
            return byName.map { CategoryFinding($0, .name) }
                ?? CategoryFinding(kind == .display ? .display : .handwriting, .outline)
        }
        if let category = byName { return CategoryFinding(category, .name) }
        // Some fonts of one weight have the PANOSE of a template.
        if kind == .reading, outlines?.hasSerifs == false, panose == .serif {
            return CategoryFinding(.sansSerif, .outline)
        }
        if let panose { return CategoryFinding(panose, .panose) }
        if let familyClass { return CategoryFinding(familyClass, .familyClass) }
        // Shapes that may be of any kind are no evidence.
        guard kind != .uncertain else { return nil }
        return outlines?.hasSerifs.map { CategoryFinding($0 ? .serif : .sansSerif, .outline) }
    }

    private static func isForFewWords(_ category: FontCategory) -> Bool {
        category == .display || category == .handwriting
    }

    private var byPanose: FontCategory? {
        guard panose.count == 10 else { return nil }
        // The numbers for text describe Latin letters.
        if panose[0] == 2, outlines?.haveLetters == false { return nil }
        switch (panose[0], panose[1]) {
        // Measured advances are better evidence against one width than the proportion of PANOSE is for it.
        case (2, _) where panose[3] == 9 && hasEqualAdvances == nil: return .monospace
        case (2, 2...10): return .serif
        case (2, 11...15): return .sansSerif
        case (3, _): return .handwriting
        case (4, _): return .display
        default: return nil
        }
    }

    private var byClass: FontCategory? {
        switch familyClass.map({ $0 >> 8 & 0xFF }) {
        case 1, 2, 3, 4, 5, 7: .serif
        case 8: .sansSerif
        case 9: .display
        case 10: .handwriting
        default: nil
        }
    }

    /// The words by which families name their category, none of which was wrong for any of 101 families.
    private static let words: [String: FontCategory] = [
        "sans": .sansSerif, "gothic": .sansSerif, "grotesk": .sansSerif, "grotesque": .sansSerif, "serif": .serif,
        "roman": .serif, "slab": .serif, "antiqua": .serif, "mincho": .serif, "mono": .monospace,
        "monospace": .monospace, "script": .handwriting, "handwriting": .handwriting, "hand": .handwriting,
        "handwritten": .handwriting, "cursive": .handwriting, "brush": .handwriting, "calligraphy": .handwriting,
        "chancery": .handwriting, "scrawl": .handwriting, "display": .display, "sketch": .display,
        "outline": .display, "shadow": .display, "inline": .display, "stencil": .display, "poster": .display,
        "fatface": .display, "decorative": .display,
        // Styles of Arabic letters.
        "kufi": .sansSerif, "naskh": .serif,
    ]

    private var byName: FontCategory? {
        for name in names {
            let words = name.lowercased().split { !$0.isLetter }.map(String.init)
            // "Sans Mono" is monospace, "Sans Serif" is not a serif family.
            let found = Set(words.compactMap { Self.words[$0] })
            for category in [.monospace, .handwriting, .sansSerif, .serif, .display] as [FontCategory]
            where found.contains(category) {
                return category
            }
        }
        return nil
    }
}
