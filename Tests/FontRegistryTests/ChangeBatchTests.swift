import FontModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontRegistry
@testable import ProcessFonts

/// Unregistering, enabling and disabling many fonts with progress and a stop, and fonts as their targets.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ChangeBatchTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private static let count = 6

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func register(_ scope: FontScope) async throws -> [FontTarget] {
        let files = try (0..<Self.count).map { try home.write(SyntheticFont(family: "Many \($0)")) }
        #expect(try await fonts.register(files.map(FontSource.file), scope: scope).summary().isSuccess)
        return (0..<Self.count).map { .name("Many\($0)-Regular") }
    }

    @Test(arguments: [FontScope.process, .persistent], [true, false])
    func everyTargetIsReported(_ scope: FontScope, _ saysScope: Bool) async throws {
        let targets = try await register(scope) + [.name("None-Regular")]
        let generation = try await fonts.generation()
        for (change, status) in [
            (RegistrationVerb.disable, FontOutcome.Status.disabled), (.enable, .enabled),
            (.tag(adding: ["many"], removing: []), .tagged), (.unregister, .unregistered),
        ] {
            var completed: [Int] = []
            var failed: [FontError.Code?] = []
            var summary: FontSummary?
            for await event in fonts.batch(change, of: targets, scope: saysScope ? scope : nil) {
                switch event {
                case .prepared(_, let count, let total), .failed(_, let count, let total):
                    completed.append(count)
                    #expect(total == targets.count)
                    if case .failed(let outcome, _, _) = event { failed.append(outcome.error?.code) }
                case .finished(let result): summary = result
                }
            }
            #expect(completed == Array(1...targets.count))
            #expect(failed == [.notRegistered])
            #expect(summary?.outcomes.map(\.status) == Array(repeating: status, count: Self.count) + [.failed])
            #expect(summary?.wasStopped == false)
        }
        #expect(try await fonts.generation() == generation + (scope == .process ? 0 : 4))
        #expect(try await fonts.registered().isEmpty)
    }

    /// What was changed before the stop is kept, in one generation.
    @Test(arguments: [FontScope.process, .persistent])
    func aStopKeepsWhatIsDone(_ scope: FontScope) async throws {
        let targets = try await register(scope)
        let generation = try await fonts.generation()
        let done = Mutex(0)
        let watcher = BatchWatcher(
            didPrepare: { _, _ in done.withLock { $0 += 1 } }, shouldStop: { done.withLock { $0 >= 2 } })
        let summary = try await fonts.backend(of: scope).change(
            RegistrationChange(.disable, targets, scope: scope), watcher: watcher)
        #expect(summary.wasStopped)
        #expect(summary.outcomes.map(\.status) == [.disabled, .disabled, .skipped, .skipped, .skipped, .skipped])
        #expect(try await fonts.registered(state: .disabled).count == 2)
        #expect(try await fonts.generation() == generation + (scope == .process ? 0 : 1))
    }

    @Test func aCancelledTaskChangesNothing() async throws {
        let targets = try await register(.persistent)
        let task = Task { [fonts] in
            while !Task.isCancelled { await Task.yield() }
            return try await fonts.batch(.unregister, of: targets).summary()
        }
        task.cancel()
        #expect(try await task.value.wasStopped)
        #expect(try await fonts.registered().count == Self.count)
    }

    @Test(arguments: [FontScope.process, .session, .persistent])
    func aFontIsATarget(_ scope: FontScope) async throws {
        let file = try home.write(SyntheticFont(family: "Target"))
        try await fonts.register(.file(file), scope: scope)
        let found = try #require(try await fonts.resolve("Target-Regular").match)
        #expect(try await fonts.setEnabled(false, found).isSuccess)
        let disabled = try await fonts.fonts(
            matching: FontQuerySet(including: [FontQuery(family: "Target")], options: .includeDisabled))
        #expect(disabled.map(\.isEnabled) == [false])
        #expect(try await fonts.setEnabled(true, disabled[0]).isSuccess)
        #expect(try await fonts.batch(.unregister, of: [.font(found)]).summary().isSuccess)
        #expect(try await fonts.registered().isEmpty)
        // A font that was read from its file, and one of the system.
        try await fonts.register(.file(file), scope: scope)
        let read = try #require(try FontFile(contentsOf: file).descriptors.first)
        #expect(try await fonts.unregister([.font(read)], scope: scope).isSuccess)
        try home.put(SyntheticFont(family: "Installed").build(), at: home.paths.userFonts + "/installed.ttf")
        let installed = try #require(try await home.manager().resolve("Installed-Regular").match)
        await #expect(throws: FontError.self) { try await fonts.unregister(installed) }
        #expect(try await fonts.unregister([.font(installed)]).errors.map(\.code) == [.systemRequired])
    }

    @Test(arguments: [FontScope.process, .persistent])
    func aFamilyIsATarget(_ scope: FontScope) async throws {
        for style in ["Regular", "Bold"] {
            let font = SyntheticFont(family: "Whole", style: style) {
                $0.localizedNames = [.init(1, language: 0x407, "Ganze")]
            }
            try await fonts.register(.file(try home.write(font)), scope: scope)
        }
        try await fonts.register(.file(try home.write(SyntheticFont(family: "Other"))), scope: scope)
        for name in ["WHOLE", "ganze"] {
            let summary = try await fonts.setEnabled(false, [.family(name)])
            #expect(summary.outcomes.map(\.status) == [.disabled, .disabled], "\(name)")
            #expect(try await fonts.setEnabled(true, [.family(name)], scope: scope).isSuccess)
        }
        #expect(try await fonts.unregister([.any("whole")]).outcomes.count == 2)
        #expect(try await fonts.registered().map { $0.faces[0].family } == ["Other"])
        #expect(try await fonts.unregister([.family("None")]).errors.map(\.code) == [.notRegistered])
    }

    /// The answer to a change of another provider's font says whose it is, but not where its file came from.
    @Test func anothersFontIsNamed() async throws {
        let other = try home.manager(provider: "other")
        let file = try home.write(SyntheticFont(family: "Foreign"))
        let registered = try await other.add(file)
        for target in [
            FontTarget.any("Foreign-Regular"), .name("Foreign-Regular"), .family("Foreign"), .id(registered.id),
        ] {
            let error = try #require(try await fonts.unregister([target]).errors.first)
            #expect(error.code == .notRegistered)
            #expect(error.conflict?.provider == "other" && error.message.contains("belongs to other"))
            #expect(!"\(error)".contains(file))
        }
        #expect(try await fonts.unregister([.any(file)]).errors.first?.conflict == nil)
        try await other.setEnabled(false, [.name("Foreign-Regular")])
        #expect(try await fonts.unregister([.name("Foreign-Regular")]).errors.first?.conflict == nil)
    }

    // MARK: Requests

    @Test func aFamilyATagAndAQueryAreRequested() async throws {
        for (family, style) in [("Wanted", "Regular"), ("Wanted", "Bold"), ("Tagged", "Regular")] {
            try await fonts.register(
                .file(try home.write(SyntheticFont(family: family, style: style) { $0.isBold = style == "Bold" })),
                scope: .persistent,
                options: RegistrationOptions(isEnabled: false, tag: family == "Tagged" ? "project" : nil))
        }
        let outcomes = try await fonts.request(matching: [
            FontQuery(family: "wanted", traits: .bold), FontQuery(family: "Wanted"), FontQuery(tag: "project"),
            FontQuery(family: "None"), FontQuery(tag: "none"), FontQuery(postscriptName: "Wanted-Bold"),
        ])
        #expect(outcomes.map(\.status) == [.activated, .activated, .activated, .notFound, .notFound, .resolved])
        #expect(
            outcomes.map { $0.fonts.map(\.postscriptName).sorted() } == [
                ["Wanted-Bold"], ["Wanted-Bold", "Wanted-Regular"], ["Tagged-Regular"], [], [], ["Wanted-Bold"],
            ])
        try await home.user().setEnabled(false, [.family("Tagged")])
        let refused = try await fonts.request(matching: [FontQuery(tag: "project")], timeout: .seconds(1))
        #expect(refused[0].status == .declined && refused[0].error?.code == .missingEntitlement)
        try await fonts.setEnabled(false, [.family("Wanted")])
        #expect(
            try await fonts.request(matching: [FontQuery(family: "Wanted")], timeout: .zero).map(\.status) == [
                .timedOut
            ])
    }
}
