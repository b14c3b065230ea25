import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// The policy for providers and their announcements, which are followed without the bus by their files.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct UnloggedChangeTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.user()
    }

    /// A home in which fontd never wrote a policy has no folder for it.
    private var configuration: String { home.root + "/config/fontd" }

    @Test func aChangeOfThePolicyIsAnEvent() async throws {
        try #require(!FileManager.default.fileExists(atPath: configuration))
        let following = Following(fonts.changes)
        try await following.begin(home)
        let policy = PolicyFile(home.paths)
        for install in [FontPolicy.Install.deny, .ask] {
            try policy.change { $0.unconfined.install = install }
            #expect(await following.next() == .policy(generation: 1))
        }
        // An editor writes the file in place, or removes it.
        try Data(#"{"default":{"install":"allow"}}"#.utf8).write(to: URL(filePath: policy.path))
        #expect(await following.next() == .policy(generation: 1))
        try remove(policy.path)
        #expect(await following.next() == .policy(generation: 1))
        // A policy that cannot be read permits nothing.
        try Data("{".utf8).write(to: URL(filePath: policy.path))
        #expect(await following.next() == .policy(generation: 1))
        #expect(try await fonts.generation() == 1)
    }

    /// The file may be a link, as for settings that are kept elsewhere.
    @Test func theTargetOfALinkIsFollowed() async throws {
        let target = try home.write(Array("{}".utf8), as: "settings/policy.json")
        try FileManager.default.createDirectory(atPath: configuration, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: home.paths.policyFile, withDestinationPath: target)
        let following = Following(fonts.changes)
        try await following.begin(home)
        try PolicyFile(home.paths).change { $0.unconfined.use = .deny }
        #expect(await following.next() == .policy(generation: 1))
        // Through the link, and at its target.
        try Data("{}".utf8).write(to: URL(filePath: target))
        #expect(await following.next() == .policy(generation: 1))
    }

    /// The event is for those whose announcements changed.
    @Test func announcementsAreEventsOfTheirProviders() async throws {
        let following = Following(fonts.changes)
        try await following.begin(home)
        func write(_ announced: (provider: String, names: String)...) throws {
            let entries = announced.map {
                #"{"busName":"org.example.\#($0.provider)","names":["\#($0.names)"],"provider":"\#($0.provider)"}"#
            }
            let text = #"{"announcements":[\#(entries.joined(separator: ","))],"version":1}"#
            try Data(text.utf8).write(to: URL(filePath: home.paths.announcements), options: .atomic)
        }
        try write(("one", "lora*"))
        #expect(await following.next() == .announcements(generation: 1, provider: "one"))
        try write(("one", "lora*"), ("two", "inter*"))
        #expect(await following.next() == .announcements(generation: 1, provider: "two"))
        try write(("one", "inter*"), ("two", "inter*"))
        #expect(await following.next() == .announcements(generation: 1, provider: "one"))
        // Written again without a difference, it is no event; the next one is that of a font.
        try write(("one", "inter*"), ("two", "inter*"))
        let other = try await fonts.add(try home.write(SyntheticFont(family: "Other")))
        guard case .change(let change)? = await following.next() else {
            Issue.record("nothing changed but fonts")
            return
        }
        #expect(change.ids == [other.id])
        try remove(home.paths.announcements)
        let gone = [await following.next(), await following.next()]
        #expect(gone == ["one", "two"].map { .announcements(generation: 2, provider: $0) })
    }

    /// What changed while nobody read is one event for each thing.
    @Test func changesInARowAreOneEvent() async throws {
        var events = fonts.changes(since: 0).makeAsyncIterator()
        for install in [FontPolicy.Install.deny, .ask, .allow] {
            try PolicyFile(home.paths).change { $0.unconfined.install = install }
        }
        try await fonts.add(try home.write(SyntheticFont()))
        var read: [FontChangeEvent?] = []
        for _ in 0..<2 { read.append(try await events.next()) }
        #expect(read.contains(.policy(generation: 1)))
        #expect(read.count { if case .change = $0 { true } else { false } } == 1)
        // A subscriber that begins now has nothing to read again.
        var late = fonts.changes(since: 0).makeAsyncIterator()
        guard case .change? = try await late.next() else {
            Issue.record("the policy did not change since the subscription")
            return
        }
    }

    /// A task that follows changes, after it has been seen to follow.
    private final class Following: Sendable {
        private let events: AsyncStream<FontChangeEvent>
        private let task: Task<Void, Never>

        init(_ followed: FontChanges) {
            let (events, sink) = AsyncStream.makeStream(of: FontChangeEvent.self)
            self.events = events
            task = Task {
                var iterator = followed.makeAsyncIterator()
                while let event = try? await iterator.next() { sink.yield(event) }
                sink.finish()
            }
        }

        deinit { task.cancel() }

        /// Waits until the files are watched, for which a font is registered.
        func begin(_ home: PrivateHome) async throws {
            try await home.user().add(try home.write(SyntheticFont(family: "First")))
            let event = await next()
            guard case .change? = event else { throw FontError(.registrationFailed, "\(String(describing: event))") }
        }

        func next() async -> FontChangeEvent? { await events.first { _ in true } }
    }
}
