import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

@testable import FontsModel

/// What is kept between starts.
@Suite struct SettingsTests {
    private let home: PrivateHome
    private let file: DocumentFile

    init() throws {
        home = try PrivateHome()
        file = DocumentFile(home.paths.configHome + "/" + FontsSettings.fileName)
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: (file.path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: file.path, atomically: true, encoding: .utf8)
    }

    /// Every kind of rule.
    private let rules: [FilterRule] =
        [
            .on, .off, .installed, .system, .variable, .color, .monospace, .italic, .symbols, .category(.display),
            .language("ja"), .collection("books"), .provider("user"), .axis("wght"), .feature("smcp"), .characters("Ж"),
            .designer("Ann"), .weight(100...900), .newerThan(days: 7),
        ].map { FilterRule($0) } + [FilterRule(.variable, isReversed: true)]

    /// The user of a program with another `HOME` than that of the list of users, as in a test or a container.
    @Test func foldersFollowTheEnvironmentAsTheRegistryDoes() throws {
        for environment in [
            ["HOME": "/tmp/home"], ["HOME": "/tmp/home", "XDG_CONFIG_HOME": "relative", "XDG_DATA_HOME": ""],
            ["HOME": "/tmp/home", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"],
        ] {
            let folders = UserFolders(environment: environment)
            let paths = try FontPaths(environment: environment)
            #expect(folders.configuration == paths.configHome && folders.data == paths.dataHome)
            #expect(folders.state == (environment["XDG_STATE_HOME"] ?? "/tmp/home/.local/state"))
        }
        #expect(UserFolders(environment: ["HOME": "relative"]).state.hasPrefix("/"))
    }

    /// A toast says what cannot be kept, and where.
    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        let unusable = DocumentFile("/dev/null/none/fontd/fonts.json")
        #expect(throws: FontError.self) { try FontsSettings().write(to: unusable) }
        #expect(unusable.unwrittenSentence == "Texts and settings cannot be saved in /dev/null/none/fontd.")
    }

    @Test func smartCollectionsAreKept() throws {
        var settings = FontsSettings(file)
        #expect(settings == FontsSettings())
        let filter = LibraryFilter(.off, search: "serif", rules: rules, matchesAny: true)
        let saved = settings.save(filter, as: "All\u{202E} rules\n")
        #expect(!saved.name.contains("\n") && !saved.name.contains("\u{202E}"))
        settings.use(sampleText: "one")
        settings.use(sampleText: "two")
        settings.use(sampleText: "one")
        try settings.write(to: file)
        let read = FontsSettings(file)
        #expect(read == settings && read.smartCollections[0].filter.rules == rules)
        #expect(read.smartCollections[0].filter.matchesAny && read.sampleTexts == ["one", "two"])
    }

    /// A collection is known by its name alone, and its new name is found by its contents.
    @Test func smartCollectionsFollowRenamedCollections() {
        let books = FontCollection(name: "Books", families: ["Lora"])
        let talk = FontCollection(name: "Talk", registrations: ["1"])
        func snapshot(_ collections: FontCollection...) -> LibrarySnapshot {
            var snapshot = LibrarySnapshot()
            snapshot.collections = collections
            return snapshot
        }
        var (novels, speech) = (books, talk)
        (novels.name, speech.name) = ("Novels", "Speech")
        let before = snapshot(books, talk)
        #expect(snapshot(novels, talk).renamedCollections(since: before) == ["Books": "Novels"])
        let both = snapshot(speech, novels).renamedCollections(since: before)
        #expect(both == ["Books": "Novels", "Talk": "Speech"])
        #expect(snapshot(talk).renamedCollections(since: before).isEmpty)
        #expect(snapshot(books, talk, novels).renamedCollections(since: before).isEmpty, "a copy is no new name")
        var twin = novels
        twin.name = "Twin"
        #expect(snapshot(novels, twin, talk).renamedCollections(since: before).isEmpty, "it could be either")

        var settings = FontsSettings()
        let rules = [
            FilterRule(.collection("Books"), isReversed: true), FilterRule(.on), FilterRule(.collection("Other")),
        ]
        _ = settings.save(LibraryFilter(rules: rules), as: "Saved")
        #expect(settings.mentions(both) && !settings.mentions(["None": "Books"]))
        settings.follow(both)
        #expect(
            settings.smartCollections[0].filter.rules
                == [FilterRule(.collection("Novels"), isReversed: true), rules[1], rules[2]])
    }

    /// What a later release wrote is not lost.
    @Test func unknownMembersSurvive() throws {
        try write(
            """
            {"version": 2, "later": {"a": [1, null, true]}, "sampleTexts": ["x", 5],
             "smartCollections": [
              {"id": "1", "name": "Mine", "rules": [{"kind": "newKind", "value": 1}, {"kind": "variable"}]},
              {"name": "without id"}, {"id": "1", "name": "again"}, 7]}
            """)
        var settings = FontsSettings(file)
        #expect(settings.smartCollections.map(\.name) == ["Mine"] && settings.sampleTexts == ["x"])
        #expect(settings.smartCollections[0].filter.rules == [FilterRule(.variable)])
        #expect(!settings.smartCollections[0].isComplete)
        settings.smartCollections[0].name = "Renamed"
        try settings.write(to: file)
        let members = file.read()
        #expect(members["later"] == .object(["a": .array([.number(1), .null, .bool(true)])]))
        let values = try #require(members["smartCollections"]?.array)
        #expect(values.count == 4 && values.contains(.number(7)))
        #expect(values[0].object?["name"] == .string("Renamed"))
        #expect(values[0].object?["rules"]?.array?.count == 2)
    }

    @Test(arguments: ["", "{", "[1]", "null", "{\"smartCollections\": 3, \"sampleTexts\": {}}"])
    func damageIsDefaultsAndIsKeptBeside(_ text: String) throws {
        try write(text)
        let settings = FontsSettings(file)
        #expect(settings.smartCollections.isEmpty && settings.sampleTexts.isEmpty)
        let isDocument = text.hasPrefix("{\"")
        #expect(FileManager.default.fileExists(atPath: file.path + ".damaged") != isDocument)
        try settings.write(to: file)
        #expect(FontsSettings(file).smartCollections.isEmpty)
    }

    @Test func aFileThatCannotBeWrittenIsAnError() {
        #expect(throws: FontError.self) { try FontsSettings().write(to: DocumentFile("/dev/null/fonts.json")) }
    }

    @Test func theWindowIsRestored() throws {
        var state = WindowState()
        (state.width, state.height, state.isMaximized) = (900, 700, true)
        state.choice = .collection("a:b")
        (state.selection, state.top, state.sampleSize) = (["Lora", "Lato"], "Lato", 36)
        (state.installFolder, state.showsFeatures) = ("/fonts", true)
        _ = state.use(sampleText: "Aa\nBb")
        (state.order, state.form, state.page) = (.date, .grid, "characters")
        try state.write(to: file)
        #expect(WindowState(file) == state)
    }

    @Test func aDamagedStateHasDefaultsWithinBounds() throws {
        try write(
            """
            {"width": -5, "height": 1e300, "sampleSize": 0, "choice": "category:none", "order": 7, "form": "rows",
             "selection": ["Lora", 1, null], "top": {}, "sampleText": "\(String(repeating: "x", count: 30_000))"}
            """)
        let state = WindowState(file)
        #expect(state.width == 200 && state.height == 16_384 && state.sampleSize == 6)
        #expect(state.choice == .all && state.order == .name && state.form == .list && state.top == nil)
        #expect(state.selection == ["Lora"] && state.sampleText.count == SampleTexts.longest)
        try write("nonsense")
        #expect(WindowState(file) == WindowState())
    }

    @Test func samplesAreBounded() {
        #expect(SampleTexts.line("a\r\nb\u{2028}c") == "a b c")
        #expect(SampleTexts.line(String(repeating: "é", count: 100_000)).count == SampleTexts.longestLine)
        #expect(SampleTexts.bounded(String(repeating: "é", count: 100_000)).count == SampleTexts.longest)
        var settings = FontsSettings()
        settings.use(sampleText: "")
        for number in 0..<50 { settings.use(sampleText: "\(number)") }
        #expect(settings.sampleTexts.count == 20 && settings.sampleTexts[0] == "49")
    }

    @Test func samplesOfScriptsAreOffered() throws {
        var settings = FontsSettings()
        settings.use(sampleText: "Mine")
        let greek = try #require(SampleLanguage.all.first { $0.id == "Grek" })
        #expect(greek.title == "Greek" && !settings.offers(greek))
        settings.set(greek, isOffered: true)
        settings.set(greek, isOffered: true)
        #expect(settings.offers(greek) && settings.sampleTexts == ["Mine", greek.text])
        settings.set(greek, isOffered: false)
        #expect(settings.sampleTexts == ["Mine"])
    }

    /// List, specimen and comparison have one sample text; a field of one line shows it as one.
    @Test func oneSampleTextIsShared() {
        var state = WindowState()
        let isOther = (state.use(sampleText: "one\ntwo"), state.use(sampleText: "one\ntwo"))
        #expect(isOther == (true, false))
        #expect(state.sampleText == "one\ntwo" && state.line(besides: "") == "one two")
        #expect(state.line(besides: "one two") == nil && state.line(besides: "one two\n") == nil)
        // A space that is being written stays in the field.
        _ = state.use(sampleText: " ")
        #expect(state.line(besides: " ") == nil)
        _ = state.use(sampleText: String(repeating: "a", count: SampleTexts.longest + 1))
        #expect(state.sampleText.count == SampleTexts.longest)
    }

    @Test func theDialogBeginsAtTheLastFolder() {
        var state = WindowState()
        func folder(_ present: String...) -> String {
            state.installFolder(downloads: "/d", home: "/h") { present.contains($0) }
        }
        #expect(folder("/d", "/last") == "/d" && folder() == "/h")
        state.installFolder = "/last"
        #expect(folder("/d", "/last") == "/last" && folder("/d") == "/d")
    }
}
