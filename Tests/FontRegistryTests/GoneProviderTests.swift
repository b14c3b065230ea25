import FontModel
import FontRegistry
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FontStore

/// Fonts of providers that were removed.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct GoneProviderTests {
    private let home: PrivateHome
    /// The file whose existence shows that the provider is installed.
    private let evidence: String
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
        evidence = try home.write([1], as: "programs/reader")
    }

    private func provider(
        _ id: String = "org.example.Reader", kind: ProviderKind = .flatpak, evidence: String?
    ) -> FontManager {
        FontManager(
            provider: id, quota: nil, facts: ProviderFacts(kind: kind, evidence: evidence), context: home.context)
    }

    private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    @Test func itsFontsGoWithIt() async throws {
        let fonts = provider(evidence: evidence)
        let registered = try await fonts.add(try home.write(SyntheticFont(family: "Its")))
        let session = try await fonts.add(try home.write(SyntheticFont(family: "Passing")), .session)
        try await FontManager(provider: "a-person", quota: nil, facts: nil, context: home.context).add(
            try home.write(SyntheticFont(family: "Other")))
        try await provider("no.evidence.x", kind: .unit, evidence: nil).add(
            try home.write(SyntheticFont(family: "Unit")))
        #expect(try await user.prune() == PruneReport())
        #expect(try await user.providers().map(\.kind) == [nil, .unit, .flatpak])

        try remove(evidence)
        #expect(try await user.providers().map(\.isGone) == [false, false, true])
        let generation = try await user.generation()
        var events = user.changes.makeAsyncIterator()
        let report = try await user.prune()
        #expect(Set(report.goneProviderRegistrations.map(\.id)) == [registered.id, session.id])
        #expect(try await user.registeredNames() == ["Other-Regular", "Unit-Regular"])
        for _ in 0..<2 {
            let change = try await events.nextChange()
            #expect(change.kind == .removed)
            #expect(change.provider == "org.example.Reader")
            #expect(change.generation == generation + 1)
        }
        #expect(try await user.prune() == PruneReport())
        #expect(try await user.providers().map(\.id) == ["a-person", "no.evidence.x"])
        #expect(try await user.diagnose(repair: false).isHealthy)
        #expect(!FileManager.default.fileExists(atPath: try #require(registered.path)))
    }

    /// The record that the user disabled a font stays while its provider exists; afterwards a prune removes it.
    @Test func pruningForgetsAProvider() async throws {
        let fonts = provider(evidence: evidence)
        let file = try home.write(SyntheticFont())
        let id = try await fonts.add(file).id
        #expect(try await user.setEnabled(false, [.id(id)]).isSuccess)
        #expect(try await fonts.unregister([.id(id)]).isSuccess)
        func disabledByUser() throws -> Int? {
            try DatabaseQueue(path: home.paths.database).read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM disabledByUser")
            }
        }
        _ = try await user.prune()
        #expect(try disabledByUser() == 1)
        try remove(evidence)
        _ = try await user.prune()
        #expect(try disabledByUser() == 0)
    }

    /// A provider is not considered removed if its folder is missing.
    ///
    /// This happens if a disk is not mounted, or if another system uses the same home.
    @Test func withoutItsFolderNothingIsSaid() async throws {
        let folder = (evidence as NSString).deletingLastPathComponent
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
        #expect(try user.sweepGoneProviders().isEmpty)
        // Another folder with the same path, such as an empty mount point.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(try user.sweepGoneProviders().isEmpty)
        try remove(folder)
        try Data().write(to: URL(filePath: folder))
        #expect(try user.sweepGoneProviders().isEmpty)
        #expect(try await user.providers().map(\.isGone) == [false])
        try remove(folder)
        try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
        #expect(try user.sweepGoneProviders().isEmpty)
        try remove(evidence)
        #expect(try user.sweepGoneProviders().count == 1)
    }

    @Test func aLinkThatLeadsNowhereIsStillThere() async throws {
        let link = home.root + "/given/programs/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: evidence)
        try await provider(evidence: link).add(try home.write(SyntheticFont()))
        try remove(evidence)
        #expect(try user.sweepGoneProviders().isEmpty)
        try remove(link)
        #expect(try user.sweepGoneProviders().count == 1)
    }

    @Test(arguments: ["relative", "/nowhere/at/all", ""]) func neverSeenPathIsNoEvidence(_ path: String)
        async throws
    {
        try await provider(evidence: path).add(try home.write(SyntheticFont()))
        #expect(try await user.providers().map(\.isGone) == [false])
        #expect(try user.sweepGoneProviders().isEmpty)
    }

    /// An application that has moved and registers the same fonts at every start updates its recorded path.
    @Test func recordsFollowTheProvider() async throws {
        let file = try home.write(SyntheticFont())
        try await provider(evidence: evidence).add(file)
        let generation = try await user.generation()
        let moved = try home.write([1], as: "elsewhere/reader")
        #expect(try await provider(evidence: moved).outcome(of: .file(file)).status == .alreadyRegistered)
        #expect(try await user.generation() == generation)
        #expect(try SidecarFile(home.paths).providers()["org.example.Reader"]?.evidence == moved)
        try remove(evidence)
        #expect(try user.sweepGoneProviders().isEmpty)
        try remove(moved)
        #expect(try user.sweepGoneProviders().count == 1)
    }

    /// A Flatpak and a program share an id, so removing either does not show that the provider is gone.
    @Test func twoKindsOfOneProviderAreNotGone() async throws {
        let other = try home.write([1], as: "elsewhere/reader")
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        try await provider(kind: .executable, evidence: other).add(try home.write(SyntheticFont(family: "Other")))
        try remove(other)
        try remove(evidence)
        #expect(try user.sweepGoneProviders().isEmpty)
    }

    /// If several providers are missing, each can be swept separately.
    @Test func oneIsSweptByItself() async throws {
        let other = try home.write([1], as: "elsewhere/reader")
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        try await provider("org.example.Other", evidence: other).add(try home.write(SyntheticFont(family: "Other")))
        try remove(other)
        try remove(evidence)
        #expect(try user.sweepGoneProviders(only: "org.example.Other").map(\.provider) == ["org.example.Other"])
        #expect(try await user.registered().map(\.provider) == ["org.example.Reader"])
    }

    @Test func aRefusedRegistrationSaysNothing() async throws {
        let fonts = provider(evidence: evidence)
        #expect(try await fonts.refusal(of: .file(try home.write([1, 2, 3], as: "x.ttf"))) != nil)
        #expect(try SidecarFile(home.paths).providers().isEmpty)
    }

    @Test func aRebuildKeepsWhatIsKnown() async throws {
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        try Data("nothing of the kind, at length".utf8).write(to: URL(filePath: home.paths.database))
        #expect(try await home.user().diagnose(repair: true).isHealthy)
        #expect(try await home.user().diagnose(repair: false).findings.filter { $0.severity != .note } == [])
        #expect(try await home.user().providers().map(\.kind) == [.flatpak])
        try remove(evidence)
        #expect(try home.user().sweepGoneProviders().count == 1)
    }

    @Test func interruptionAfterTheCommitIsCompleted() async throws {
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        let known = try SidecarFile(home.paths).providers()
        #expect(known.count == 1)
        try remove(home.paths.sidecars)
        try remove(home.paths.generationFile)
        _ = try await home.manager().registered()
        #expect(try SidecarFile(home.paths).providers() == known)
    }

    @Test func lostMetadataIsFoundAndRewritten() async throws {
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        let sidecars = SidecarFile(home.paths)
        let known = try sidecars.providers()
        try sidecars.rewrite(Array(try sidecars.read().values), [], HiddenFonts(), StoredCollections())
        let found = try await user.diagnose(repair: false).findings.first { $0.id == "sidecar-stale" }
        #expect(found?.message == "Metadata is missing or outdated for 0 stored files and 1 provider.")
        _ = try await user.diagnose(repair: true)
        #expect(try sidecars.providers() == known)
    }

    @Test func providerWithoutRegistrationsIsForgotten() async throws {
        let fonts = provider(evidence: evidence)
        try await fonts.unregister([.id(try await fonts.add(try home.write(SyntheticFont())).id)])
        func known() throws -> Int {
            try Registrar(home.context).read { database, _ in try database?.providers().count ?? -1 }
        }
        #expect(try known() == 1)
        _ = try await user.prune()
        #expect(try known() == 0)
    }

    // MARK: Watching

    /// Returns a watch and the stream of its notifications.
    private func watch(_ grace: Duration) throws -> (ProviderWatch, AsyncStream<Void>.Iterator) {
        let (told, sink) = AsyncStream<Void>.makeStream()
        let watch = ProviderWatch(RegistryStore(home.context), grace: { _ in grace }) { _ in sink.yield() }
        try watch.refresh()
        return (watch, told.makeAsyncIterator())
    }

    @Test func aRemovalIsNoticed() async throws {
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        var (watch, told) = try watch(.milliseconds(1))
        try FileManager.default.moveItem(atPath: evidence, toPath: evidence + ".away")
        await told.next()
        #expect(try user.sweepGoneProviders().count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test func laterProviderIsWatchedToo() async throws {
        var (watch, told) = try watch(.milliseconds(1))
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        // The watch reports the removal whether it noticed the provider before or after it.
        try remove(evidence)
        await told.next()
        #expect(try user.sweepGoneProviders().count == 1)
        let folder = home.root + "/given/apps/org.example.Other"
        try FileManager.default.createDirectory(atPath: folder + "/x86_64", withIntermediateDirectories: true)
        try await provider("org.example.Other", evidence: folder).add(try home.write(SyntheticFont()))
        try remove(folder)
        await told.next()
        #expect(try user.sweepGoneProviders().count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test func earlierRemovalIsNoticedAtTheStart() async throws {
        try await provider(evidence: evidence).add(try home.write(SyntheticFont()))
        try remove(evidence)
        var (watch, told) = try watch(.milliseconds(1))
        await told.next()
        withExtendedLifetime(watch) {}
    }

    /// A provider that is back within the grace period, as after an upgrade, was not removed.
    @Test func brieflyMissingProviderIsNotRemoved() async throws {
        let second = try home.write([1], as: "programs/second")
        try await provider(evidence: evidence).add(try home.write(SyntheticFont(family: "A")))
        try await provider("org.example.Second", evidence: second).add(try home.write(SyntheticFont(family: "B")))
        let count = Counter()
        let (told, sink) = AsyncStream<Void>.makeStream()
        let watch = ProviderWatch(RegistryStore(home.context), grace: { _ in .seconds(3) }) { _ in
            count.increment()
            sink.yield()
        }
        try watch.refresh()
        try remove(evidence)
        try home.write([2], as: "programs/reader")
        // Its grace period ends after the first one's.
        try remove(second)
        var events = told.makeAsyncIterator()
        await events.next()
        #expect(count.value == 1)
        #expect(try user.sweepGoneProviders().map(\.provider) == ["org.example.Second"])
        withExtendedLifetime(watch) {}
    }
}
