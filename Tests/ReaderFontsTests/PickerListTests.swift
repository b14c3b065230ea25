import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Lists of families and their edits.
@Suite struct PickerListTests {
    private static func row(_ id: String, _ category: FontCategory? = .serif, title: String? = nil) -> PickerRow {
        PickerRow(id: id, title: title, category: category.map { CategoryFinding($0, .known) })
    }

    private func filled() -> PickerList {
        var list = PickerList(locale: Locale(identifier: "en"))
        _ = list.update([Self.row("Lora"), Self.row("Literata"), Self.row("Lato", .sansSerif), Self.row("Odd", nil)])
        return list
    }

    @Test func familiesAreInTheSectionsOfTheirCategories() {
        let list = filled()
        #expect(list.revision == 1)
        #expect(list.section("serif").rows == ["Literata", "Lora"])
        #expect(list.section("sans-serif").rows == ["Lato"] && list.section("other").rows == ["Odd"])
        #expect(list.section("monospace").rows.isEmpty && list.row("Lora")?.title == "Lora")
    }

    @Test func aChangeIsItsEditsOnly() {
        var list = filled()
        #expect(list.update([Self.row("Lora")]) == nil)
        let added = list.update([Self.row("Lobster")])
        #expect(added?.steps == [.insert(section: "serif", index: 1, row: Self.row("Lobster"))])
        #expect(added?.oldRevision == 1 && added?.newRevision == 2)
        let removed = list.update([], removing: ["Lobster", "Literata", "None"])
        #expect(removed?.steps == [.remove(section: "serif", index: 1), .remove(section: "serif", index: 0)])
        let moved = list.update([Self.row("Lora", .display)])
        #expect(
            moved?.steps == [
                .remove(section: "serif", index: 0),
                .insert(section: "display", index: 0, row: Self.row("Lora", .display)),
            ])
    }

    @Test func anotherTitleMovesARowAndAnotherFactDoesNot() {
        var list = filled()
        let renamed = Self.row("Literata", title: "Zitat")
        #expect(
            list.update([renamed])?.steps == [
                .move(section: "serif", from: 0, to: 1),
                .update(section: "serif", index: 1, row: renamed, fields: [.title]),
            ])
        var badged = Self.row("Lora")
        badged.badges = ["new"]
        badged.isVariable = true
        #expect(
            list.update([badged])?.steps == [
                .update(section: "serif", index: 0, row: badged, fields: [.badges, .variable])
            ])
    }

    @Test func theFamiliesUsedLastAreAListOfTheirOwn() {
        var list = filled()
        #expect(
            list.setRecent(["Lora", "Gone"])?.steps == [.insert(section: "recent", index: 0, row: Self.row("Lora"))])
        #expect(
            list.setRecent(["Lato", "Lora"])?.steps == [
                .insert(section: "recent", index: 0, row: Self.row("Lato", .sansSerif))
            ])
        #expect(list.setRecent(["Lora", "Lato"])?.steps == [.move(section: "recent", from: 1, to: 0)])
        // A family that goes leaves both sections, and comes back to both.
        let gone = list.update([], removing: ["Lora"])
        #expect(gone?.steps == [.remove(section: "serif", index: 1), .remove(section: "recent", index: 0)])
        #expect(list.update([Self.row("Lora")])?.steps.count == 2)
        #expect(list.section("recent").rows == ["Lora", "Lato"])
    }

    @Test(arguments: [
        ("sour se", ["Source Serif 4"]), ("SERIF source", ["Source Serif 4"]), ("クレ", ["Klee One"]),
        ("klee", ["Klee One"]), ("ク", ["Klee One"]), ("ｌｏｒａ", ["Lora"]), ("lörà", ["Lora"]), ("source sans", []),
        ("ora", []), ("", ["Klee One", "Lora", "Source Serif 4"]), ("  ", ["Klee One", "Lora", "Source Serif 4"]),
    ])
    func searches(_ query: String, _ found: [String]) {
        var list = PickerList(locale: Locale(identifier: "en"))
        var klee = Self.row("Klee One")
        klee.names = ["Klee One", "クレー One"]
        _ = list.update([klee, Self.row("Source Serif 4"), Self.row("Lora")])
        _ = list.setSearch(FamilySearch(query))
        #expect(list.section("serif").rows == found)
        // What arrives meanwhile is searched as well.
        _ = list.update([Self.row("Aaa")])
        #expect(list.section("serif").rows.contains("Aaa") == (FamilySearch(query) == nil))
        _ = list.setSearch(nil)
        #expect(list.section("serif").rows == ["Aaa", "Klee One", "Lora", "Source Serif 4"])
    }

    /// Edits applied one by one to a copy lead to the list itself, whatever changes, and the list is in order.
    @Test(arguments: 0..<20) func editsLeadFromOneListToTheNext(seed: UInt64) {
        var random = SplitMix64(state: seed)
        var list = PickerList(locale: Locale(identifier: "en"))
        var copy = list
        var truth: [String: PickerRow] = [:]
        for _ in 0..<120 {
            let change: PickerChange?
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                let query = ["", "a", "b", "family 1", "2"].randomElement(using: &random) ?? ""
                change = list.setSearch(FamilySearch(query))
            case 1:
                change = list.setRecent((0..<3).map { _ in "Family \(Int.random(in: 0..<30, using: &random))" }.unique)
            default:
                var changed: [String: PickerRow] = [:]
                var gone: Set<String> = []
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let id = "Family \(Int.random(in: 0..<30, using: &random))"
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        gone.insert(id)
                    } else {
                        let title = ["A", "b", "C"].randomElement(using: &random).map { "\($0) \(id)" }
                        let category = ([nil] + FontCategory.allCases).randomElement(using: &random) ?? nil
                        changed[id] = Self.row(id, category, title: Bool.random(using: &random) ? title : nil)
                    }
                }
                change = list.update(Array(changed.values), removing: gone)
                for id in gone { truth[id] = nil }
                for (id, row) in changed { truth[id] = row }
            }
            if let change {
                #expect(change.oldRevision == copy.revision)
                var count = 0
                copy.apply(change, will: { _, before in #expect(before.revision == change.oldRevision) }) { _, _ in
                    count += 1
                }
                #expect(count == change.steps.count && copy.revision == list.revision)
            }
            for (section, own) in zip(list.sections, copy.sections) { #expect(section.rows == own.rows) }
        }
        _ = list.setSearch(nil)
        let comparator = FamilyNameComparator(locale: Locale(identifier: "en"))
        for section in list.sections where section.id != PickerList.recent {
            let expected = truth.values.filter { ($0.category?.category.rawValue ?? "other") == section.id }.sorted {
                let order = comparator.compare($0.title, $1.title)
                return order == .orderedSame ? $0.id < $1.id : order == .orderedAscending
            }
            #expect(section.rows == expected.map(\.id))
        }
    }
}

extension [String] {
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
