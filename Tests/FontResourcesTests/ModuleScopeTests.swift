import FontRegistry
import FontResources
import Foundation
import Glibc
import TestSupport
import Testing

/// The registration of a module's fonts in the scopes of the store, and without a store.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ModuleScopeTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    @Test(arguments: [FontScope.session, .persistent]) func theStoreKeepsTheFonts(_ scope: FontScope) async throws {
        var module = TestModule(in: home)
        let file = try module.add(SyntheticFont(family: "Kept"))
        let changed = try module.add(SyntheticFont(family: "Changed"))
        try home.put(SyntheticFont(family: "Changed", salt: 1).build(), at: changed)
        let other = try module.add(SyntheticFont(family: "Lacking"))
        try home.put(SyntheticFont(family: "Foreign").build(), at: other)
        try module.promise(SyntheticFont(family: "Absent").build(), as: "Absent.ttf")
        let table = module.table
        let summary = await table.register(scope: scope, in: home.context)
        #expect(summary.results == ["registered", "registered", "failed 104", "failed 101"])
        #expect(summary.outcomes.map(\.isChangedSinceBuild) == [false, true, false, false])
        #expect(summary.registrations.allSatisfy { $0.scope == scope && $0.provider == "reader.App" })
        // The store has the content, so the file is not needed.
        try FileManager.default.removeItem(atPath: file)
        let again = await table.register(scope: scope, in: home.context)
        #expect(again.results == ["already-registered 105", "already-registered 105", "failed 104", "failed 101"])
        let removed = await table.unregister(scope: scope, in: home.context)
        #expect(removed.results == ["unregistered", "unregistered", "failed 201", "failed 201"])
        let manager = FontManager(provider: "user", authority: .user, context: home.context)
        #expect(try await manager.registered(scope: scope).isEmpty)
    }

    @Test func processScopeIsThatOfTheSynchronousCalls() async throws {
        var module = TestModule(in: home)
        try module.add(SyntheticFont())
        #expect(await module.table.register(scope: .process, in: home.context).results == ["registered"])
        #expect(module.table.register(in: home.context).results == ["already-registered 105"])
        #expect(await module.table.unregister(scope: .process, in: home.context).results == ["unregistered"])
    }

    // MARK: Test runners

    /// The environment belongs to the whole process, so each of these tests runs in its own.
    @Test(arguments: [true, false]) func itWorksInATestRunner(hasHome: Bool) async throws {
        let file = try home.put(
            SyntheticFont().build(), at: home.root + "/share/reader/Reader_App.resources/Fonts/Synthetic.ttf")
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String, hasHome = hasHome as Bool] () async throws -> Void in
            for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { unsetenv(name) }
            if hasHome { setenv("HOME", root, 1) }
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            setenv("XDG_DATA_DIRS", root + "/share", 1)
            try await ModuleScopeTests.use(file)
            #expect(!FileManager.default.fileExists(atPath: root + "/.local"))
        }
    }

    /// Finds and registers a file as an app does, with its environment.
    private static func use(_ file: String) async throws {
        let font = try FontFile(contentsOf: URL(filePath: file))
        let facts = FontResourceFacts(
            resources: [
                FontResource(
                    path: "Fonts/Synthetic.ttf", sha256: font.sha256, length: font.size, faces: font.faces,
                    version: "")
            ], licenses: [])
        let address = UInt(bitPattern: #dsohandle)
        let table = FontResourceTable(module: "reader.App", bundle: "Reader_App.resources", { facts.text }) {
            ResourcePlaces(ofCodeAt: address)
        }
        try #require(table.register().results == ["registered"])
        let fonts = ProcessFontManager(provider: "org.example.App")
        try #require(try await fonts.resolve("Synthetic-Regular").match?.path == file)
        try #require(await table.register(scope: .process).results == ["already-registered 105"])
        // Only what changes the store of the user fails.
        try #require(await table.register(scope: .persistent).results == ["failed 301"])
        try #require(table.unregister().results == ["unregistered"])
    }
}
