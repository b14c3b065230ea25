import FontRegistry
import Foundation
import TestSupport
import Testing

@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ScopeTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test func processScopeNeverTouchesTheStore() async throws {
        let before = try home.inventory(of: home.root).filter { !$0.hasPrefix("given") }
        let file = try home.write(SyntheticFont())
        let registration = try await fonts.add(file, .process, RegistrationOptions(tag: "mine"))
        #expect(registration.path == file)
        #expect(registration.tags == ["mine"])
        try await fonts.register(.data(Data(SyntheticFont(family: "Memory").build()), name: "memory"), scope: .process)
        try await fonts.setEnabled(false, [.id(registration.id)])
        try await fonts.setEnabled(true, [.id(registration.id)])
        try await fonts.unregister([.id(registration.id)])
        #expect(try await fonts.registeredNames() == ["Memory-Regular"])
        #expect(try await home.manager().registered().map(\.scope) == [.process])
        let after = try home.inventory(of: home.root).filter { !$0.hasPrefix("given") && !$0.hasPrefix("cache") }
        #expect(after == before.filter { !$0.hasPrefix("cache") })
    }

    @Test func aProcessFontIsUsableAtOnce() async throws {
        let outcome = try fonts.registerForProcess(URL(filePath: try home.write(SyntheticFont())))
        #expect(outcome.status == .registered)
        #expect(try await fonts.has("Synthetic-Regular"))
        let error = #expect(throws: FontError.self) {
            try fonts.registerForProcess(URL(filePath: try home.write(SyntheticFont(salt: 1))))
        }
        #expect(error?.code == .duplicatedName)
    }

    @Test func aProcessFileThatChangesEndsItsRegistration() async throws {
        let file = try home.write(SyntheticFont())
        var events = fonts.changes.makeAsyncIterator()
        try await fonts.add(file, .process)
        #expect(try await events.nextChange().kind == .added)
        let handle = try FileHandle(forUpdating: URL(filePath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0]))
        try handle.close()
        #expect(try await events.nextChange().kind == .removed)
        #expect(try await !fonts.has("Synthetic-Regular"))
    }

    @Test func theScopesAreIndependent() async throws {
        // Fonts with one name in three scopes do not conflict; the nearest scope wins.
        let files = try (0..<3).map { try home.write(SyntheticFont(salt: UInt32($0))) }
        var registrations: [FontScope: Registration] = [:]
        for (scope, file) in zip([FontScope.persistent, .session, .process], files) {
            registrations[scope] = try await fonts.add(file, scope)
            #expect(try await fonts.resolve("Synthetic-Regular").match?.scope == scope)
        }
        for scope in [FontScope.process, .session, .persistent] {
            let registration = try #require(registrations[scope])
            #expect(try await fonts.resolve("Synthetic-Regular").match?.path == registration.path)
            try await fonts.unregister([.id(registration.id)], scope: scope)
        }
        #expect(try await !fonts.has("Synthetic-Regular"))
    }

    @Test func oneFileInSeveralScopesIsKnownInAll() async throws {
        let file = try home.write(SyntheticFont())
        for scope in FontScope.allCases { try await fonts.add(file, scope) }
        #expect(try await fonts.scopes(of: URL(filePath: file)) == Set(FontScope.allCases))
        try await fonts.unregister(URL(filePath: file), scope: .session)
        #expect(try await fonts.scopes(of: URL(filePath: file)) == [.process, .persistent])
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func fontconfigSeesPersistentFontsOnlyWhileTheyAreEnabled() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        #expect(try home.filesSeenByPrograms == [try #require(registration.path)])
        try await fonts.setEnabled(false, [.id(registration.id)])
        #expect(try home.filesSeenByPrograms.isEmpty)
        try await fonts.setEnabled(true, [.id(registration.id)])
        #expect(try home.filesSeenByPrograms == [try #require(registration.path)])
        try await fonts.unregister([.id(registration.id)])
        #expect(try home.filesSeenByPrograms.isEmpty)
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func fontconfigSeesSessionFontsInTheUsersFolder() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()), .session)
        #expect(registration.path?.hasPrefix(home.paths.userFonts + "/") == true)
        #expect(try home.filesSeenByPrograms == [try #require(registration.path)])
        #expect(registration.path?.hasPrefix(try #require(home.paths.sessionProjection)) == true)
    }

    @Test func sessionFontsEndWithTheSession() async throws {
        let kept = try await fonts.add(try home.write(SyntheticFont(family: "Kept")))
        let old = try await fonts.add(try home.write(SyntheticFont(family: "Tonight")), .session)
        #expect(try await fonts.registered() == [kept, old])
        // The runtime directory is removed with the session and is recreated empty.
        try remove(try #require(home.paths.sessionRoot))
        #expect(try await fonts.registered() == [kept])
        #expect(try await !fonts.has("Tonight-Regular"))
        #expect(try await fonts.scopes(of: URL(filePath: old.file)).isEmpty)

        let before = try await fonts.generation()
        let new = try await fonts.add(try home.write(SyntheticFont(family: "Tomorrow")), .session)
        #expect(try await fonts.registered() == [kept, new])
        var events = fonts.changes(since: before).makeAsyncIterator()
        let (ended, added) = (try await events.nextChange(), try await events.nextChange())
        #expect(ended.kind == .removed)
        #expect(ended.faces.map(\.face.postscriptName) == ["Tonight-Regular"])
        #expect(added.kind == .added)
        #expect(home.storedObjects == [kept.sha256, new.sha256].sorted())
        #expect(try await home.user().diagnose(repair: false).isHealthy)
    }

    /// The next operation, even a read, hides the session fonts that remained after a crash.
    @Test func theFontsOfAnEndedSessionAreSweptByTheNextReader() async throws {
        let kept = try await fonts.add(try home.write(SyntheticFont(family: "Kept")))
        let old = try await fonts.add(try home.write(SyntheticFont(family: "Tonight")), .session)
        try remove(try #require(home.paths.sessionRoot))
        #expect(exists(try #require(old.path)))
        #expect(try await home.manager().registered() == [kept])
        #expect(!exists(try #require(old.path)))
        #expect(!exists(try #require(home.paths.sessionProjection)))
        #expect(exists(try #require(kept.path)))
        #expect(try await home.user().diagnose(repair: false).isHealthy)
    }

    @Test func anotherRuntimeDirectorysFontsStay() async throws {
        let mine = try await fonts.add(try home.write(SyntheticFont(family: "Mine")), .session)
        var context = home.context
        context.paths.runtimeDirectory = home.root + "/other"
        try FileManager.default.createDirectory(atPath: home.root + "/other", withIntermediateDirectories: true)
        let other = FontManager(provider: "test", context: context)
        let theirs = try await other.add(try home.write(SyntheticFont(family: "Theirs")), .session)
        #expect(exists(try #require(mine.path)))
        #expect(try await fonts.registered() == [mine])
        #expect(try await other.registered() == [theirs])
        try await other.unregister([.id(theirs.id)])
        #expect(exists(try #require(mine.path)))
    }

    @Test func aNewSessionsMarkerEndsTheOldOnesFonts() async throws {
        try await fonts.add(try home.write(SyntheticFont()), .session)
        try Data("another".utf8).write(to: URL(filePath: try #require(home.paths.sessionMarker)))
        #expect(try await fonts.registered().isEmpty)
        #expect(try await !fonts.has("Synthetic-Regular"))
        let report = try await home.user().prune()
        #expect(report.endedSessionRegistrations.map(\.scope) == [.session])
        #expect(home.storedObjects.isEmpty)
        // The same file is a new registration, not an existing one.
        #expect(
            try await fonts.outcome(of: .file(home.root + "/given/Synthetic-Regular-0.ttf"), .session).status
                == .registered)
    }

    @Test func persistentFontsAreThereForTheNextProcess() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()), .persistent, .init(tag: "t"))
        try remove(registration.file)
        try remove(try #require(home.paths.runtimeDirectory))
        let next = try home.manager()
        #expect(try await next.registered() == [registration])
        #expect(try await next.has("Synthetic-Regular"))
        #expect(try await next.unregister([.file(registration.file)]).isSuccess)
    }

    @Test func theProjectionIsReadableAndNeverALink() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont(family: "Ünsäfe / Nâme"), as: "given.ttf"))
        let path = try #require(registration.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect(attributes[.posixPermissions] as? Int == 0o444)
        #expect(attributes[.referenceCount] as? Int == 2)
        let name = (path as NSString).lastPathComponent
        #expect(name == "given.ttf")
        #expect(name.unicodeScalars.allSatisfy { $0.isASCII && $0 != "/" && $0 != " " })
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: URL(filePath: registration.file)))
    }
}
