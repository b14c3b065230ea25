import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Lists of families that follow the registry.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct FontPickerTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let picker: FontPicker

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
        picker = FontPicker(fonts, locale: Locale(identifier: "en"))
    }

    @discardableResult
    private func register(_ font: SyntheticFont, _ options: RegistrationOptions = .init()) async throws -> Registration?
    {
        try await fonts.register(URL(filePath: try home.write(font)), scope: .persistent, options: options)
            .outcomes.first?.registration
    }

    /// Applies the next change, and checks that it leads to what a new picker lists.
    private func follow(_ list: inout PickerList) async throws -> PickerChange {
        let change = try #require(try await picker.next())
        list.apply(change)
        let anew = try await FontPicker(fonts, locale: Locale(identifier: "en")).list()
        #expect(list.sections.map(\.rows) == anew.sections.map(\.rows))
        for id in anew.ids { #expect(list.row(id) == anew.row(id)) }
        return change
    }

    @Test func changesOfTheRegistryAreEdits() async throws {
        try await register(SyntheticFont(family: "Lora"))
        var list = try await picker.list()
        #expect(list.section("serif").rows == ["Lora"] && list.row("Lora")?.synthetic == [.bold, .italic])
        let literata = try await register(SyntheticFont(family: "Literata"))
        #expect(try await follow(&list).steps.count == 1)
        #expect(list.section("serif").rows == ["Literata", "Lora"])
        try await register(SyntheticFont(family: "Literata", style: "Bold") { $0.weight = 700 })
        let bold = try await follow(&list)
        guard case .update("serif", 0, let row, let fields) = bold.steps.first else {
            return #expect(Bool(false), "\(bold)")
        }
        #expect(row.synthetic == [.italic] && fields == [.synthetic])
        try await fonts.setEnabled(false, .name("Lora-Regular"))
        #expect(try await follow(&list).steps == [.remove(section: "serif", index: 1)])
        try await fonts.setEnabled(true, .name("Lora-Regular"))
        #expect(try await follow(&list).steps.count == 1)
        try await register(SyntheticFont(family: "Lora") { $0.revision = 2 }, RegistrationOptions(replaces: true))
        #expect(try await follow(&list).steps.count == 1)
        try await fonts.unregister(.name("Literata-Bold"))
        #expect(try await follow(&list).steps.count == 1)
        #expect(list.row("Literata")?.synthetic == [.bold, .italic])
        try await fonts.unregister(try #require(literata))
        #expect(try await follow(&list).steps == [.remove(section: "serif", index: 0)])
    }

    /// A change of tags is reported as `replaced`, and is an edit of one row.
    @Test(arguments: [FontScope.process, .persistent])
    func aChangeOfTagsIsAnEditOfTheTags(_ scope: FontScope) async throws {
        for family in ["Tagged", "Other"] {
            try await fonts.register(URL(filePath: try home.write(SyntheticFont(family: family))), scope: scope)
        }
        var list = try await picker.list()
        let before = try #require(list.row("Tagged"))
        #expect(before.tags.isEmpty)
        try await fonts.changeTags(adding: ["talk", "brand"], of: [.family("Tagged")])
        let change = try await follow(&list)
        guard case .update(_, _, let row, [.tags])? = change.steps.first, change.steps.count == 1 else {
            Issue.record("\(change)")
            return
        }
        #expect(row.tags == ["brand", "talk"])
        try await fonts.changeTags(removing: ["talk", "brand"], of: [.family("Tagged")])
        _ = try await follow(&list)
        #expect(list.row("Tagged") == before)
    }

    /// A batch of many families is one change, and what happens before the next call is one as well.
    @Test func manyChangesAreOne() async throws {
        var list = try await picker.list()
        let files = try (0..<100).map { try home.write(SyntheticFont(family: "Family \($0)")) }
        _ = try await fonts.register(files.map { URL(filePath: $0) }, scope: .persistent).summary()
        var change = try await follow(&list)
        #expect(change.steps.count == 100 && change.newRevision == change.oldRevision + 1)
        await picker.search("family 7")
        await picker.search("family 8")
        change = try #require(try await picker.next())
        list.apply(change)
        #expect(list.sections.flatMap(\.rows) == ["Family 8"] + (80..<90).map { "Family \($0)" })
    }

    @Test func settingsOfTheUserCount() async throws {
        for family in ["Lora", "Lato"] { try await register(SyntheticFont(family: family)) }
        var settings = ReaderSettings()
        settings.categories = ["lato": .display]
        settings.use(family: "Lora")
        let picker = FontPicker(fonts, locale: Locale(identifier: "en"), settings: settings)
        var list = try await picker.list()
        #expect(list.row("Lato")?.category == CategoryFinding(.display, .user))
        #expect(list.section(PickerList.recent).rows == ["Lora"])
        settings.categories = [:]
        settings.use(family: "Lato")
        await picker.use(settings)
        list.apply(try #require(try await picker.next()))
        #expect(list.section("sans-serif").rows == ["Lato"] && list.section("display").rows.isEmpty)
        #expect(list.section(PickerList.recent).rows == ["Lato", "Lora"])
        let stored = try settings.saved(over: nil)
        #expect(try ReaderSettings(stored).recentFamilies == ["Lato", "Lora"])
    }

    @Test func aCancelledWaitEnds() async throws {
        _ = try await picker.list()
        let waiting = Task { [picker] in try await picker.next() }
        waiting.cancel()
        #expect(try await waiting.value == nil)
    }
}
