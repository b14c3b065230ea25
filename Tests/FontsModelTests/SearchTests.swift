import FontModel
import Foundation
import ReaderFonts
import TestSupport
import Testing

@testable import FontsModel

/// The search field, and rules that combine.
@Suite struct SearchTests {
    private let made = MadeSnapshot([
        madeFamily(
            [
                madeFont(
                    madeFace(
                        "Klee One", names: [LocalizedName(kind: .family, language: "ja", text: "クレー One")],
                        languages: ["en", "ja"]), id: "k", provider: "catalog:example")
            ], category: .handwriting),
        madeFamily(
            [
                madeFont(
                    madeFace(
                        "Source Serif 4",
                        axes: [
                            VariationAxis(tag: "opsz", name: "Optical", minimum: 8, defaultValue: 12, maximum: 60)
                        ])),
                madeFont(madeFace("Source Serif 4", "Italic", traits: .italic)),
            ], category: .serif, modified: 2_000),
        madeFamily([madeFont(madeFace("Café"), id: "c", isOn: false)], off: [0], modified: 1_000),
        madeFamily([madeFont(madeFace("Code", languages: ["zh-cn"], traits: .monospace))], size: 9_000),
    ])

    /// A family that is not there may be in a catalogue, and programs show another one meanwhile.
    @Test func aFamilyThatIsNotThereHasASubstitute() {
        var page = EmptyPage(LibraryFilter(search: " Comic  Sans"))
        #expect(page.name == "Comic Sans" && page.clearsFilter)
        var explained = ExplainedFont(query: "Comic Sans", situation: .notFound, isVisible: false, advice: "None.")
        let body = page.body
        page.add(explained)
        #expect(page.body == body)
        explained.substitute = madeFont(madeFace("DejaVu Sans", "Book"))
        page.add(explained)
        #expect(page.body == body + " Programs show DejaVu Sans Book in its place.")
        #expect(EmptyPage(LibraryFilter(search: "Lora", rules: [FilterRule(.off)])).name == nil)
        #expect(EmptyPage(LibraryFilter(.installed)).name == nil)
    }

    @Test(arguments: [
        ("sour se", ["Source Serif 4"]), ("4 source", ["Source Serif 4"]), ("ource", []), ("cafe", ["Café"]),
        ("CAFE\u{301}", ["Café"]), ("ＣＡＦＥ", ["Café"]), ("クレ", ["Klee One"]), ("ｸﾚｰ", ["Klee One"]),
        ("レー", ["Klee One"]), ("sourceserif4-italic", ["Source Serif 4"]), ("SourceSerif4-Ital", ["Source Serif 4"]),
        ("japan", ["Klee One"]), ("opsz", ["Source Serif 4"]), ("japanese klee", ["Klee One"]),
        ("japanese source", []), ("   ", ["Café", "Code", "Klee One", "Source Serif 4"]),
    ]) func namesInAnyFormLanguagesAndAxesAreFound(_ text: String, _ families: [String]) {
        #expect(made.found(LibraryFilter(search: text)) == families)
    }

    @Test func codePointsAndSingleCharactersAskForCharacters() {
        let query = SearchQuery("U+0416 я x u+zz")
        #expect(query.characters == "Ж" && query.singles == ["я"] && query.words == ["x", "u+zz"])
        #expect(SearchQuery.codePoint("U+D800") == nil && SearchQuery.codePoint("U+110000") == nil)
        #expect(SearchQuery.codePoint("U+1F600") == "😀" && SearchQuery.codePoint("0416") == nil)
        let filter = LibraryFilter(search: "U+0416")
        #expect(filter.questions() == [.characters("Ж")] && filter.needsAnswers)
        #expect(made.found(filter).isEmpty, "an open question finds nothing")
        #expect(made.found(filter, SearchAnswers([.characters("Ж"): ["Code"]])) == ["Code"])
        // A character may also be part of a name.
        let single = LibraryFilter(search: "レ")
        #expect(made.found(single, SearchAnswers([.characters("レ"): ["Code"]])) == ["Code", "Klee One"])
    }

    @Test func designersAndFeaturesAreAskedFor() {
        let filter = LibraryFilter(search: "smcp fontworks")
        #expect(
            filter.questions() == [.feature("smcp"), .designer("smcp"), .designer("fontworks")])
        let answers = SearchAnswers([
            .feature("smcp"): ["Klee One", "Code"], .designer("fontworks"): ["Klee One"], .designer("smcp"): [],
        ])
        #expect(made.found(filter, answers) == ["Klee One"])
        #expect(FeatureName.tag("ss07") == "ss07" && FeatureName.tag("SMCP") == "smcp")
        #expect(FeatureName.tag("sans") == nil && FeatureName.tag("ssxx") == nil)
    }

    @Test(arguments: [
        (SidebarChoice.installed, ["Café", "Klee One"]), (.off, ["Café"]), (.system, ["Code", "Source Serif 4"]),
        (.category(.serif), ["Source Serif 4"]), (.language("ja"), ["Klee One"]), (.language("zh"), ["Code"]),
        (.provider("catalog:example"), ["Klee One"]), (.collection("none"), []), (.smart("none"), []),
    ]) func choicesOfTheSideBar(_ choice: SidebarChoice, _ families: [String]) {
        #expect(made.found(LibraryFilter(choice)) == families)
        #expect(SidebarChoice(word: choice.word) == choice)
    }

    @Test(arguments: [
        (FilterRule.Condition.variable, ["Source Serif 4"]), (.italic, ["Source Serif 4"]), (.monospace, ["Code"]),
        (.axis("opsz"), ["Source Serif 4"]), (.on, ["Code", "Klee One", "Source Serif 4"]),
        (.weight(300...450), ["Café", "Code", "Klee One", "Source Serif 4"]), (.weight(600...700), []),
        (.newerThan(days: 1), ["Source Serif 4"]), (.color, []), (.symbols, []), (.off, ["Café"]),
    ]) func rules(_ condition: FilterRule.Condition, _ families: [String]) {
        let now = Date(timeIntervalSince1970: 2_000 + 86_400)
        let all = made.titles
        for (isReversed, expected) in [(false, families), (true, all.filter { !families.contains($0) })] {
            let filter = LibraryFilter(rules: [FilterRule(condition, isReversed: isReversed)])
            #expect(filter.rows(in: made.snapshot, now: now).map(\.id) == expected)
        }
        #expect(!FilterRule(condition).text(in: made.snapshot).isEmpty)
    }

    @Test func rulesCombine() {
        let rules = [FilterRule(.installed), FilterRule(.monospace)]
        #expect(made.found(LibraryFilter(rules: rules)).isEmpty)
        #expect(made.found(LibraryFilter(rules: rules, matchesAny: true)) == ["Café", "Code", "Klee One"])
        #expect(made.found(LibraryFilter(.off, search: "caf", rules: [FilterRule(.installed)])) == ["Café"])
        // An open question finds nothing, reversed or not.
        let open = FilterRule(.feature("smcp"), isReversed: true)
        #expect(made.found(LibraryFilter(rules: [open])).isEmpty)
        #expect(made.found(LibraryFilter(rules: [open]), SearchAnswers([.feature("smcp"): ["Code"]])).count == 3)
        #expect(open.text(in: made.snapshot) == "not: feature smcp")
    }

    @Test func aSavedSearchIsChosen() {
        let saved = SmartCollection(
            id: "s", name: "Mine", filter: LibraryFilter(.off, search: "klee", rules: [FilterRule(.installed)]))
        #expect(saved.filter.choice == .all)
        let filter = LibraryFilter(.smart("s"), search: "one")
        #expect(filter.rows(in: made.snapshot, smart: [saved]).map(\.id) == ["Klee One"])
        let asking = SmartCollection(id: "a", name: "A", filter: LibraryFilter(search: "U+0416"))
        #expect(LibraryFilter(.smart("a")).questions(smart: [asking]) == [.characters("Ж")])
    }

    @Test func orders() {
        let rows = made.snapshot.rows
        #expect(RowOrder.name.sorted(rows) == rows)
        #expect(RowOrder.date.sorted(rows).map(\.id) == ["Source Serif 4", "Café", "Code", "Klee One"])
        #expect(RowOrder.size.sorted(rows).map(\.id) == ["Code", "Café", "Klee One", "Source Serif 4"])
    }

    @Test func theSelectionStaysAtItsPlace() {
        let old = ["A", "B", "C", "D"]
        let selection = ListSelection(["B", "C"], top: "B")
        #expect(selection.single == nil && ListSelection(["B"]).single == "B")
        #expect(selection.following(from: old, to: ["C", "A", "B"]).families == ["C", "B"])
        #expect(selection.following(from: old, to: ["A", "C", "D"]) == ListSelection(["C"], top: "C"))
        #expect(selection.following(from: old, to: ["A", "D"]) == ListSelection(["D"], top: "D"))
        #expect(selection.following(from: old, to: ["A"]) == ListSelection(["A"], top: "A"))
        #expect(selection.following(from: old, to: []) == ListSelection())
        #expect(ListSelection().following(from: old, to: ["A"]) == ListSelection())
    }

    /// What is compared stays while a search is typed that does not find it.
    @Test func aSearchHidesNoSelection() {
        let selection = ListSelection(["B", "C"])
        #expect(selection.keeping(["C", "A", "B"]) == ["C", "B"])
        #expect(selection.held(outside: ["A", "B", "C"]) { _ in true } == nil)
        #expect(selection.held(outside: ["A", "C"]) { _ in true } == ["B", "C"])
        #expect(selection.held(outside: ["A"]) { $0 == "C" } == ["C"], "what is gone is not held")
        #expect(selection.held(outside: ["A", "C"]) { $0 == "C" } == nil)
    }

    /// A name that begins with the text precedes names that have it, and these the languages.
    @Test func theLikeliestFamiliesComeFirst() {
        let lithuanian = { (name: String) in madeFamily([madeFont(madeFace(name, languages: ["lt"]))]) }
        let made = MadeSnapshot(
            [
                lithuanian("Abel"), lithuanian("Literata"), systemFamily("Book Literal"), lithuanian("Zilla"),
                systemFamily("Other"),
            ])
        func list(_ search: String, _ order: RowOrder = .name) -> [String] {
            VisibleList(made.snapshot, LibraryFilter(search: search), order).ids
        }
        #expect(list("lit") == ["Literata", "Book Literal", "Abel", "Zilla"])
        #expect(list("book li") == ["Book Literal"] && list("lithuanian") == ["Abel", "Literata", "Zilla"])
        #expect(list("") == ["Abel", "Book Literal", "Literata", "Other", "Zilla"])
        #expect(list("lit", .size).first == "Abel", "another order is the user's")
    }

    /// The library answers, and remembers its answers until it changes.
    @Test(.fewAtOnce) func theLibraryAnswers() async throws {
        let test = try TestLibrary()
        try await test.install(
            SyntheticFont(family: "Latin") { $0.rawNames = [.windows(9, "Ann Other")] },
            SyntheticFont(family: "Cyrillic") { $0.characters = [0x20...0x7E, 0x410...0x44F] })
        let made = MadeSnapshot(try await test.library.families(nil))
        let answerer = SearchAnswerer(test.library)
        let questions: Set<SearchQuestion> = [.characters("Ж"), .designer("oth"), .designer("else")]
        let answers = try await answerer.answers(to: questions, in: made.snapshot)
        #expect(made.found(LibraryFilter(search: "U+0416"), answers) == ["Cyrillic"])
        #expect(answers.has("Latin", .designer("oth")) && !answers.has("Cyrillic", .designer("oth")))
        #expect(answers.isAnswered(.designer("else")) && !answers.isAnswered(.feature("smcp")))
        try await test.manager.unregister(.name("Cyrillic-Regular"))
        let old = try await answerer.answers(to: [.characters("Ж")], in: made.snapshot)
        #expect(old.has("Cyrillic", .characters("Ж")))
        var newer = made.snapshot
        newer.revision += 1
        let new = try await answerer.answers(to: [.characters("Ж")], in: newer)
        #expect(!new.has("Cyrillic", .characters("Ж")))
    }

    /// What is read from files is of fonts in any state, and of a file as it is now.
    @Test(.fewAtOnce) func designersAndFeaturesAreThoseOfTheFileNow() async throws {
        func font(_ family: String, by designer: String, _ features: String...) -> SyntheticFont {
            SyntheticFont(family: family) { font in
                font.rawNames = [.windows(9, designer)]
                font.extraTables["GSUB"] = SyntheticFeature.table(features.map { SyntheticFeature($0) })
            }
        }
        let test = try TestLibrary(system: [font("Plain", by: "Ann Other", "smcp")])
        try await test.install(font("Lora", by: "Bob Same", "smcp", "onum"))
        try await test.manager.setEnabled(false, .name("Lora-Regular"))
        let library = test.library
        func designed(_ name: String) async throws -> Set<String> {
            try await library.familyNames(designedBy: try #require(FamilySearch(name)))
        }
        #expect(try await library.familyNames(withFeature: "smcp") == ["Plain", "Lora"])
        #expect(try await library.familyNames(withFeature: "onum") == ["Lora"])
        #expect(try await library.familyNames(withFeature: "zero").isEmpty)
        #expect(try await designed("bob") == ["Lora"])
        // Another process reads the fonts after the file was replaced at its path.
        try Data(font("Plain", by: "Carla Next", "zero", "frac").build()).write(
            to: URL(filePath: test.folder + "/Plain-Regular.ttf"), options: .atomic)
        #expect(try await library.familyNames(withFeature: "zero") == ["Plain"])
        #expect(try await library.familyNames(withFeature: "smcp") == ["Lora"])
        #expect(try await designed("carla") == ["Plain"])
        #expect(try await designed("ann").isEmpty)
        // Fonts of the system that the user hides are found, too.
        try await test.manager.setEnabled(false, [.family("Plain")])
        #expect(try await library.familyNames(withFeature: "zero") == ["Plain"])
    }
}
