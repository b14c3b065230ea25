import FontModel
import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// The right to act for the user, and the record of the user's answer.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ManagementConsentTests {
    private let home: PrivateHome
    private let policy: PolicyFile
    private var caller: CallerIdentity

    init() throws {
        home = try PrivateHome()
        policy = PolicyFile(home.paths)
        caller = try CallerIdentity(pid: getpid(), runtimeDirectory: nil)
        (caller.kind, caller.id, caller.isSandboxed) = (.executable, "/usr/bin/font-settings", false)
    }

    /// Returns a gate that asks a consent program on the bus, simulated by a closure.
    private func gate(
        _ patience: Duration = .seconds(120), _ answer: @escaping @Sendable (ConsentQuestion) async -> Bool?
    ) throws -> ConsentGate {
        try policy.change { $0.consent = .busName("org.example.Consent") }
        return ConsentGate(policy: policy, patience: patience) { await answer($1).map { ConsentAnswer(isAgreed: $0) } }
    }

    private func refusal(_ gate: ConsentGate, of caller: CallerIdentity? = nil) async throws -> FontError {
        try await #require(throws: FontError.self) { try await gate.requireManagement(by: caller ?? self.caller) }
    }

    /// The recorded answer.
    private var kept: FontPolicy.Manage? { get throws { try policy.read().providers[caller.id]?.manage } }

    @Test func anAnswerIsKept() async throws {
        let asked = Mutex<[ConsentQuestion]>([])
        let agreeing = try gate { question in
            asked.withLock { $0.append(question) }
            return true
        }
        #expect(!agreeing.mayManage(caller))
        for _ in 0..<3 { try await agreeing.requireManagement(by: caller) }
        #expect(asked.withLock { $0 } == [ConsentQuestion(managing: caller)])
        #expect(try agreeing.mayManage(caller) && kept == .allow)
        try policy.change { $0.providers = [:] }
        let refusing = try gate { question in
            asked.withLock { $0.append(question) }
            return false
        }
        #expect(try await refusal(refusing).code == .cancelledByUser)
        let error = try await refusal(refusing)
        #expect(error.code == .missingEntitlement)
        #expect(error.cause == .policy(provider: "/usr/bin/font-settings", member: .manage))
        #expect(error.recovery == [.askUser])
        #expect(try !refusing.mayManage(caller) && kept == .deny)
        #expect(asked.withLock(\.count) == 2)
    }

    @Test func withNobodyToAskThePolicyRefuses() async throws {
        let gate = try gate { _ in true }
        try policy.change { $0.consent = nil }
        let error = try await refusal(gate)
        #expect(error.code == .missingEntitlement)
        #expect(error.cause == .policy(provider: "/usr/bin/font-settings", member: .manage))
        #expect(error.recovery == [.askUser])
        #expect(try kept == nil)
    }

    @Test func sandboxesInterpretersAndUnusualPathsCauseNoQuestion() async throws {
        let gate = try gate { _ in
            Issue.record("the user was asked")
            return true
        }
        var other = caller
        (other.kind, other.id, other.isSandboxed) = (.flatpak, "flatpak:org.example.Reader", true)
        #expect(try await refusal(gate, of: other).code == .missingEntitlement)
        (other.kind, other.id, other.isSandboxed) = (.executable, "/usr/bin/python3.11", false)
        try policy.change { $0.providers[other.id, default: .init()].manage = .ask }
        let error = try await refusal(gate, of: other)
        #expect(error.code == .missingEntitlement)
        #expect(error.message.contains("systemd-run --user --unit NAME"))
        other.id = "/home/me/panel\n/usr/bin/font-settings"
        #expect(try await refusal(gate, of: other).code == .exceededResourceLimit)
    }

    /// A sandboxed program can ask if the user's policy allows it.
    @Test mutating func aSandboxMayAskIfTheUserSaysSo() async throws {
        (caller.kind, caller.id, caller.isSandboxed) = (.flatpak, "flatpak:org.example.Panel", true)
        let gate = try gate { $0.operation == .manage && $0.sandboxed }
        try policy.change { [caller] in $0.providers[caller.id, default: .init()].manage = .ask }
        try await gate.requireManagement(by: caller)
        #expect(gate.mayManage(caller))
    }

    /// Only an answer of the user is recorded.
    @Test func noAnswerIsNotKept() async throws {
        #expect(try await refusal(try gate { _ in nil }).code == .cancelledByUser)
        let silent = try gate(.milliseconds(20)) { _ in
            try? await Task.sleep(for: .seconds(1_000))
            return true
        }
        #expect(try await refusal(silent).message.contains("did not answer"))
        try policy.change { $0.consent = .program(["/nowhere/ask"]) }
        #expect(try await refusal(silent).message.contains("/nowhere/ask"))
        #expect(try kept == nil)
    }

    /// If the caller or the service ends, the consent program is ended and no answer is recorded.
    @Test(arguments: [false, true]) func disconnectionBeforeTheAnswerIsNoRefusal(_ serviceEnds: Bool) async throws {
        let sign = home.root + "/given/asking"
        let script = try home.writeScript(": > '\(sign)'; exec sleep 1000", to: home.root + "/given/ask")
        let gate = try gate { _ in nil }
        try policy.change { $0.consent = .program([script]) }
        let asking = Task { [caller] in try await gate.requireManagement(by: caller) }
        #expect(await eventually { FileManager.default.fileExists(atPath: sign) })
        if serviceEnds { await gate.end() } else { asking.cancel() }
        let error = await #expect(throws: FontError.self) { try await asking.value }
        #expect(error?.code == .cancelledByUser)
        #expect(try kept == nil)
    }

    /// A policy that the user sets with `fontctl` while the question is open takes precedence over the answer.
    @Test func simultaneousPolicyChangeTakesPrecedence() async throws {
        let gate = try gate { [policy] question in
            _ = try? policy.change { $0.providers[question.provider, default: .init()].manage = .deny }
            return true
        }
        #expect(try await refusal(gate).code == .missingEntitlement)
        #expect(try kept == .deny)
    }

    /// The id is shown in every question, and not in that for management alone.
    @Test func unusualPathsCauseNoQuestionAboutFonts() async throws {
        let gate = try gate { _ in
            Issue.record("the user was asked")
            return true
        }
        try policy.change { $0.unconfined.install = .ask }
        try policy.change { $0.unconfined.download = .ask }
        var other = caller
        other.id = "/home/me/panel\n/usr/bin/font-settings"
        let installing = await #expect(throws: FontError.self) {
            try await gate.requireInstall(by: other, ConsentQuestion(other, announcing: ["Lora"]))
        }
        let downloading = await #expect(throws: FontError.self) {
            try await gate.requireDownload(
                by: other, ConsentQuestion(other, families: ["Lora"], bytes: 1, isMetered: false))
        }
        #expect(installing?.code == .exceededResourceLimit && downloading?.code == .exceededResourceLimit)
    }

    /// Like every answer that is written into the policy.
    @Test func anAnswerCanBeUndone() async throws {
        try policy.change { $0.consent = .busName("org.example.Consent") }
        let store = RegistryStore(home.context)
        let gate = ConsentGate(
            policy: policy, findStandardHook: { nil }, askOnBus: { _, _ in ConsentAnswer(isAgreed: true) },
            changePolicy: { body throws(FontError) in try store.registrar.changePolicy(body) })
        try await gate.requireManagement(by: caller)
        #expect(try kept == .allow)
        let user = try home.user()
        #expect(try await user.undoableOperations().map(\.kind) == [.policy])
        _ = try await user.undo()
        #expect(try kept == nil && !gate.mayManage(caller))
    }
}
