import FontModel
import ReaderFonts

/// A saved search.
package struct SmartCollection: Sendable, Hashable, Identifiable {
    package var id: String
    package var name: String
    /// The filter, whose choice of the side bar is not saved.
    package var filter: LibraryFilter
    /// Rules of later releases, which are kept and find nothing out.
    private(set) var unknown: [JSONValue] = []

    package init(id: String, name: String, filter: LibraryFilter) {
        self.id = id
        self.name = name
        self.filter = filter
        self.filter.choice = .all
    }

    /// Whether this release knows all rules.
    package var isComplete: Bool { unknown.isEmpty }

    /// The most saved searches and rules of one that are read.
    static let most = 1_000

    /// Reads a saved search; nil without a name and an identifier.
    init?(_ value: JSONValue) {
        guard let members = value.object, let id = members["id"]?.string, let name = members["name"]?.string,
            !id.isEmpty
        else { return nil }
        var filter = LibraryFilter(search: members["search"]?.string ?? "")
        filter.matchesAny = members["match"]?.string == "any"
        for rule in (members["rules"]?.array ?? []).prefix(Self.most) {
            if let known = FilterRule(rule) { filter.rules.append(known) } else { unknown.append(rule) }
        }
        self.id = id
        self.name = DisplayText.clean(name)
        self.filter = filter
    }

    var value: JSONValue {
        .object([
            "id": .string(id), "name": .string(name), "search": .string(filter.search),
            "match": .string(filter.matchesAny ? "any" : "all"),
            "rules": .array(filter.rules.map(\.value) + unknown),
        ])
    }
}

extension FilterRule {
    /// The conditions without a value, by the words for them.
    private static let plain: [String: Condition] = [
        "on": .on, "off": .off, "installed": .installed, "system": .system, "variable": .variable, "color": .color,
        "monospace": .monospace, "italic": .italic, "symbols": .symbols,
    ]

    /// Reads a rule; nil for one that this release does not know.
    init?(_ value: JSONValue) {
        guard let members = value.object, let kind = members["kind"]?.string,
            let condition = Self.plain[kind] ?? Self.condition(kind, members)
        else { return nil }
        self.init(condition, isReversed: members["not"]?.bool ?? false)
    }

    private static func condition(_ kind: String, _ members: [String: JSONValue]) -> Condition? {
        let text = members["value"]?.string
        switch kind {
        case "category": return text.flatMap(FontCategory.init(rawValue:)).map(Condition.category)
        case "language": return text.map(Condition.language)
        case "collection": return text.map(Condition.collection)
        case "provider": return text.map(Condition.provider)
        case "axis": return text.map(Condition.axis)
        case "feature": return text.map(Condition.feature)
        case "characters": return text.map(Condition.characters)
        case "designer": return text.map(Condition.designer)
        case "weight":
            guard let from = members["from"]?.number, let to = members["to"]?.number, from <= to else { return nil }
            return .weight(from...to)
        case "newer":
            guard let days = members["days"]?.number, (1...36_500).contains(days) else { return nil }
            return .newerThan(days: Int(days))
        default: return nil
        }
    }

    var value: JSONValue {
        var members: [String: JSONValue] = [:]
        func set(_ kind: String, _ text: String) {
            members = ["kind": .string(kind), "value": .string(text)]
        }
        switch condition {
        case .category(let category): set("category", category.rawValue)
        case .language(let language): set("language", language)
        case .collection(let id): set("collection", id)
        case .provider(let id): set("provider", id)
        case .axis(let tag): set("axis", tag)
        case .feature(let tag): set("feature", tag)
        case .characters(let text): set("characters", text)
        case .designer(let words): set("designer", words)
        case .weight(let range):
            members = [
                "kind": .string("weight"), "from": .number(range.lowerBound), "to": .number(range.upperBound),
            ]
        case .newerThan(let days): members = ["kind": .string("newer"), "days": .number(Double(days))]
        case .on, .off, .installed, .system, .variable, .color, .monospace, .italic, .symbols:
            let kind = Self.plain.first { $0.value == condition }?.key ?? ""
            members = ["kind": .string(kind)]
        }
        if isReversed { members["not"] = .bool(true) }
        return .object(members)
    }
}
