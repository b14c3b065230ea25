import FontRegistry
import Foundation
import TestSupport
import Testing

/// Fonts for one child process.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ScopedEnvironmentTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func environment(_ scoped: ScopedFontEnvironment) -> [String: String] {
        home.environment.merging(scoped.environment) { $1 }
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func theChildSeesTheFontsAndNobodyElseDoes() async throws {
        let stored = try await home.manager().add(try home.write(SyntheticFont(family: "Stored")))
        let file = try home.write(SyntheticFont(family: "Scoped"))
        try home.write(SyntheticFont(family: "In Folder"), as: "folder/a.ttf")
        let scoped = try ScopedFontEnvironment(fonts: [file, home.root + "/given/folder"], context: home.context)
        let seen = try Command.run("fc-list", [":", "family"], environment: environment(scoped))
        #expect(seen.status == 0, "\(seen.errors)")
        #expect(seen.lines.sorted() == ["In Folder", "Scoped", "Stored"])
        #expect(try home.filesSeenByPrograms == [try #require(stored.path)])
        #expect(try await !home.manager().has("Scoped-Regular"))
    }

    @Test func theFolderGoesWithTheValue() throws {
        let file = try home.write(SyntheticFont())
        var scoped: ScopedFontEnvironment? = try ScopedFontEnvironment(fonts: [file], context: home.context)
        let folder = try #require(scoped?.folder)
        #expect(folder.hasPrefix(home.paths.userFonts + "/."))
        #expect(scoped?.environment["FONTCONFIG_FILE"]?.hasPrefix(folder) == true)
        #expect(exists(folder))
        scoped?.remove()
        #expect(!exists(folder))
        scoped = try ScopedFontEnvironment(fonts: [file], context: home.context)
        let second = try #require(scoped?.folder)
        scoped = nil
        #expect(!exists(second))
    }

    @Test func liveFoldersStayAndDeadOnesGo() throws {
        let file = try home.write(SyntheticFont())
        let live = try ScopedFontEnvironment(fonts: [file], context: home.context)
        let dead = home.paths.scopedFonts + "/dead"
        try FileManager.default.createDirectory(atPath: dead + "/fonts", withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(filePath: dead + "/fonts/x.ttf"))
        let next = try ScopedFontEnvironment(fonts: [file], context: home.context)
        #expect(exists(live.folder))
        #expect(exists(next.folder))
        #expect(!exists(dead))
    }

    /// `fontctl exec` needs no store, and prune removes what a killed one has left, also without a store.
    @Test func pruneRemovesDeadOnesWithoutAStore() async throws {
        let live = try ScopedFontEnvironment(fonts: [try home.write(SyntheticFont())], context: home.context)
        let dead = home.paths.scopedFonts + "/dead"
        try FileManager.default.createDirectory(atPath: dead + "/fonts", withIntermediateDirectories: true)
        #expect(try await home.user().prune(isDryRun: true).removedFolders == [dead])
        #expect(exists(dead))
        #expect(try await home.user().prune().removedFolders == [dead])
        #expect(!exists(dead) && exists(live.folder))
        #expect(!exists(home.paths.database))
    }

    @Test(arguments: [("missing.ttf", 101), ("junk.ttf", 103), ("cut.ttf", 104)])
    func aBadFontIsRefusedAndNothingStays(_ name: String, _ code: Int) throws {
        let good = try home.write(SyntheticFont())
        try home.write(SampleFile.png.bytes, as: "junk.ttf")
        try home.write(Damage.truncated(SyntheticFont().build(), to: 900), as: "cut.ttf")
        let error = #expect(throws: FontError.self) {
            try ScopedFontEnvironment(fonts: [good, home.root + "/given/" + name], context: home.context)
        }
        #expect(error?.code.rawValue == code)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.paths.scopedFonts).isEmpty)
    }

    @Test func itServesWithoutARuntimeDirectory() throws {
        let bare = try PrivateHome(hasRuntimeDirectory: false)
        let scoped = try ScopedFontEnvironment(fonts: [try bare.write(SyntheticFont())], context: bare.context)
        #expect(exists(scoped.folder + "/fonts.conf"))
    }

    /// The environment makes the fonts available to LuaTeX and matplotlib, which keep their own lists of fonts.
    @Test func programsWithListsOfTheirOwnAreLedToTheFonts() throws {
        let own = home.paths.configHome + "/matplotlib"
        try FileManager.default.createDirectory(atPath: own + "/stylelib", withIntermediateDirectories: true)
        for name in ["matplotlibrc", "fontlist-v330.json"] {
            try Data(name.utf8).write(to: URL(filePath: own + "/" + name))
        }
        let font = try home.write(SyntheticFont())
        let scoped = try ScopedFontEnvironment(fonts: [font], context: home.context)
        let folder = try #require(scoped.environment["MPLCONFIGDIR"])
        #expect(folder.hasPrefix(scoped.folder))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["matplotlibrc", "stylelib"])
        #expect(FileManager.default.contents(atPath: folder + "/matplotlibrc") == Data("matplotlibrc".utf8))
        #expect(scoped.environment["OSFONTDIR"] == scoped.folder + "/fonts:/usr/share/fonts")
        scoped.remove()
        #expect(!exists(folder))
        #expect(exists(own + "/matplotlibrc") && exists(own + "/stylelib"), "links are removed, not what they lead to")
        let other = try ScopedFontEnvironment(
            fonts: [font], context: home.context, variables: ["OSFONTDIR": "/mine", "MPLCONFIGDIR": own + "/stylelib"])
        #expect(other.environment["OSFONTDIR"] == other.folder + "/fonts:/mine")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: other.environment["MPLCONFIGDIR"] ?? "-").isEmpty)
    }

    @Test func manyAtOnceDoNotSweepEachOther() async throws {
        let (file, context) = (try home.write(SyntheticFont()), home.context)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let scoped = try ScopedFontEnvironment(fonts: [file], context: context)
                    #expect(exists(scoped.folder + "/fonts.conf"))
                    scoped.remove()
                }
            }
            try await group.waitForAll()
        }
    }
}
