import FontRegistry
import Foundation

/// A family in a list to choose from.
public struct PickerRow: Sendable, Hashable, Identifiable {
    /// The facts of a row that may change.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case title, category, synthetic, badges, variable, version, names, tags
    }

    /// The family's name, which stays the same as long as the family exists.
    public var id: String
    /// The name in the language of the list.
    public var title: String
    public var category: CategoryFinding?
    public var synthetic: [ReadingFamily.SyntheticStyle]
    public var badges: [String]
    public var isVariable: Bool
    /// The version of the family's first font.
    public var version: String?
    /// The names in all languages, which a search finds.
    public var names: [String]
    /// The tags of the family's registered fonts, sorted: the collections that it is in.
    public var tags: [String]

    public init(
        id: String, title: String? = nil, category: CategoryFinding? = nil,
        synthetic: [ReadingFamily.SyntheticStyle] = [], badges: [String] = [], isVariable: Bool = false,
        version: String? = nil, names: [String] = [], tags: [String] = []
    ) {
        self.id = id
        self.title = title ?? id
        self.category = category
        self.synthetic = synthetic
        self.badges = badges
        self.isVariable = isVariable
        self.version = version
        self.names = names
        self.tags = tags
    }

    /// The row of a family.
    public init(_ family: ReadingFamily) {
        let localized = family.family.fonts.flatMap(\.face.localizedNames).filter { $0.kind == .family }.map(\.text)
        self.init(
            id: family.family.name, title: family.family.localizedName, category: family.category,
            synthetic: family.synthetic, badges: family.badges, isVariable: family.isVariable,
            version: family.family.fonts.first?.face.version, names: Set(localized).sorted(),
            tags: family.family.tags)
    }

    /// Returns the facts that differ from those of another row.
    func changedFields(since old: PickerRow) -> Set<Field> {
        var fields: Set<Field> = []
        if title != old.title { fields.insert(.title) }
        if category != old.category { fields.insert(.category) }
        if synthetic != old.synthetic { fields.insert(.synthetic) }
        if badges != old.badges { fields.insert(.badges) }
        if isVariable != old.isVariable { fields.insert(.variable) }
        if version != old.version { fields.insert(.version) }
        if names != old.names { fields.insert(.names) }
        if tags != old.tags { fields.insert(.tags) }
        return fields
    }
}

extension FontFamily {
    /// The tags of the registered fonts, sorted.
    var tags: [String] {
        let tags = fonts.flatMap { font -> [String] in
            if case .registered(_, _, _, _, let tags) = font.origin { tags } else { [] }
        }
        return Set(tags).sorted()
    }
}
