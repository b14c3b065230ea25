import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Operations that need no store work whatever its state: those on process scope and on system fonts.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct MissingStoreTests {
    enum Fault: CaseIterable {
        case newerSchema, developmentStore, damagedDatabase, unreadableDatabase, unreadableFolder, fileForFolder,
            folderForDatabase

        /// The faults that apply to this user; permissions do not restrict root.
        static var here: [Fault] {
            allCases.filter { geteuid() != 0 || ($0 != .unreadableDatabase && $0 != .unreadableFolder) }
        }

        func spoil(_ paths: FontPaths) throws {
            let files = FileManager.default
            switch self {
            case .newerSchema: try paths.takeForward()
            case .developmentStore: try paths.takeToDevelopment()
            case .damagedDatabase:
                try Data(repeating: 0x5A, count: 40_000).write(to: URL(filePath: paths.database))
            case .unreadableDatabase: chmod(paths.database, 0)
            case .unreadableFolder: chmod(paths.store, 0)
            case .fileForFolder:
                try files.removeItem(atPath: paths.store)
                try Data("not a folder".utf8).write(to: URL(filePath: paths.store))
            case .folderForDatabase:
                try files.removeItem(atPath: paths.database)
                try files.createDirectory(atPath: paths.database, withIntermediateDirectories: false)
            }
        }
    }

    private let system: SystemFolder
    private let home: PrivateHome

    init() async throws {
        system = try SystemFolder([SyntheticFont(family: "System")])
        home = try PrivateHome(fontFolders: [system.path])
        try await home.manager().add(try home.write(SyntheticFont(family: "Stored")))
    }

    /// Returns a manager, as of a newly started program, for the damaged store.
    private func manager(_ fault: Fault) throws -> FontManager {
        try fault.spoil(home.paths)
        return try home.manager(provider: "org.example.App")
    }

    /// Restores the permissions so that the folder can be removed.
    private func mend() { chmod(home.paths.store, 0o700) }

    @Test(arguments: Fault.here)
    func processScopeWorks(_ fault: Fault) async throws {
        let fonts = try manager(fault)
        defer { mend() }
        let file = try home.write(SyntheticFont(family: "Own"))
        let url = URL(filePath: file)
        #expect(try await fonts.register(url, scope: .process).status == .registered)
        #expect(try await fonts.resolve("Own-Regular").match?.path == file)
        #expect(try await fonts.registered(scope: .process).map(\.file) == [file])
        #expect(try await fonts.scopes(of: url) == [.process])
        await #expect(throws: FontError.self) { try await fonts.scopes(of: URL(filePath: "/nowhere/font.ttf")) }
        #expect(try await fonts.fonts(matching: FontQuery(scopes: [.process])).map(\.path) == [file])
        for isEnabled in [false, true] {
            #expect(try await fonts.setEnabled(isEnabled, [.file(file)], scope: .process).isSuccess)
            #expect(try await fonts.setEnabled(isEnabled, [.file(file)]).isSuccess)
        }
        #expect(try await fonts.unregister([.name("System-Regular")], scope: .process).codes == [203])
        #expect(try await fonts.unregister([.name("Nothing")], scope: .process).codes == [201])
        #expect(try await fonts.unregister(url, scope: .process).status == .unregistered)
        #expect(try fonts.registerForProcess(url).status == .registered)
        // The process fonts are unregistered; the other items report the error of the store.
        let mixed = try await fonts.unregister([.file(file), .name("Stored-Regular")])
        #expect(mixed.statuses == [.unregistered, .failed])
        #expect(mixed.codes == [301])
    }

    @Test(arguments: Fault.here)
    func aBundlesFontsAreRegistered(_ fault: Fault) async throws {
        let fonts = try manager(fault)
        defer { mend() }
        try home.write(SyntheticFont(family: "Bundled"), as: "App.bundle/Fonts/a.ttf")
        let bundle = try #require(Bundle(path: home.root + "/given/App.bundle"))
        let summary = try await fonts.register(.bundle(bundle), scope: .process)
        #expect(summary.statuses == [.registered])
        #expect(try await fonts.has("Bundled-Regular"))
    }

    @Test(arguments: Fault.here)
    func fontsOfTheSystemAreFound(_ fault: Fault) async throws {
        let fonts = try manager(fault)
        defer { mend() }
        try await fonts.add(try home.write(SyntheticFont(family: "Own")), .process)
        #expect(try await fonts.resolve("System-Regular").match?.path == system.file(0))
        #expect(try await fonts.resolve("System").match?.path == system.file(0))
        #expect(try await fonts.familyNames(locale: Locale(identifier: "en")) == ["Own", "System"])
        #expect(try await fonts.postscriptNames() == ["Own-Regular", "System-Regular"])
        #expect(try await fonts.files().count == 2)
        #expect(try await fonts.request(["System-Regular"]).map(\.status) == [.resolved])
    }

    /// A lookup in a store that cannot be read gives an error, not an empty result.
    @Test(arguments: Fault.here)
    func storeDependentCallsFailWithTheStoreError(_ fault: Fault) async throws {
        let fonts = try manager(fault)
        defer { mend() }
        for ask: @Sendable () async throws -> Void in [
            { _ = try await fonts.resolve("Stored-Regular") },
            { _ = try await fonts.fonts(matching: FontQuery(family: "Stored")) },
            { _ = try await fonts.fonts(matching: FontQuery(scopes: [.persistent])) },
            { _ = try await fonts.registered() },
            { _ = try await fonts.generation() },
            { try await fonts.unregister([.name("Stored-Regular")]) },
            { try await fonts.unregister(matching: FontQuery(family: "System")) },
        ] {
            let error = await #expect(throws: FontError.self) { try await ask() }
            #expect(error?.code.rawValue == 301)
            #expect(error?.storeFault != nil)
        }
    }
}
