import FontRegistry
import Foundation
import TestSupport
import Testing

/// Fonts from memory, folders, bundles, descriptors and queries.
@Suite(.tags(.unsafeMemory), .fewAtOnce, .timeLimit(.minutes(60))) struct SourceTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test(arguments: FontScope.allCases)
    func dataInMemoryIsAFontLikeAnyOther(_ scope: FontScope) async throws {
        let bytes = SyntheticFont().build()
        let outcome = try await fonts.register(.data(Data(bytes), name: "made here"), scope: scope)
        let registration = try #require(outcome.registration)
        #expect(registration.file == "made here")
        let path = try #require(try await fonts.resolve("Synthetic-Regular").match?.path)
        #expect(try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() == Data(bytes))
        #expect(try await fonts.register(.data(Data(bytes), name: "again"), scope: scope).status == .alreadyRegistered)
        #expect(try await fonts.unregister([.file("made here")], scope: scope).statuses == [.unregistered])
    }

    @Test func aFolderIsSearchedDeeplyAndInOrder() async throws {
        for name in ["b/two.otf", "a.ttf", "b/c/three.TTF", "b/c/no extension"] {
            try home.write(SyntheticFont(family: name.filter(\.isLetter)).build(), as: "folder/" + name)
        }
        try home.write(SampleFile.woff.bytes, as: "folder/web.woff")
        try home.write(SampleFile.plainText.bytes, as: "folder/OFL.txt")
        let summary = try await fonts.register([.path(home.root + "/given/folder")], scope: .persistent).summary()
        let found = summary.outcomes.map { $0.item.dropFirst(home.root.count + "/given/folder/".count) }
        #expect(found == ["a.ttf", "b/c/no extension", "b/c/three.TTF", "b/two.otf"])
        #expect(summary.isSuccess)
    }

    @Test func damagedFontsInAFolderAreReported() async throws {
        try home.write(SyntheticFont(), as: "folder/good.ttf")
        try home.write(Damage.truncated(SyntheticFont().build(), to: 900), as: "folder/bad.ttf")
        let summary = try await fonts.register([.directory(home.root + "/given/folder")], scope: .persistent).summary()
        #expect(summary.statuses == [.failed, .registered])
    }

    private func bundle() throws -> Bundle {
        try home.write(SyntheticFont(family: "Static").build(), as: "pack/Fonts/one.ttf")
        try home.write(SyntheticFont.variable(family: "My Axis").build(), as: "pack/two.ttf")
        try home.write(SyntheticCollection.faces(2, family: "Part").build(), as: "pack/three.ttc")
        return try #require(Bundle(path: home.root + "/given/pack"))
    }

    @Test func allFontsOfABundle() async throws {
        let summary = try await fonts.register(.bundle(try bundle()), scope: .process)
        #expect(summary.isSuccess)
        #expect(
            try await fonts.registeredNames(.process)
                == ["MyAxis-Regular", "Part1-Regular", "Part2-Regular", "Static-Regular"])
    }

    @Test(arguments: FontScope.allCases) func everySourceHasTheSameCalls(_ scope: FontScope) async throws {
        let one = URL(filePath: try home.write(SyntheticFont(family: "One"), as: "folder/one.ttf"))
        let memory = FontSource.data(Data(SyntheticFont(family: "Memory").build()), name: "memory")
        let folder = one.deletingLastPathComponent()
        let summary = try await fonts.register(folder, scope: scope)
        #expect(summary.statuses == [.registered])
        #expect(try await fonts.register(memory, scope: scope).statuses == [.registered])
        let again = try await fonts.register([.url(one), memory], scope: scope).summary()
        #expect(again.statuses == [.alreadyRegistered, .alreadyRegistered])
        try Data("junk".utf8).write(to: folder.appending(path: "two.ttf"))
        #expect(try await fonts.register(folder, scope: scope).statuses == [.alreadyRegistered, .failed])
        let junk = await #expect(throws: FontError.self) {
            try await fonts.register(folder.appending(path: "two.ttf"), scope: scope)
        }
        #expect(junk?.code == .unrecognizedFormat)
        let none = await #expect(throws: FontError.self) {
            try await fonts.register(.query(FontQuery(family: "None")), scope: scope)
        }
        #expect(none?.code == .insufficientInfo)
        let registration = try #require(summary.registration)
        #expect(try await fonts.setEnabled(false, registration).statuses == [.disabled])
        #expect(try await fonts.setEnabled(true, one, scope: scope).statuses == [.enabled])
        #expect(try await fonts.setEnabled(false, .name("Memory-Regular")).statuses == [.disabled])
        #expect(try await fonts.unregister(registration).statuses == [.unregistered])
        let gone = await #expect(throws: FontError.self) { try await fonts.unregister(registration) }
        #expect(gone?.code == .notRegistered)
        let remote = FontTarget.url(try #require(URL(string: "https://example.org/a.ttf")))
        let wrong = await #expect(throws: FontError.self) {
            try await fonts.unregister([remote, .name("Memory-Regular")])
        }
        #expect(wrong?.code == .invalidFilePath)
        #expect(try await fonts.registeredNames() == ["Memory-Regular"])
    }

    @Test(arguments: ["/a/plain name.ttf", "/a/ü%41.ttf", "/a/\\xE9.ttf", "/a/\\x5CxE9.ttf"])
    func urlsLeadToPaths(_ path: String) throws {
        #expect(try URL(localPath: path).localPath() == path)
    }

    @Test func aFileWhoseNameIsNotUTF8HasAURL() async throws {
        let text = try home.write(SyntheticFont(family: "Bytes"), as: "plain.ttf")
        let path = (text as NSString).deletingLastPathComponent + "/\\xE9.ttf"
        #expect(rename(text, PathText.bytes(of: path).map(CChar.init(bitPattern:)) + [0]) == 0)
        let url = URL(localPath: path)
        let registration = try #require(try await fonts.register(url, scope: .session).registration)
        #expect(registration.originalURL == url)
        #expect(registration.file == path)
        #expect(registration.registrationDate.timeIntervalSince1970 == registration.registeredAt)
        #expect(try await fonts.resolve("Bytes-Regular").match?.url == registration.url)
        for event in [
            FontBatchEvent.prepared(item: path, completed: 1, total: 2),
            .failed(FontOutcome(item: path, status: .failed), completed: 2, total: 2),
            .finished(FontSummary(generation: 1, outcomes: [])),
        ] {
            let data = try JSONEncoder().encode(event)
            #expect(try JSONDecoder().decode(FontBatchEvent.self, from: data) == event)
        }
    }

    @Test func assetsGoByPostScriptNameOrByFamily() async throws {
        let assets = ["Static-Regular", "My Axis", "Part 2", "Static", "Nothing"]
        let summary = try await fonts.register(
            assets.map { [bundle = try bundle()] in .asset($0, in: bundle) }, scope: .persistent
        ).summary()
        #expect(summary.statuses == [.registered, .registered, .registered, .failed, .failed])
        #expect(summary.codes == [107, 107])
        #expect(summary.errors.map(\.file) == ["Static", "Nothing"])
    }

    @Test func aDescriptorLeadsToItsFile() async throws {
        let file = try home.write(SyntheticFont())
        let descriptor = try #require(try FontFile(contentsOf: file).descriptors.first)
        #expect(try await fonts.outcome(of: .descriptor(descriptor)).status == .registered)
        // A user can register a copy of a system font.
        let system = try SystemFolder([SyntheticFont(family: "System")])
        let other = try PrivateHome(fontFolders: [system.path])
        let manager = try other.manager()
        let found = try #require(try await manager.resolve("System-Regular").match)
        #expect(try await manager.outcome(of: .descriptor(found)).status == .registered)
        #expect(try await manager.resolve("System-Regular").match?.scope == .persistent)
    }

    @Test(arguments: [FontScope.process, .persistent])
    func aDescriptorWithoutAFileIs303(_ scope: FontScope) async throws {
        let memory = try #require(try FontFile(data: Data(SyntheticFont().build())).descriptors.first)
        #expect(memory.path == nil)
        let error = try await fonts.refusal(of: .descriptor(memory), scope)
        #expect(error?.code.rawValue == 303)
        #expect(error?.file == "Synthetic-Regular")
        #expect(try await fonts.refusal(of: .query(FontQuery(family: "Nothing")), scope)?.code.rawValue == 303)
        let elsewhere = try #require(URL(string: "https://example.org/font.ttf"))
        #expect(try await fonts.refusal(of: .query(FontQuery(url: elsewhere)), scope)?.code.rawValue == 306)
    }

    @Test func aQueryRegistersWhatItFindsWithItsTag() async throws {
        let system = try SystemFolder([
            SyntheticFont(family: "One", style: "Bold") { $0.weight = 700 }, SyntheticFont(family: "Two"),
            SyntheticFont(family: "Three", style: "Bold") { $0.weight = 700 },
        ])
        let home = try PrivateHome(fontFolders: [system.path])
        let fonts = try home.manager()
        let query = FontQuery(traits: .bold, tag: "bold ones")
        let summary = try await fonts.register([.query(query)], scope: .persistent).summary()
        #expect(summary.outcomes.map(\.item) == [system.file(0), system.file(2)])
        #expect(try await fonts.registered().map(\.tags) == [["bold ones"], ["bold ones"]])
        let file = try home.write(SyntheticFont(family: "Direct"))
        #expect(try await fonts.outcome(of: .query(FontQuery(file: file, tag: "t"))).registration?.tags == ["t"])
    }

    @Test func aSourceThatChangesLaterChangesNothingStored() async throws {
        let file = try home.write(SyntheticFont())
        let registration = try await fonts.add(file)
        try Data("gone".utf8).write(to: URL(filePath: file))
        #expect(try Data(contentsOf: URL(filePath: try #require(registration.path))) == Data(SyntheticFont().build()))
        #expect(try await fonts.unregister(URL(filePath: file), scope: .persistent).status == .unregistered)
    }
}
