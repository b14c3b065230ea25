import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontRegistry
@testable import FontStore
@testable import ProcessFonts

/// Behaviours of Apple's font manager, by number in the names of the tests.
///
/// Numbers 15, 17 and 18, which concern font providers and downloads, are omitted.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct AppleBehaviourTests {
    @Test(arguments: FontScope.allCases)
    func b01_registeredFontsMatchAndUnregisteredOnesDoNot(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let file = try home.write(SyntheticFont())
        #expect(try await !fonts.has("Synthetic-Regular"))

        let registration = try await fonts.add(file, scope)
        let match = try #require(try await fonts.resolve("Synthetic-Regular").match)
        #expect(match.scope == scope)
        #expect(match.path == registration.path)
        #expect(try await fonts.fonts(matching: FontQuery(family: "synthetic")).map(\.scope) == [scope])
        #expect(try await fonts.scopes(of: URL(filePath: file)) == [scope])

        let outcome = try await fonts.unregister(URL(filePath: file), scope: scope)
        #expect(outcome.status == .unregistered)
        #expect(outcome.registration == registration)
        #expect(try await !fonts.has("Synthetic-Regular"))
        #expect(try await fonts.fonts(matching: FontQuery()).isEmpty)
        #expect(try await fonts.scopes(of: URL(filePath: file)).isEmpty)
        #expect(exists(file))
    }

    @Test(arguments: FontScope.allCases)
    func b02_theSameFileTwiceIsABenign105(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let first = try await fonts.add(try home.write(SyntheticFont()), scope)
        let generation = try await fonts.generation()
        let copy = try home.write(SyntheticFont(), as: "a copy.ttf")

        let summary = try await fonts.register([.file(first.file), .file(copy)], scope: scope).summary()
        #expect(summary.statuses == [.alreadyRegistered, .alreadyRegistered])
        #expect(summary.isSuccess)
        for outcome in summary.outcomes {
            let error = try #require(outcome.error)
            #expect(error.code == .alreadyRegistered)
            #expect(error.isBenign)
            #expect(error.conflict?.id == first.id)
            #expect(outcome.registration == first)
        }
        #expect(try await fonts.generation() == generation)
        #expect(try await fonts.registered() == [first])
    }

    @Test(arguments: FontScope.allCases)
    func b03_anotherFileWithThePostScriptNameIs305NamingTheHolder(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let holder = try await fonts.add(try home.write(SyntheticFont()), scope)
        let other = try home.write(SyntheticFont(salt: 1))

        let error = await #expect(throws: FontError.self) { try await fonts.add(other, scope) }
        #expect(error?.code.rawValue == 305)
        #expect(error?.file == other)
        #expect(error?.faceIndex == 0)
        #expect(
            error?.conflict
                == FontError.Conflict(
                    id: holder.id, file: holder.file, provider: "test", postscriptName: "Synthetic-Regular"))
        #expect(error?.message.contains(holder.file) == true)
        #expect(try await fonts.registered() == [holder])
    }

    @Test(arguments: FontScope.allCases)
    func b04_aDisabledDuplicateCoexistsAndCannotBeEnabled(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let holder = try await fonts.add(try home.write(SyntheticFont()), scope)
        let disabled = try await fonts.add(
            try home.write(SyntheticFont(salt: 1)), scope, RegistrationOptions(isEnabled: false))
        #expect(disabled.path == nil)
        #expect(try await fonts.registered(scope: scope, state: .enabled) == [holder])
        #expect(try await fonts.registered(scope: scope, state: .disabled) == [disabled])

        let refused = try await fonts.setEnabled(true, [.id(disabled.id)], scope: scope)
        #expect(refused.codes == [305])
        #expect(refused.errors.first?.conflict?.id == holder.id)
        #expect(try await fonts.registered(scope: scope, state: .disabled) == [disabled])

        #expect(try await fonts.setEnabled(false, [.id(holder.id)], scope: scope).statuses == [.disabled])
        #expect(try await fonts.setEnabled(true, [.id(disabled.id)], scope: scope).statuses == [.enabled])
        let match = try await fonts.resolve("Synthetic-Regular").match
        #expect(
            match?.origin == .registered(id: disabled.id, scope: scope, provider: "test", isEnabled: true, tags: []))
    }

    @Test(arguments: [
        (FontScope.persistent, FontScope.session), (.session, .persistent), (.persistent, .process),
        (.process, .persistent),
    ])
    func b05_theWrongScopeIs201(_ scope: FontScope, _ wrong: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let registration = try await fonts.add(try home.write(SyntheticFont()), scope)
        let error = await #expect(throws: FontError.self) {
            try await fonts.unregister(URL(filePath: registration.file), scope: wrong)
        }
        #expect(error?.code.rawValue == 201)
        #expect(try await fonts.registered() == [registration])
    }

    @Test(arguments: FontScope.allCases)
    func b06_aBatchOfGoodAndBadKeepsTheGood(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let files = [
            try home.write(SyntheticFont(family: "First")), home.root + "/given/missing.ttf",
            try home.write(SampleFile.plainText.bytes, as: "junk.ttf"),
            try home.write(Damage.truncated(SyntheticFont(family: "Cut").build(), to: 700), as: "cut.ttf"),
            try home.write(SyntheticFont(family: "Last")),
        ]
        let summary = try await fonts.register(files.map { URL(filePath: $0) }, scope: scope).summary()
        #expect(summary.statuses == [.registered, .failed, .failed, .failed, .registered])
        #expect(summary.codes == [101, 103, 104])
        #expect(summary.errors.map(\.file) == Array(files[1...3]))
        #expect(summary.outcomes.map(\.item) == files)
        #expect(!summary.isSuccess)
        #expect(!summary.wasStopped)
        #expect(try await fonts.registeredNames(scope) == ["First-Regular", "Last-Regular"])
        #expect(home.staged.isEmpty)
    }

    @Test(arguments: [FontScope.process, .persistent])
    func b07_whatWasDoneWhenABatchStopsStaysDone(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let items = try (0..<5).map { index in
            FontItem.file(try home.write(SyntheticFont(family: "Stop \(index)")), tag: nil)
        }
        let done = Counter()
        let watcher = BatchWatcher(
            didPrepare: { _, _ in done.increment() }, shouldStop: { done.value == 2 })
        let summary =
            switch scope {
            case .process:
                try fonts.processState.process.register(
                    items, caller: fonts.caller, options: RegistrationOptions(), watcher: watcher, generation: 0)
            default:
                try fonts.registrar.register(
                    items, scope: scope, caller: fonts.caller, options: RegistrationOptions(), watcher: watcher)
            }
        #expect(summary.wasStopped)
        #expect(summary.statuses == [.registered, .registered, .skipped, .skipped, .skipped])
        #expect(try await fonts.registeredNames(scope) == ["Stop0-Regular", "Stop1-Regular"])
        #expect(home.staged.isEmpty)
    }

    @Test func b08_collectionsAndVariableFilesGiveAllFacesAndInstances() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let collection = try await fonts.add(
            try home.write(SyntheticCollection.faces(3, family: "Many").build(), as: "many.ttc"))
        #expect(collection.faces.map(\.postscriptName) == ["Many1-Regular", "Many2-Regular", "Many3-Regular"])
        #expect(collection.faces.map(\.index) == [0, 1, 2])
        for name in collection.faces.map(\.postscriptName) { #expect(try await fonts.has(name)) }

        for hasNames in [true, false] {
            let family = hasNames ? "Named Axis" : "Unnamed Axis"
            let prefix = family.filter { $0 != " " }
            let registration = try await fonts.add(
                try home.write(.variable(family: family, instancesHavePostScriptNames: hasNames)))
            let face = try #require(registration.faces.first)
            #expect(face.axes.map(\.tag) == ["wght"])
            #expect(face.instances.map(\.name) == ["Light", "Regular", "Bold"])
            #expect(face.instances.map(\.postscriptName) == ["Light", "Regular", "Bold"].map { "\(prefix)-\($0)" })
            #expect(face.instances.map(\.hasOwnPostScriptName) == Array(repeating: hasNames, count: 3))
            #expect(face.instances.map { $0.coordinates["wght"] } == [300, 400, 700])
            #expect(face.instances.map(\.isDefault) == [false, true, false])
            let bold = try await fonts.resolve("\(prefix)-Bold")
            #expect(bold.matchedBy == .instance)
            #expect(bold.match?.instance?.name == "Bold")
            let regular = try await fonts.resolve("\(prefix)-Regular")
            #expect(regular.matchedBy == .postscriptName)
            #expect(regular.match?.instance == nil)
        }
    }

    @Test func b09_aProcessFontShadowsASystemFontOfTheSameName() async throws {
        let system = try SystemFolder([SyntheticFont()])
        let home = try PrivateHome(fontFolders: [system.path])
        let fonts = try home.manager()
        #expect(try await fonts.resolve("Synthetic-Regular").match?.origin == .system)

        let registration = try await fonts.add(try home.write(SyntheticFont(salt: 1)), .process)
        let match = try await fonts.resolve("Synthetic-Regular").match
        #expect(match?.scope == .process)
        #expect(match?.path == registration.file)
        #expect(try await fonts.fonts(matching: FontQuery()).map(\.priority) == [.process, .computer])

        try await fonts.unregister(URL(filePath: registration.file), scope: .process)
        #expect(try await fonts.resolve("Synthetic-Regular").match?.origin == .system)
    }

    @Test func b10_anUnknownNameResolvesToNothing() async throws {
        let system = try SystemFolder([SyntheticFont(family: "Only One")])
        let home = try PrivateHome(fontFolders: [system.path])
        let fonts = try home.manager()
        let answer = try await fonts.resolve("Unknown-Regular")
        #expect(answer.query == "Unknown-Regular")
        #expect(answer.match == nil)
        #expect(answer.matchedBy == nil)
        #expect(answer.substitute?.postscriptName == "OnlyOne-Regular")
        #expect(try await fonts.resolve("").match == nil)
        let empty = try PrivateHome()
        #expect(try await empty.manager().resolve("Unknown-Regular") == FontResolution(query: "Unknown-Regular"))
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list and fc-cache"))
    func b11_registrationsSurviveARescan() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let kept = try await fonts.add(try home.write(SyntheticFont()))
        let session = try await fonts.add(try home.write(SyntheticFont(family: "Session")), .session)
        let files = [kept.path, session.path].compactMap(\.self).sorted()
        #expect(try home.filesSeenByPrograms == files)
        #expect(try Command.run("fc-cache", ["--really-force"], environment: home.environment).status == 0)
        #expect(try home.filesSeenByPrograms == files)
        #expect(try await fonts.registered() == [kept, session])
        #expect(try await home.manager().has("Synthetic-Regular"))
    }

    @Test func b12_aFileDeletedUnderneathIsToldAndNeverMatches() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        var events = fonts.changes.makeAsyncIterator()
        let local = try await fonts.add(try home.write(SyntheticFont(family: "Local")), .process)
        #expect(try await events.nextChange().kind == .added)
        try remove(local.file)
        let gone = try await events.nextChange()
        #expect(gone.kind == .removed)
        #expect(gone.scope == .process)
        #expect(gone.faces.map(\.face.postscriptName) == ["Local-Regular"])
        #expect(try await !fonts.has("Local-Regular"))

        let original = try home.write(SyntheticFont(family: "Stored"))
        let stored = try await fonts.add(original)
        #expect(try await events.nextChange().kind == .added)
        try remove(original)
        try remove(try #require(stored.path))
        try remove(ObjectStore(home.paths).path(stored.sha256))
        #expect(try await !fonts.has("Stored-Regular"))
        let lost = try await events.nextChange()
        #expect(lost.kind == .removed)
        #expect(lost.scope == .persistent)
        #expect(try await fonts.registered().isEmpty)
    }

    @Test func b13_twoProcessesSeeEachOthersPersistentChanges() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let ours = try await fonts.add(try home.write(SyntheticFont(family: "Parent")))
        let theirs = try home.write(SyntheticFont(family: "Child"))
        let local = try home.write(SyntheticFont(family: "Own"))
        var events = fonts.changes.makeAsyncIterator()
        await #expect(processExitsWith: .success) {
            [root = home.root as String, theirs = theirs as String, ours = ours.file as String, local = local as String]
            () async throws -> Void in
            let fonts = FontManager(provider: "test", context: ChildHome.context(root))
            #expect(try await fonts.resolve("Parent-Regular").match?.scope == .persistent)
            try await fonts.add(local, .process)
            try await fonts.add(theirs)
            try await fonts.unregister(URL(filePath: ours), scope: .persistent)
        }
        let added = try await events.nextChange()
        #expect(added.kind == .added)
        #expect(added.faces.map(\.face.postscriptName) == ["Child-Regular"])
        let removed = try await events.nextChange()
        #expect(removed.kind == .removed)
        #expect(removed.generation == added.generation + 1)
        #expect(try await fonts.has("Child-Regular"))
        #expect(try await !fonts.has("Parent-Regular"))
        #expect(try await !fonts.has("Own-Regular"))
    }

    @Test func b14_aProviderListsAndRemovesOnlyItsOwn() async throws {
        let home = try PrivateHome()
        let (mine, other) = (try home.manager(provider: "mine"), try home.manager(provider: "other"))
        let user = try home.manager(provider: "user", authority: .user)
        let registration = try await mine.add(try home.write(SyntheticFont()))
        #expect(try await other.registered().isEmpty)
        #expect(try await other.registered(provider: "mine").isEmpty)
        #expect(try await user.registered() == [registration])
        // Other providers may use the font.
        #expect(try await other.has("Synthetic-Regular"))
        for target in [FontTarget.id(registration.id), .file(registration.file), .name("Synthetic-Regular")] {
            #expect(try await other.unregister([target]).codes == [201])
            #expect(try await other.setEnabled(false, [target]).codes == [201])
        }
        #expect(try await mine.registered() == [registration])
        let replacement = try home.write(SyntheticFont(salt: 1))
        #expect(
            try await other.refusal(of: .file(replacement), .persistent, .init(replaces: true))?.code.rawValue == 305)
        #expect(try await user.unregister([.id(registration.id)]).statuses == [.unregistered])
        #expect(try await mine.registered().isEmpty)
    }

    @Test func b16_aRequestAlwaysCompletes() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        try await fonts.add(try home.write(SyntheticFont(family: "Here")))
        try await fonts.add(
            try home.write(SyntheticFont(family: "Offered")), .persistent, RegistrationOptions(isEnabled: false))
        // Its only face cannot be enabled beside the face with the same PostScript name.
        let blocked = SyntheticFont(family: "Here", salt: 1) { $0.fullName = "Blocked Font" }
        try await fonts.add(try home.write(blocked), .persistent, RegistrationOptions(isEnabled: false))

        let names = ["Here-Regular", "Offered-Regular", "Nowhere-Regular", "Blocked Font"]
        let outcomes = try await fonts.request(names)
        #expect(outcomes.map(\.query) == names)
        #expect(outcomes.map(\.status) == [.resolved, .activated, .notFound, .declined])
        #expect(outcomes.map { $0.font?.postscriptName } == ["Here-Regular", "Offered-Regular", nil, nil])
        #expect(outcomes.last?.error?.code.rawValue == 305)
        #expect(try await fonts.request(names, timeout: .zero).map(\.status) == Array(repeating: .timedOut, count: 4))
        #expect(try await fonts.request([]).isEmpty)
    }

    @Test func b19_enumerationActivatesNothing() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let off = try await fonts.add(
            try home.write(.japanese()), .persistent, RegistrationOptions(isEnabled: false))
        let generation = try await fonts.generation()
        let store = try home.inventory()
        #expect(try await fonts.postscriptNames().isEmpty)
        #expect(try await fonts.familyNames().isEmpty)
        #expect(try await fonts.families(language: "ja").isEmpty)
        #expect(try await fonts.files().isEmpty)
        #expect(try await !fonts.has("SyntheticMincho-Regular"))
        #expect(try await !fonts.has("合成明朝"))
        #expect(try await fonts.fonts(matching: FontQuery(characters: "あ")).isEmpty)
        let everything = FontQuerySet(including: [FontQuery()], options: [.includeDisabled, .namedInstances])
        #expect(try await fonts.fonts(matching: everything).count == 1)
        #expect(try await fonts.registered() == [off])
        #expect(try await fonts.generation() == generation)
        #expect(try home.inventory() == store)
    }

    @Test func b20_concurrentCallsLoseNoUpdate() async throws {
        let home = try PrivateHome()
        let managers = try (0..<4).map { _ in try home.manager() }
        let files = try (0..<50).map { try home.write(SyntheticFont(family: "Font \($0)")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, file) in files.enumerated() {
                group.addTask {
                    let (fonts, others) = (managers[index % 4], managers[(index + 1) % 4])
                    try await fonts.add(file)
                    #expect(try await others.has("Font\(index)-Regular"))
                    if index % 2 == 1 {
                        try await others.unregister(URL(filePath: file), scope: .persistent)
                        #expect(try await !fonts.has("Font\(index)-Regular"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let expected = stride(from: 0, to: 50, by: 2).map { "Font\($0)-Regular" }.sorted()
        for fonts in managers { #expect(try await fonts.registeredNames() == expected) }
        #expect(try await managers[0].generation() == 75)
        #expect(home.projected.count == 25)
        #expect(home.storedObjects.count == 25)
        #expect(home.staged.isEmpty)

        var generations: [Int64] = []
        var events = managers[0].changes(since: 0).makeAsyncIterator()
        for _ in 0..<75 { generations.append(try await events.nextChange().generation) }
        #expect(generations == Array(1...75))
    }
}
