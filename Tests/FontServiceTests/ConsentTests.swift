import FontModel
import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// The right to register, and the questions to the user.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ConsentTests {
    private let home: PrivateHome
    private let policy: PolicyFile
    private var caller: CallerIdentity

    init() throws {
        home = try PrivateHome()
        policy = PolicyFile(home.paths)
        caller = try CallerIdentity(pid: getpid(), runtimeDirectory: nil)
        (caller.kind, caller.id, caller.isSandboxed) = (.flatpak, "flatpak:org.example.Reader", true)
    }

    private func gate(_ patience: Duration = .seconds(120)) -> ConsentGate {
        ConsentGate(policy: policy, patience: patience) { _, _ in
            Issue.record("nobody is on the bus")
            return ConsentAnswer(isAgreed: false)
        }
    }

    private func question(_ count: Int = 1, of caller: CallerIdentity? = nil) -> ConsentQuestion {
        ConsentQuestion(
            caller ?? self.caller, scope: .session,
            fonts: (0..<count).map { .init(file: "Font \($0).ttf", postscriptNames: ["Font\($0)-Regular"]) }, bytes: 9)
    }

    /// Sets a shell script as the consent program.
    private func ask(_ script: String) throws {
        let path = try home.writeScript(script, to: home.root + "/given/ask")
        try policy.change { $0.consent = .program([path, "an argument"]) }
    }

    private func refusal(_ gate: ConsentGate, _ question: ConsentQuestion? = nil) async throws -> FontError {
        try await #require(throws: FontError.self) {
            try await gate.requireInstall(by: caller, question ?? self.question())
        }
    }

    @Test func policyDecisionsCauseNoQuestion() async throws {
        try ask("exit 1\n")
        try policy.change { $0.providers["flatpak:org.example.Reader", default: .init()].install = .allow }
        let rules = try await gate().requireInstall(by: caller, question())
        #expect(rules.maxFonts == 5_000)
        try ask("exit 0\n")
        try policy.change { $0.providers["flatpak:org.example.Reader"]?.install = .deny }
        let error = try await refusal(gate())
        #expect(error.code == .missingEntitlement)
        #expect(error.cause == .policy(provider: "flatpak:org.example.Reader", member: .install))
    }

    @Test func useIsAnotherMatter() throws {
        try gate().requireUse(by: caller)
        try policy.change { $0.sandboxed.use = .deny }
        let error = try #require(throws: FontError.self) { try gate().requireUse(by: caller) }
        #expect(error.code == .missingEntitlement)
        #expect(error.cause == .policy(provider: "flatpak:org.example.Reader", member: .use))
        var unconfined = caller
        unconfined.isSandboxed = false
        try gate().requireUse(by: unconfined)
    }

    @Test func withNobodyToAskItIsRefused() async throws {
        let error = try await refusal(gate())
        #expect(error.code == .cancelledByUser)
        #expect(error.cause == .policy(provider: "flatpak:org.example.Reader", member: .install))
        var unconfined = caller
        unconfined.isSandboxed = false
        #expect(try await gate().requireInstall(by: unconfined, question(of: unconfined)).install == .allow)
    }

    /// The sentences about registration never speak of management, and the reverse.
    @Test(arguments: [MissingConsent.noHook, .ended, .tooLate, .refused])
    func aReasonNamesTheOperation(_ reason: MissingConsent) {
        let registering = reason.sentence(for: question()).description
        #expect(registering.contains("register fonts") && !registering.contains("manage"), "\(registering)")
        let managing = reason.sentence(for: ConsentQuestion(managing: caller)).description
        #expect(managing.contains("manage fonts") && !managing.contains("register"), "\(managing)")
        let downloading = reason.sentence(
            for: ConsentQuestion(caller, families: ["Lora"], bytes: 9, isMetered: false)
        ).description
        #expect(downloading.contains("download fonts") && !downloading.contains("register"), "\(downloading)")
    }

    @Test func aPolicyThatCannotBeUnderstoodAllowsNothing() async throws {
        try ask("exit 0\n")
        try Data("{".utf8).write(to: URL(filePath: policy.path))
        #expect(try await refusal(gate()).code == .missingEntitlement)
        #expect(throws: FontError.self) { try gate().requireUse(by: caller) }
    }

    @Test func theProgramGetsTheQuestion() async throws {
        try ask("cat > \"$0.asked\"; printf '%s' \"$1\" > \"$0.argument\"\n")
        _ = try await gate().requireInstall(by: caller, question())
        #expect(
            try String(contentsOfFile: home.root + "/given/ask.asked", encoding: .utf8)
                == #"{"bytes":9,"fonts":[{"file":"Font 0.ttf","postscriptNames":["Font0-Regular"]}],"kind":"flatpak","#
                + #""provider":"flatpak:org.example.Reader","sandboxed":true,"scope":"session","wish":"register"}"#
                + "\n")
        #expect(try String(contentsOfFile: home.root + "/given/ask.argument", encoding: .utf8) == "an argument")
    }

    /// A program that was written for registrations does not agree to a download.
    @Test func aDownloadIsAgreedToByItsWord() async throws {
        let question = ConsentQuestion(caller, families: ["Lora"], bytes: 9, isMetered: false)
        try ask("exit 0\n")
        let error = try await #require(throws: FontError.self) {
            try await gate().requireDownload(by: caller, question)
        }
        #expect(error.code == .cancelledByUser)
        #expect(error.cause == .policy(provider: "flatpak:org.example.Reader", member: .download))
        try ask("cat > \"$0.asked\"; echo download\n")
        try await gate().requireDownload(by: caller, question)
        let asked = try String(contentsOfFile: home.root + "/given/ask.asked", encoding: .utf8)
        #expect(
            asked.contains(#""bytes":9,"count":1,"families":["Lora"]"#) && asked.contains(#""wish":"download""#),
            "\(asked)")
        try policy.change { $0.sandboxed.download = .never }
        let refusal = try await #require(throws: FontError.self) {
            try await gate().requireDownload(by: caller, question)
        }
        #expect(refusal.code == .missingEntitlement)
    }

    @Test(arguments: ["exit 1\n", "exit 255\n", "kill -9 $$\n", "kill -TERM $$\n"])
    func anythingElseIsARefusal(_ script: String) async throws {
        try ask(script)
        #expect(try await refusal(gate()).code == .cancelledByUser)
    }

    @Test func aProgramThatCannotBeStartedAgreesToNothing() async throws {
        try policy.change { $0.consent = .program(["/nowhere/ask"]) }
        let error = try await refusal(gate())
        #expect(error.code == .cancelledByUser)
        #expect(error.message.contains("/nowhere/ask"))
    }

    /// A consent program need not read its input, even if it is larger than any pipe's buffer.
    @Test func aProgramNeedNotRead() async throws {
        try ask("exit 0\n")
        _ = try await gate().requireInstall(by: caller, question(5_000))
    }

    @Test func aProgramThatDoesNotAnswerIsEnded() async throws {
        try ask("exec sleep 1000\n")
        let error = try await refusal(gate(.milliseconds(20)))
        #expect(error.code == .cancelledByUser)
        #expect(error.message.contains("did not answer"))
    }

    /// Returns a pipe that a program and its children hold open while they live.
    private func pipe() throws -> (path: String, reading: Int32) {
        let path = home.root + "/given/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let reading = open(path, O_RDWR | O_CLOEXEC)
        try #require(reading >= 0)
        return (path, reading)
    }

    private func nextByte(_ descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? byte : nil
    }

    @Test func aCallerThatGoesTakesTheProgramAndItsChildrenAlong() async throws {
        let (path, writer) = try pipe()
        try ask("exec 3> '\(path)'; echo x >&3; sleep 1000 & exec sleep 1000\n")
        let reading = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(reading) }
        let (gate, caller, question) = (gate(), caller, question())
        let asking = Task { () throws(FontError) in try await gate.requireInstall(by: caller, question) }
        #expect(nextByte(reading) == UInt8(ascii: "x"))
        #expect(nextByte(reading) == UInt8(ascii: "\n"))
        asking.cancel()
        let error = await #expect(throws: FontError.self) { try await asking.value }
        #expect(error?.code == .cancelledByUser)
        // The end of the pipe is reached only when no process has it open for writing.
        close(writer)
        #expect(nextByte(reading) == nil)
    }

    @Test func aPersonWhoThinksKeepsOthersNotWaiting() async throws {
        let (path, writer) = try pipe()
        defer { close(writer) }
        try ask("if grep -q Slow; then read line < '\(path)'; fi\n")
        var slow = caller
        slow.id = "flatpak:org.example.Slow"
        let (gate, asked) = (gate(), question(of: slow))
        let thinking = Task { [slow] () throws(FontError) in try await gate.requireInstall(by: slow, asked) }
        for _ in 0..<3 { _ = try await gate.requireInstall(by: caller, question()) }
        try #require(write(writer, "\n", 1) == 1)
        #expect(try await thinking.value.install == .ask)
    }

    /// A provider is asked about one request at a time, and a refusal applies to all that wait.
    @Test(arguments: [false, true]) func aProviderWaitsForItself(_ isAgreed: Bool) async throws {
        let (path, writer) = try pipe()
        defer { close(writer) }
        try ask("echo asked >> \"$0.log\"; read line < '\(path)'; exit \(isAgreed ? 0 : 1)\n")
        let (gate, caller, question) = (gate(), caller, question())
        let asking = (0..<3).map { _ in
            Task { () throws(FontError) in try await gate.requireInstall(by: caller, question) }
        }
        while await gate.waiting(for: caller.id) < 2 { await Task.yield() }
        for _ in 0..<3 { try #require(write(writer, "\n", 1) == 1) }
        var agreed = 0
        for task in asking where (try? await task.value) != nil { agreed += 1 }
        #expect(agreed == (isAgreed ? 3 : 0))
        let log = try String(contentsOfFile: home.root + "/given/ask.log", encoding: .utf8)
        #expect(log == String(repeating: "asked\n", count: isAgreed ? 3 : 1))
        #expect(await gate.waiting(for: caller.id) == 0)
    }

    @Test func aNameOnTheBusIsAsked() async throws {
        try policy.change { $0.consent = .busName("org.example.Consent") }
        let question = question()
        let asked = Mutex<[String]>([])
        let gate = ConsentGate(policy: policy) { name, given in
            asked.withLock { $0.append(name) }
            return ConsentAnswer(isAgreed: given == question)
        }
        _ = try await gate.requireInstall(by: caller, question)
        #expect(try await refusal(gate, self.question(2)).code == .cancelledByUser)
        #expect(asked.withLock { $0 } == ["org.example.Consent", "org.example.Consent"])
        let silent = ConsentGate(policy: policy, patience: .milliseconds(20)) { _, _ in
            try? await Task.sleep(for: .seconds(1_000))
            return ConsentAnswer(isAgreed: true)
        }
        #expect(try await refusal(silent).code == .cancelledByUser)
    }
}
