import FontRegistry
import Foundation
import ReaderFonts

/// The families that a search finds.
struct SearchResults {
    /// A name that has the words of the search; the first ones are the best.
    enum Match: Int, Sendable, Hashable, Comparable {
        case family, familyBeginning, familyWord, localizedFamily, name, tag, designer

        static func < (lhs: Match, rhs: Match) -> Bool { lhs.rawValue < rhs.rawValue }

        /// The word in JSON and lists.
        var word: String {
            switch self {
            case .family, .familyBeginning, .familyWord: "family"
            case .localizedFamily: "localized"
            case .name: "name"
            case .tag: "tag"
            case .designer: "designer"
            }
        }
    }

    enum Origin: String, Sendable {
        case registered, system
    }

    struct Family: Sendable, Hashable {
        var name: String
        /// The name for people.
        var shownName: String
        var origin: Origin
        var match: Match
        /// The text that has the words.
        var text: String
        var postscriptNames: [String]
    }

    private struct Key: Hashable {
        var family: String
        var origin: Origin
    }

    private let search: FamilySearch
    private var found: [Key: Family] = [:]

    private let (locale, order): (Locale, Locale)

    /// - Parameters:
    ///   - locale: The locale of names for people.
    ///   - order: The locale by whose rules families are sorted.
    init(
        _ search: FamilySearch, locale: Locale = Locale(identifier: "en_001"),
        order: Locale = Locale(identifier: "en_001")
    ) {
        self.search = search
        (self.locale, self.order) = (locale, order)
    }

    /// Adds a face if one of its names, or a collection, has the words.
    ///
    /// - Returns: Whether it was added.
    @discardableResult
    mutating func add(_ face: FontFace, _ origin: Origin, tags: [String]) -> Bool {
        guard let (match, text) = best(face, tags) else { return false }
        add(face, origin, match, text)
        return true
    }

    /// Adds a face if one of its designers has the words.
    mutating func add(_ face: FontFace, _ origin: Origin, by designers: [String]) {
        if let name = designers.first(where: search.finds) { add(face, origin, .designer, name) }
    }

    private mutating func add(_ face: FontFace, _ origin: Origin, _ match: Match, _ text: String) {
        let key = Key(family: face.family, origin: origin)
        guard var family = found[key] else {
            found[key] = Family(
                name: face.family, shownName: face.shownName(.family, for: locale), origin: origin, match: match,
                text: text,
                postscriptNames: [face.postscriptName])
            return
        }
        if match < family.match { (family.match, family.text) = (match, text) }
        if !family.postscriptNames.contains(face.postscriptName) { family.postscriptNames.append(face.postscriptName) }
        found[key] = family
    }

    private func best(_ face: FontFace, _ tags: [String]) -> (Match, String)? {
        if search.equals(face.family) { return (.family, face.family) }
        if search.begins(face.family) { return (.familyBeginning, face.family) }
        if search.finds(face.family) { return (.familyWord, face.family) }
        let localized = face.localizedNames.filter { $0.kind == .family }.map(\.text)
        if let name = localized.first(where: search.finds) { return (.localizedFamily, name) }
        let names =
            [face.fullName, face.postscriptName] + [face.legacyFamily].compactMap(\.self)
            + face.localizedNames.filter { $0.kind != .family }.map(\.text)
            + face.instances.map { "\(face.family) \($0.name)" }
        if let name = names.first(where: search.finds) { return (.name, name) }
        return tags.first(where: search.finds).map { (.tag, $0) }
    }

    /// The families, best first.
    var families: [Family] {
        let comparator = FamilyNameComparator(locale: order)
        return found.values.sorted { one, other in
            if one.match != other.match { return one.match < other.match }
            return switch comparator.compare(one.shownName, other.shownName) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: one.origin.rawValue < other.origin.rawValue
            }
        }
    }
}

/// The result of `search`.
struct SearchReport: Report {
    var query: String
    var families: [SearchResults.Family]
    var terminal: FittedTable.Terminal?

    var json: JSON {
        [
            "query": .string(query),
            "families": .array(
                families.map { family in
                    [
                        "family": .string(family.name), "origin": .string(family.origin.rawValue),
                        "matchedBy": .string(family.match.word), "match": .string(family.text),
                        "postscriptNames": JSON(family.postscriptNames),
                    ]
                }),
        ]
    }

    var text: TextOutput {
        let rows = families.map { family in
            [
                family.shownName,
                family.shownName.contains(family.text) && family.match != .name
                    ? "" : "\(family.match.word): \(family.text)",
                counted(family.postscriptNames.count, "face"), family.origin.rawValue,
            ]
        }
        guard let terminal else { return TextOutput(rows) }
        var text = TextOutput()
        text.table(
            FittedTable(
                header: ["FAMILY", "MATCH", "FACES", "ORIGIN"], rows: rows.map { .init(cells: $0) },
                terminal: terminal))
        return text
    }

    var hint: String? { "No font matches “\(query)”. `fontctl families` lists all families." }
}
