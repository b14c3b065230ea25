import FontBus
import FontModel
import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// Consent hooks on the bus that decide for good, and those that do not know that method.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct DecidingTests {
    private static func register(_ client: BusConnection, _ paths: String...) async throws -> [Int?] {
        let files = try paths.map { path -> BusValue in
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            let descriptor = try #require(BusDescriptor(duplicating: file.fileDescriptor))
            return .structure([.string(path), .descriptor(descriptor)])
        }
        do throws(BusFailure) {
            let answer = try await client.registry(
                "Register", [.array(files, of: "(sh)"), .string("session"), .dictionary([:])])
            return (answer.last?.dictionaries ?? []).map { $0["code"]?.integer.map(Int.init) }
        } catch {
            return [
                error.name.hasSuffix(".CancelledByUser") ? 304 : error.name.hasSuffix(".MissingEntitlement") ? 302 : 0
            ]
        }
    }

    private static func font(_ served: ServedHome, _ family: String, salt: UInt32 = 0) throws -> String {
        try served.font(family, salt: salt).path(percentEncoded: false)
    }

    /// The provider that this process is on the bus.
    private static func provider(_ client: BusConnection) async throws -> String {
        try #require(try await client.registry("Identity", []).first?.dictionary?["provider"]?.string)
    }

    // MARK: Questions

    @Test func aQuestionNamesFamiliesCountAndBytes() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.install = .ask })
        let hook = try await ConsentHook(served) { true }
        let client = try await served.connect()
        let lora = try Self.font(served, "Lora")
        let inter = try Self.font(served, "Inter", salt: 1)
        let damaged = try served.home.write(Array("no font".utf8), as: "damaged.ttf")
        let bytes = try [lora, inter, damaged].reduce(0) { $0 + (try Data(contentsOf: URL(filePath: $1)).count) }
        #expect(try await Self.register(client, lora, inter, damaged) == [nil, nil, 103])
        let question = try #require(await hook.question())
        #expect(hook.calls.all == ["Decide"])
        #expect(question["wish"] == .string("register") && question["scope"] == .string("session"))
        #expect(question["families"]?.strings == ["Lora", "Inter"])
        #expect(question["count"]?.integer == 3 && question["bytes"]?.integer == Int64(bytes))
        #expect(question["fonts"]?.dictionaries?.map { $0["file"]?.string } == [lora, inter, damaged])
        #expect(question["announces"] == nil && question["metered"] == nil)
        // An announcement says that it is one.
        _ = try await client.registry("Announce", [.string(""), .strings(["Lora*", "Inter"])])
        let announced = try #require(await hook.question())
        #expect(announced["announces"] == .boolean(true) && announced["families"]?.strings == ["Lora*", "Inter"])
        #expect(announced["count"]?.integer == 2 && announced["bytes"] == nil)
    }

    // MARK: Answers

    @Test(arguments: [true, false]) func anAnswerIsRemembered(_ isAgreed: Bool) async throws {
        let served = try await ServedHome(policy: { $0.unconfined.install = .ask })
        let hook = try await ConsentHook(served, remembers: true) { isAgreed }
        let client = try await served.connect()
        #expect(try await Self.register(client, try Self.font(served, "One")) == [isAgreed ? nil : 304])
        #expect(try await Self.register(client, try Self.font(served, "Two")) == [isAgreed ? nil : 302])
        #expect(hook.calls.all == ["Decide"])
        let provider = try await Self.provider(client)
        let policy = try PolicyFile(served.home.paths).read()
        #expect(policy.providers[provider]?.install == (isAgreed ? .allow : .deny))
        #expect(policy.providers[provider]?.download == nil && policy.providers[provider]?.manage == nil)
        // As a change by fontctl, it can be undone.
        let user = try served.home.user()
        let operation = try #require(try await user.undoableOperations().first { $0.kind == .policy })
        try await user.undo(operation.number)
        #expect(try PolicyFile(served.home.paths).read().providers[provider]?.install == nil)
    }

    @Test func anAnswerForThisTimeIsNotRemembered() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.install = .ask })
        let hook = try await ConsentHook(served) { true }
        let client = try await served.connect()
        for family in ["One", "Two"] {
            #expect(try await Self.register(client, try Self.font(served, family)) == [nil])
        }
        #expect(hook.calls.all == ["Decide", "Decide"])
        #expect(try PolicyFile(served.home.paths).read().providers.isEmpty)
    }

    @Test(arguments: [true, false]) func anAnswerToADownloadIsRemembered(_ isAgreed: Bool) async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog([SyntheticFont(family: "Lora"), SyntheticFont(family: "Inter", salt: 1)])
        let hook = try await ConsentHook(served, remembers: true) { isAgreed }
        let client = try await served.connect()
        let first = try await client.request("Lora-Regular")
        #expect(first.map(\.status) == [isAgreed ? "downloaded" : "declined"])
        let second = try await client.request("Inter-Regular")
        #expect(second.map(\.status) == [isAgreed ? "downloaded" : "not-found"])
        #expect(hook.calls.all == ["Decide"])
        let policy = try PolicyFile(served.home.paths).read()
        #expect(policy.providers[try await Self.provider(client)]?.download == (isAgreed ? .allow : .never))
    }

    // MARK: Hooks without the method

    /// A hook without `Decide` is asked as before, and is asked for that method once.
    @Test func aHookWithoutTheMethodIsAsked() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.install = .ask })
        let hook = try await ConsentHook(served, remembers: true, hasDecide: false) { true }
        let client = try await served.connect()
        for family in ["One", "Two"] {
            #expect(try await Self.register(client, try Self.font(served, family)) == [nil])
        }
        // The bus library answers for methods that the object does not have.
        #expect(hook.calls.all == ["Ask", "Ask"])
        #expect(try PolicyFile(served.home.paths).read().providers.isEmpty)
        // Its successor of the same name is asked anew.
        try await hook.end()
        let next = try await ConsentHook(served) { true }
        #expect(try await Self.register(client, try Self.font(served, "Three")) == [nil])
        #expect(next.calls.all == ["Decide"])
    }

    // MARK: Nobody answers

    @Test func aHookThatLeavesRefuses() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.install = .ask })
        let gate = Gate()
        let hook = try await ConsentHook(served, remembers: true) {
            await gate.pass()
            return true
        }
        let client = try await served.connect()
        let path = try Self.font(served, "One")
        async let outcome = Self.register(client, path)
        _ = await hook.question()
        await hook.close()
        #expect(try await outcome == [304])
        #expect(try PolicyFile(served.home.paths).read().providers.isEmpty)
        gate.open()
    }

    // MARK: Bytes that change

    /// The user agrees to what the question names: other bytes in the same file are not registered, wherever it is in a list.
    @Test(arguments: [0, 15]) func otherBytesThanThoseOfTheQuestionAreRefused(_ changed: Int) async throws {
        let served = try await ServedHome(policy: { $0.unconfined.install = .ask })
        // The daemon of the bus delivers at most 16 files in a message.
        let paths = try (0..<16).map { try Self.font(served, "Harmless \($0)", salt: UInt32($0)) }
        let other = SyntheticFont(family: "Harmful \(changed)", salt: UInt32(changed)).build()
        let hook = try await ConsentHook(served) {
            // The file stays the one that is open.
            (try? Data(other).write(to: URL(filePath: paths[changed]))) != nil
        }
        let files = try paths.map { path -> BusValue in
            .structure([.string(path), .descriptor(try BusDescriptor.opening(path))])
        }
        let client = try await served.connect()
        let answer = try await client.registry(
            "Register", [.array(files, of: "(sh)"), .string("session"), .dictionary([:])])
        let codes = (answer.last?.dictionaries ?? []).map { $0["code"]?.integer }
        #expect(codes.indices.filter { codes[$0] != nil } == [changed] && codes[changed] == 104, "\(codes)")
        #expect(hook.calls.all == ["Decide"])
        let families = try await served.home.user().registered().flatMap { $0.faces.map(\.family) }
        #expect(families.count == 15 && !families.contains { $0.hasPrefix("Harmful") })
        // What did not change is registered without a question once the user says so.
        _ = try PolicyFile(served.home.paths).change { $0.unconfined.install = .allow }
        #expect(try await Self.register(client, paths[changed]) == [nil])
    }
}
