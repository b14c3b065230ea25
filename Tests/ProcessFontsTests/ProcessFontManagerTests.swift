import Foundation
import Glibc
import ProcessFonts
import TestSupport
import Testing

/// The fonts of a process without a store.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ProcessFontManagerTests {
    private let home: PrivateHome
    private let fonts: ProcessFontManager

    init() throws {
        home = try PrivateHome()
        fonts = ProcessFontManager(provider: "org.example.App", context: home.context)
    }

    @Test func synchronousCallsRegisterFindAndUnregister() throws {
        let file = try home.write(SyntheticFont())
        let url = URL(filePath: file)
        #expect(try fonts.register(url).outcomes.map(\.status) == [.registered])
        let found = try #require(try fonts.resolve("Synthetic-Regular").match)
        #expect(found.path == file && found.scope == .process)
        #expect(try fonts.resolve("Synthetic").match?.path == file)
        #expect(try fonts.match(family: "synthetic", style: FontStyle(weight: 700))?.font.path == file)
        #expect(try fonts.families().map(\.name) == ["Synthetic"])
        #expect(try fonts.fonts(matching: FontQuery(scopes: [.process])).map(\.path) == [file])
        #expect(fonts.registered().map(\.file) == [file])

        #expect(try fonts.setEnabled(false, [.url(url)]).outcomes.map(\.status) == [.disabled])
        let resolution = try fonts.resolve("Synthetic-Regular")
        #expect(resolution.match == nil && resolution.unusable?.reason == .disabled)
        #expect(try fonts.unregister(url).outcomes.map(\.status) == [.unregistered])
        #expect(fonts.registered().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.paths.store))
    }

    @Test func aFileThatIsNoFontThrows() throws {
        let file = URL(filePath: try home.write(Array("no font".utf8), as: "text.ttf"))
        let error = #expect(throws: FontError.self) { try fonts.register(file) }
        #expect(error?.code == .unrecognizedFormat)
        // Several sources have an outcome each.
        let font = FontSource.data(Data(SyntheticFont().build()), name: "Synthetic")
        #expect(try fonts.register([.url(file), font]).outcomes.map(\.status) == [.failed, .registered])
        let unknown = #expect(throws: FontError.self) { try fonts.unregister(file) }
        #expect(unknown?.code == .notRegistered)
    }

    @Test func asynchronousCallsAndChanges() async throws {
        let file = try home.write(SyntheticFont())
        let url = URL(filePath: file)
        var changes = fonts.changes(includesSystemFonts: false).makeAsyncIterator()
        try await fonts.register(url)
        #expect(try await fonts.resolve("Synthetic-Regular").match?.path == file)
        try await fonts.unregister(url)
        var kinds: [FontChange.Kind] = []
        for _ in 0..<2 {
            guard case .change(let change) = try await changes.next() else { break }
            #expect(change.scope == .process && change.generation == 0)
            kinds.append(change.kind)
        }
        #expect(kinds == [.added, .removed])
    }

    /// What the store shows to all programs is what fontconfig finds.
    @Test func fontsOfOtherScopesAreFontsOfTheSystem() throws {
        let file = home.paths.persistentProjection + "/0/Installed.ttf"
        try home.put(SyntheticFont(family: "Installed").build(), at: file)
        let found = try #require(try fonts.resolve("Installed-Regular").match)
        #expect(found.path == file && found.origin == .system)
        let error = #expect(throws: FontError.self) { try fonts.unregister(.name("Installed-Regular")) }
        #expect(error?.code == .systemRequired)
    }

    // MARK: Test runners

    /// The environment belongs to the whole process, so each of these tests runs in its own.
    @Test(arguments: [true, false]) func itWorksInATestRunner(hasHome: Bool) async throws {
        let file = try home.write(SyntheticFont())
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String, hasHome = hasHome as Bool] () async throws -> Void in
            for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { unsetenv(name) }
            if hasHome { setenv("HOME", root, 1) }
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            try ProcessFontManagerTests.use(file)
            #expect(!FileManager.default.fileExists(atPath: root + "/.local"))
        }
    }

    private static func use(_ file: String) throws {
        let fonts = ProcessFontManager(provider: "org.example.App")
        try fonts.register(URL(filePath: file))
        try #require(try fonts.resolve("Synthetic-Regular").match?.path == file)
        try fonts.unregister(URL(filePath: file))
        try #require(fonts.registered().isEmpty)
    }
}
