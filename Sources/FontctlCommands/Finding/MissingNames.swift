import FontAdvice
import FontRegistry

/// The names of a command line that mean none of the fonts that programs can use.
struct MissingNames: Sendable {
    /// The names, with similar ones.
    private var names: [(name: String, near: [String])] = []

    init() {}

    /// Chooses what names mean, and searches for similar names of those that mean nothing.
    ///
    /// - Parameters:
    ///   - texts: Names, or patterns as of a shell; if there are none, all elements are kept.
    ///   - isNamed: Whether an element has a name.
    ///   - names: The names of an element for patterns.
    init<Element>(
        keeping texts: [String], of elements: inout [Element], by manager: FontManager,
        areFamilies: Bool, where isNamed: (Element, String) -> Bool, names: (Element) -> [String]
    ) async {
        guard !texts.isEmpty else { return }
        var kept: Set<Int> = []
        var missing: [String] = []
        for text in texts {
            let pattern = NamePattern(text)
            let places = elements.indices.filter { place in
                isNamed(elements[place], text)
                    || pattern.map { pattern in names(elements[place]).contains(where: pattern.matches) } ?? false
            }
            if places.isEmpty { missing.append(text) }
            kept.formUnion(places)
        }
        let near = await manager.nearNames(to: missing, in: texts, areFamilies: areFamilies)
        elements = elements.indices.filter(kept.contains).map { elements[$0] }
        self.names = missing.map { ($0, near[$0] ?? []) }
    }

    var isEmpty: Bool { names.isEmpty }

    /// The member for documents; nil if no name is missing.
    var json: JSON? { names.isEmpty ? nil : JSON(names.map(\.name)) }

    /// A line for each name.
    var lines: [String] {
        names.map { "\($0.name): No available font has that name.\(NearNames.question($0.near)) (201)" }
    }
}
