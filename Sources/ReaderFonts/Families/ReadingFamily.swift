public import FontModel
public import FontRegistry

/// A family with the facts by which a reader chooses it.
public struct ReadingFamily: Sendable, Hashable {
    /// The styles that a program must imitate if a family lacks them.
    public enum SyntheticStyle: String, Sendable, Hashable, Codable, CaseIterable {
        case bold, italic
    }

    /// What a list shows of a font besides its descriptor.
    public struct FontFact: Sendable, Hashable {
        /// The format of the file; nil if it is not known.
        ///
        /// Fonts of the system may have any format. Of a format that is not ``FontFormat/isSupported``, Pango lists the
        /// fonts but does not draw them.
        public var format: FontFormat?
        /// Whether programs see the font: false for a disabled font, one that fontconfig's configuration rejects, and one
        /// of the system that the user hides.
        public var isEnabled: Bool
    }

    public var family: FontFamily
    /// The facts of the fonts of ``family``, in the same order.
    public var fontFacts: [FontFact]
    /// The category; nil if nothing shows it.
    public var category: CategoryFinding?
    /// A text by which a list shows the family in its own letters; nil if its characters are not known.
    public var sample: Sample?
    /// The languages that a face of the family supports, sorted (BCP 47).
    public var languages: [String]
    /// The styles for which the family has no face.
    public var synthetic: [SyntheticStyle]
    /// The names of the badges.
    public var badges: [String]
    /// Whether the family has a variable face.
    public var isVariable: Bool

    /// Whether programs see a font of the family.
    public var isEnabled: Bool { fontFacts.contains(where: \.isEnabled) }
}

extension ReadingFamily {
    init(
        _ family: FontFamily, _ facts: [FontFact], _ measured: MeasuredFace?, decisions: [String: FontCategory],
        known: [String: FontCategory], badges: [BadgeKeys]
    ) {
        self.family = family
        fontFacts = facts
        let faces = family.fonts.map(\.face)
        let localized = faces.flatMap(\.localizedNames).filter { $0.kind == .family }.map(\.text)
        let names = [family.name] + Set(localized).sorted()
        let user = names.lazy.compactMap { decisions[KnownFamilies.key($0)] }.first
        category = CategoryFacts(names: names, measured).category(user: user, known: known)
        sample = measured?.sample.flatMap { Sample(text: $0.text, word: $0.kind) }
        languages = faces.sortedLanguages
        func spans(_ tag: String, to value: Double) -> Bool {
            faces.contains { $0.axes.contains { $0.tag == tag && $0.minimum < $0.maximum && $0.maximum >= value } }
        }
        let hasBold = faces.contains { $0.weight >= 600 } || spans("wght", to: 600)
        let hasItalic =
            faces.contains { $0.traits.contains(.italic) || $0.slant != 0 } || spans("ital", to: 1)
            || faces.contains { $0.axes.contains { $0.tag == "slnt" && $0.minimum < $0.maximum } }
        synthetic = (hasBold ? [] : [.bold]) + (hasItalic ? [] : [.italic])
        let keys = Set(names.map(KnownFamilies.key))
        self.badges = badges.filter { !$0.families.isDisjoint(with: keys) }.map(\.name)
        isVariable = faces.contains(where: \.isVariable)
    }

    /// Returns the category of a family by its name, or by the file of its most regular face, which is read each time.
    package static func category(
        of fonts: [FontDescriptor], names: [String], known: [String: FontCategory] = KnownFamilies.categories
    ) -> CategoryFinding? {
        let named = CategoryFacts(names: names).category(known: known)
        if named?.evidence == .known { return named }
        guard let regular = fonts.mostRegular, let path = regular.path else { return named }
        let measured = MeasuredFace(of: regular.face.index, inFile: path, FontDetails.ofFace(of: regular, at: path))
        return CategoryFacts(names: names, measured).category(known: known)
    }
}

/// A badge with its families in the form of ``KnownFamilies/key(_:)``.
struct BadgeKeys: Sendable {
    let name: String
    let families: Set<String>

    init(_ badge: FamilyBadge) { (name, families) = (badge.name, Set(badge.families.map(KnownFamilies.key))) }
}

extension [FontFace] {
    /// The languages that one of the faces supports, sorted.
    fileprivate var sortedLanguages: [String] {
        // Most faces of a family have one list, whose copies share their memory.
        if let first = first?.languages, allSatisfy({ $0.languages == first }),
            zip(first, first.dropFirst()).allSatisfy({ $0 < $1 })
        {
            return first
        }
        return Set(flatMap(\.languages)).sorted()
    }
}
