import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// A registration over the quota of a provider fails with `exceededResourceLimit` (106), decided under the lock.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct QuotaTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func manager(fonts: Int? = nil, bytes: Int? = nil, provider: String = "one") -> FontManager {
        FontManager(
            provider: provider, quota: FontQuota(fonts: fonts, bytes: bytes), facts: nil, context: home.context)
    }

    private func file(_ family: String, salt: UInt32 = 0) throws -> String {
        try home.write(SyntheticFont(family: family, salt: salt))
    }

    private func size(_ file: String) throws -> Int { try Data(contentsOf: URL(filePath: file)).count }

    @Test func oneMoreThanAllowedIsRefused() async throws {
        let fonts = manager(fonts: 2)
        let first = try await fonts.add(try file("A"))
        try await fonts.add(try file("B"), .session)
        let refusal = try #require(await fonts.refusal(of: .file(try file("C"))))
        #expect(refusal.code == .exceededResourceLimit)
        #expect(!refusal.message.contains("fontctl"))
        #expect(refusal.cause == .policy(provider: "one", member: .maxFonts))
        #expect(refusal.recovery == [.useLess, .askUser])
        #expect(home.staged == [])
        try await fonts.unregister([.id(first.id)])
        try await fonts.add(try file("C"))
        #expect(try await fonts.registeredNames() == ["B-Regular", "C-Regular"])
    }

    @Test func contentInTwoScopesHasItsBytesOnce() async throws {
        let (first, second) = (try file("A"), try file("B"))
        let fonts = manager(bytes: try size(first))
        try await fonts.add(first)
        try await fonts.add(first, .session)
        let refusal = try #require(await fonts.refusal(of: .file(second)))
        #expect(refusal.code == .exceededResourceLimit)
        #expect(refusal.cause == .policy(provider: "one", member: .maxBytes))
        // The other scope still needs its bytes.
        try await fonts.unregister([.file(first)], scope: .session)
        #expect(try await fonts.refusal(of: .file(second)) != nil)
        try await fonts.unregister([.file(first)], scope: .persistent)
        #expect(try await fonts.refusal(of: .file(second)) == nil)
    }

    @Test func fontsOfOthersDoNotCount() async throws {
        let shared = try file("A")
        let other = try home.manager(provider: "other")
        try await other.add(shared)
        try await other.add(try file("B"))
        let fonts = manager(fonts: 1, bytes: try size(shared))
        try await fonts.add(shared)
        #expect(try await fonts.refusal(of: .file(try file("C")))?.code == .exceededResourceLimit)
        #expect(try await manager(bytes: try size(shared) - 1, provider: "third").refusal(of: .file(shared)) != nil)
    }

    @Test func aBatchGoesUpToTheLimit() async throws {
        let fonts = manager(fonts: 3)
        let files = try (0..<5).map { try file("F\($0)") }
        let summary = try await fonts.register(files.map { .file($0) }, scope: .persistent).summary()
        #expect(summary.outcomes.map(\.status) == [.registered, .registered, .registered, .failed, .failed])
        #expect(summary.errors.allSatisfy { $0.code == .exceededResourceLimit })
        #expect(try await fonts.registered().count == 3)
        #expect(try await home.user().diagnose(repair: false).isHealthy)
    }

    @Test func anAtomicBatchOverTheLimitIsNothing() async throws {
        let fonts = manager(fonts: 3)
        try await fonts.add(try file("Earlier"))
        let before = (try home.inventory(), try await fonts.generation())
        let files = try (0..<4).map { try file("F\($0)") }
        let summary = try await fonts.register(
            files.map { .file($0) }, scope: .persistent, options: RegistrationOptions(isAtomic: true)
        ).summary()
        #expect(summary.outcomes.map(\.status) == [.skipped, .skipped, .failed, .skipped])
        #expect(summary.errors.map(\.code) == [.exceededResourceLimit])
        #expect(try await fonts.registeredNames() == ["Earlier-Regular"])
        #expect(try (home.inventory(), await fonts.generation()) == before)
        let fitting = try await fonts.register(
            files.prefix(2).map { .file($0) }, scope: .persistent, options: RegistrationOptions(isAtomic: true)
        ).summary()
        #expect(fitting.isSuccess)
    }

    @Test func replacedFontsFreeQuota() async throws {
        let old = try home.write(SyntheticFont { $0.revision = 1 }, as: "1.ttf")
        let new = try home.write(SyntheticFont { $0.revision = 2 }, as: "2.ttf")
        let fonts = manager(fonts: 1, bytes: max(try size(old), try size(new)))
        try await fonts.add(old)
        let outcome = try await fonts.outcome(of: .file(new), .persistent, RegistrationOptions(replaces: true))
        #expect(outcome.status == .replaced)
        #expect(try await fonts.refusal(of: .file(try file("Other")))?.code == .exceededResourceLimit)
    }

    @Test func aLoweredLimitLeavesWhatIsThere() async throws {
        let old = try home.write(SyntheticFont { $0.revision = 1 }, as: "1.ttf")
        try await home.manager(provider: "one").add(old)
        try await home.manager(provider: "one").add(try file("A"))
        try await home.manager(provider: "one").add(try file("B"))
        let fonts = manager(fonts: 1, bytes: 1)
        #expect(try await fonts.outcome(of: .file(old)).status == .alreadyRegistered)
        #expect(try await fonts.refusal(of: .file(try file("C")))?.code == .exceededResourceLimit)
        let new = try home.write(SyntheticFont { $0.revision = 2 }, as: "2.ttf")
        try #require(try size(new) <= size(old))
        let replaced = try await fonts.outcome(of: .file(new), .persistent, RegistrationOptions(replaces: true))
        #expect(replaced.status == .replaced)
        #expect(try await fonts.registered().count == 3)
    }

    @Test func simultaneousRegistrationsKeepTheQuota() async throws {
        let files = try (0..<12).map { try file("F\($0)") }
        let limit = 5
        let done = try await withThrowingTaskGroup(of: Bool.self) { group in
            for path in files {
                // Each manager has its own connections, as in another process.
                let fonts = manager(fonts: limit)
                group.addTask { try await fonts.outcome(of: .file(path)).isSuccess }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(done == limit)
        #expect(try await manager().registered().count == limit)
    }
}
