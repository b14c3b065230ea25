import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontService

/// Requests for fonts of one family share a question to the user.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct SharedConsentTests {
    private let home: PrivateHome
    private let policy: PolicyFile
    private let caller: CallerIdentity
    private let asked = Counter()
    private let answering = Gate()

    init() throws {
        home = try PrivateHome()
        policy = PolicyFile(home.paths)
        var caller = try CallerIdentity(pid: getpid(), runtimeDirectory: nil)
        (caller.kind, caller.id, caller.isSandboxed) = (.flatpak, "flatpak:org.example.Reader", true)
        self.caller = caller
        try policy.change { $0.consent = .busName("org.example.Consent") }
    }

    /// Returns a gate whose questions are counted, and answered when ``answering`` opens.
    private func gate(isAgreed: Bool = true) -> ConsentGate {
        ConsentGate(policy: policy) { [asked, answering] _, _ in
            asked.increment()
            await answering.pass()
            return ConsentAnswer(isAgreed: isAgreed)
        }
    }

    private func question(_ families: [String], bytes: Int = 9) -> ConsentQuestion {
        ConsentQuestion(caller, families: families, bytes: bytes, isMetered: false)
    }

    /// Starts downloads and answers when all others wait for the first one.
    ///
    /// - Returns: The number of downloads to which the user agreed, and the agreements.
    private func download(_ questions: [ConsentQuestion], by gate: ConsentGate) async -> [Int?] {
        let caller = caller
        var tasks: [Task<Int?, Never>] = []
        for (place, question) in questions.enumerated() {
            tasks.append(Task { try? await gate.requireDownload(by: caller, question) })
            while await gate.waiting(for: caller.id) < place || asked.value == 0 { await Task.yield() }
        }
        answering.open()
        var agreements: [Int?] = []
        for task in tasks { agreements.append(await task.value) }
        return agreements
    }

    @Test func thoseThatWaitShareTheAnswer() async throws {
        let gate = gate()
        let lora = question(["Lora"])
        let agreements = await download([lora, lora, question(["Lora"], bytes: 5)], by: gate)
        #expect(agreements.compactMap(\.self).count == 3 && asked.value == 1)
        // As long as a download runs, its family is not asked for again.
        let later = try await gate.requireDownload(by: caller, lora)
        #expect(asked.value == 1)
        for agreement in agreements.compactMap(\.self) + [later] { await gate.endDownload(agreement) }
        try await gate.requireDownload(by: caller, lora)
        #expect(asked.value == 2)
    }

    /// What the user was not told of is a question of its own.
    @Test func otherFamiliesAndMoreBytesAreAskedFor() async throws {
        let gate = gate()
        let questions = [
            question(["Lora"]), question(["Lora", "Inter"]), question(["Lora"], bytes: 10), question(["Inter"]),
        ]
        let agreements = await download(questions, by: gate)
        #expect(agreements.compactMap(\.self).count == 4)
        // The last one is covered by the second.
        #expect(asked.value == 3)
        #expect(await gate.waiting(for: caller.id) == 0)
    }

    @Test func aRefusalIsForAllThatWait() async throws {
        let gate = gate(isAgreed: false)
        let agreements = await download([question(["Lora"]), question(["Lora"]), question(["Inter"])], by: gate)
        #expect(agreements.allSatisfy { $0 == nil } && asked.value == 1)
    }

    /// The list of a question with many families is not complete, so that no other one is known to be in it.
    @Test func aLongListCoversNothingThatItDoesNotName() {
        let names = (0..<30).map { "Family \($0)" }
        let many = question(names)
        #expect(question(["Family 3"]).isCovered(by: many) && !question(["Family 25"]).isCovered(by: many))
        #expect(!many.isCovered(by: many))
        let registering = ConsentQuestion(caller, scope: .session, files: ["a"], families: ["Family 3"], bytes: 1)
        #expect(!registering.isCovered(by: many) && !registering.isCovered(by: registering))
    }

    @Test(.enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."))
    func requestsForStylesOfAFamilyAskOnce() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog([
            SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold", salt: 1),
        ])
        let hook = try await ConsentHook(served, after: answering)
        let client = try await served.connect()
        let provider = try #require(
            try await client.registry("Identity", []).first?.dictionary?["provider"]?.string)
        async let regular = client.request("Lora-Regular")
        _ = await hook.question()
        async let bold = client.request("Lora-Bold")
        #expect(await eventually { await served.service.gate.waiting(for: provider) == 1 })
        answering.open()
        #expect(try await regular.map(\.status) == ["downloaded"])
        #expect(try await bold.map(\.status) == ["downloaded"])
        #expect(hook.calls.all == ["Decide"])
        // The agreement ended with the downloads.
        try await served.home.user().unregister([.family("Lora")])
        _ = try await client.request("Lora-Bold")
        #expect(hook.calls.all == ["Decide", "Decide"])
    }
}
