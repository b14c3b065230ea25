import FontModel

/// The items of a catalogue by name, so that a look-up does not walk through all fonts, as fontconfig's do.
struct NameIndex: Sendable {
    /// By PostScript name, exactly.
    private(set) var postscript: [String: [Int]] = [:]
    /// By the PostScript names that fontconfig's patterns of named instances suggest, exactly.
    private(set) var instances: [String: [Int]] = [:]
    /// By family in any language, in lower case.
    private(set) var families: [String: [Int]] = [:]
    /// By full name in any language, in lower case.
    private(set) var fullNames: [String: [Int]] = [:]

    /// Reads the names of all items.
    init(_ catalogue: PatternCatalogue) {
        postscript.reserveCapacity(catalogue.items.count)
        for (index, item) in catalogue.items.enumerated() {
            if let name = item.pattern.postscriptName { postscript.add(index, to: name) }
            PatternNames.forEach(.family, in: item.pattern) { families.add(index, to: $0.lowercased()) }
            PatternNames.forEach(.fullName, in: item.pattern) { fullNames.add(index, to: $0.lowercased()) }
            // The instance at the default location has no pattern of its own.
            if item.isVariable { instances.addOnce(index, to: Self.formedName(item.pattern)) }
        }
        for instance in catalogue.instances {
            if let name = instance.pattern.postscriptName { instances.addOnce(instance.item, to: name) }
            instances.addOnce(instance.item, to: Self.formedName(instance.pattern))
        }
    }

    /// The PostScript name formed from family and style.
    private static func formedName(_ pattern: PatternView) -> String {
        let family = PatternNames(.family, in: pattern).main ?? ""
        let style = PatternNames(.style, in: pattern).main ?? ""
        return "\(family)-\(style)".filter { $0 != " " }
    }
}

extension [String: [Int]] {
    /// Adds an index once; calls come in ascending order of indices.
    fileprivate mutating func add(_ index: Int, to name: String) {
        guard !name.isEmpty, self[name]?.last != index else { return }
        self[name, default: []].append(index)
    }

    /// Adds an index once, in any order of indices, to a list that stays short.
    fileprivate mutating func addOnce(_ index: Int, to name: String) {
        guard !name.isEmpty, self[name]?.contains(index) != true else { return }
        self[name, default: []].append(index)
    }
}
