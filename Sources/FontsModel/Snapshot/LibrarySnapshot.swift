import FontLookup
package import FontModel
import FontRegistry
import Foundation
import ReaderFonts

/// What the library has at one time: the rows of all families, and the side bar.
package struct LibrarySnapshot: Sendable {
    /// The number of changes so far.
    package internal(set) var revision = 0
    /// The rows of all families, in the order of a menu in the user's language.
    package internal(set) var rows: [FamilyRow] = []
    /// The facts of families by id.
    package internal(set) var facts: [String: FamilyFacts] = [:]
    /// The languages of families; see ``FamilyFacts/languageSet``.
    package internal(set) var languageSets: [[String]] = []
    package internal(set) var collections: [FontCollection] = [] { didSet { findMembers() } }
    package internal(set) var providers: [ProviderFacts] = []
    /// The families of collections that are there now, by the collection's id; the name in a collection may be in another
    /// language, or of a family that is gone.
    package private(set) var members: [String: Set<String>] = [:]
    private var places: [String: Int] = [:]

    package init() {}

    /// Returns the row of a family; nil if there is no such family.
    package func row(_ id: String) -> FamilyRow? { places[id].map { rows[$0] } }

    /// The number of families, and of those that are turned off, as the line below the list.
    package var summary: String {
        let families = trn("{count} family", "{count} families", rows.count)
        let off = rows.count { $0.state == .off }
        guard off > 0 else { return families }
        return tr("{families}, {off}").filled(["families": families, "off": trn("{count} off", "{count} off", off)])
    }

    /// Returns the languages of a family (BCP 47).
    package func languages(of id: String) -> [String] { facts[id].map { languageSets[$0.languageSet] } ?? [] }

    /// Returns the families with a font in one of some files: registrations by id, and files of the system by path.
    func families(in files: Set<String>) -> Set<String> {
        Set(
            facts.filter { _, facts in
                facts.registrations.contains(where: files.contains) || facts.systemFiles.contains(where: files.contains)
            }.keys)
    }

    /// Puts families in place of those of some names; nil for all names.
    ///
    /// A row that shows the same as before keeps its revision.
    ///
    /// - Returns: Whether anything is different.
    mutating func replace(
        _ names: Set<String>?, with families: [LibraryFamily], by builder: inout RowBuilder,
        in comparator: FamilyNameComparator
    ) -> Bool {
        var new: [FamilyRow] = []
        var isDifferent = false
        var kept = facts
        for name in names ?? Set(facts.keys) { kept[name] = nil }
        for family in families {
            guard let built = builder.build(family) else { continue }
            var row = built.row
            if let old = self.row(row.id) {
                row.revision = row.isEqual(old) ? old.revision : old.revision + 1
                isDifferent = isDifferent || row.revision != old.revision || facts[row.id] != built.facts
            } else {
                isDifferent = true
            }
            new.append(row)
            kept[row.id] = built.facts
        }
        languageSets = builder.languageSets
        isDifferent = isDifferent || kept.count != facts.count
        guard isDifferent else { return false }
        facts = kept
        func isBefore(_ one: FamilyRow, _ other: FamilyRow) -> Bool {
            let order = comparator.compare(one.title, other.title)
            return order == .orderedSame ? one.id < other.id : order == .orderedAscending
        }
        new.sort(by: isBefore)
        let changed = Set(new.map(\.id))
        let rest = rows.filter { kept[$0.id] != nil && !changed.contains($0.id) }
        rows = Self.merged(rest, new, isBefore)
        places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
        findMembers()
        return true
    }

    /// The titles of the families, by the PostScript names of their fonts.
    package var familiesByFont: [String: String] {
        Dictionary(
            rows.flatMap { row in (facts[row.id]?.postscriptNames ?? []).map { ($0, row.title) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Finds the families of collections among the rows.
    private mutating func findMembers() {
        let names = Set(collections.flatMap(\.allFamilies))
        var ids: [String: String] = [:]
        let unknown = Dictionary(
            grouping: names.filter { places[$0] == nil }, by: LookupName.fold)
        for name in names where places[name] != nil { ids[name] = name }
        if !unknown.isEmpty {
            for row in rows {
                for name in [LookupName.fold(row.id)] + (facts[row.id]?.otherNames ?? []) {
                    for given in unknown[name] ?? [] where ids[given] == nil { ids[given] = row.id }
                }
            }
        }
        members = Dictionary(
            collections.map { ($0.id, Set($0.allFamilies.compactMap { ids[$0] })) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Puts sorted rows into sorted ones.
    private static func merged(
        _ rows: [FamilyRow], _ new: [FamilyRow], _ isBefore: (FamilyRow, FamilyRow) -> Bool
    ) -> [FamilyRow] {
        guard !new.isEmpty else { return rows }
        guard !rows.isEmpty else { return new }
        var merged = rows
        // Few are searched for their places, many are sorted with the others.
        guard new.count <= 32 else { return (rows + new).sorted(by: isBefore) }
        for row in new {
            var (low, high) = (0, merged.count)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(merged[middle], row) { low = middle + 1 } else { high = middle }
            }
            merged.insert(row, at: low)
        }
        return merged
    }
}
