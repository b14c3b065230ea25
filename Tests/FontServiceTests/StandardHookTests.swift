import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontService

/// Without a hook in the policy, the application of fontd is asked, which the bus starts.
@Suite(
    .enabled(
        if: Command.find("dbus-daemon") != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
        "Needs dbus-daemon and python3-dbus."), .fewAtOnce, .timeLimit(.minutes(60)))
struct StandardHookTests {
    private let served: ServedHome
    private let log: String

    init() async throws {
        served = try await ServedHome(policy: { $0.unconfined.install = .ask })
        log = served.home.root + "/given/questions"
    }

    /// Makes `fonts_application.py` the application that the bus starts.
    private func install(_ mode: String) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Programs/fonts_application.py")
        try served.bus.addService(
            ConsentInterface.standardName,
            command: ["/usr/bin/python3", "-B", script.path(percentEncoded: false), log, mode])
    }

    /// A sandboxed program.
    private static var reader: CallerIdentity {
        get throws {
            var caller = try CallerIdentity(pid: getpid(), runtimeDirectory: nil)
            (caller.kind, caller.id, caller.isSandboxed) = (.flatpak, "flatpak:org.example.Reader", true)
            return caller
        }
    }

    private var questions: [[String: Any]] {
        get throws {
            guard let text = try? String(contentsOfFile: log, encoding: .utf8) else { return [] }
            return try text.split(separator: "\n").map {
                try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }
    }

    /// Announces names, for which the right to register is required, and returns the error.
    private func announce(_ client: BusConnection, _ name: String) async -> String? {
        do throws(BusFailure) {
            _ = try await client.registry("Announce", [.string(""), .strings([name])])
            return nil
        } catch {
            return String(error.name.split(separator: ".").last ?? "")
        }
    }

    @Test func itIsStartedAndRemembers() async throws {
        try install("always")
        let client = try await served.connect()
        #expect(await announce(client, "Lora*") == nil)
        #expect(await announce(client, "Inter*") == nil)
        let question = try #require(try questions.first)
        #expect(try questions.count == 1)
        #expect(question["wish"] as? String == "register" && question["count"] as? Int == 1)
        #expect(question["families"] as? [String] == ["Lora*"])
        let provider = try #require(question["provider"] as? String)
        #expect(try PolicyFile(served.home.paths).read().providers[provider]?.install == .allow)
    }

    @Test func itIsAskedEachTimeOtherwise() async throws {
        try install("once")
        let client = try await served.connect()
        for _ in 0..<2 { #expect(await announce(client, "Lora*") == nil) }
        #expect(try questions.count == 2)
        #expect(try PolicyFile(served.home.paths).read().providers.isEmpty)
    }

    /// Refused, ended without an answer, or ended by closing its window.
    @Test(arguments: ["never", "quit"]) func anythingElseRefuses(_ mode: String) async throws {
        try install(mode)
        let client = try await served.connect()
        #expect(await announce(client, "Lora*") == "CancelledByUser")
        #expect(try questions.count == 1)
        #expect(try PolicyFile(served.home.paths).read().providers.isEmpty)
    }

    @Test func noAnswerInTimeRefuses() async throws {
        try install("silent")
        try await expectRefusal(within: .seconds(1))
    }

    /// A program that does not start is no hook that agrees.
    ///
    /// The daemon of the test inherits blocked signals, SIGCHLD among them, and does not notice that the program ended, so
    /// that the answer takes the whole time; a daemon that notices it answers at once.
    @Test func aProgramThatDoesNotStartRefuses() async throws {
        try served.bus.addService(ConsentInterface.standardName, command: ["/bin/false"])
        try await expectRefusal(within: .seconds(5))
    }

    private func expectRefusal(within patience: Duration) async throws {
        let hooks = ConsentInterface(served.service.connection) { _ in
            try? CallerIdentity(pid: getpid(), runtimeDirectory: nil)
        }
        let gate = ConsentGate(
            policy: PolicyFile(served.home.paths), patience: patience,
            findStandardHook: { await hooks.standardHook() }, askOnBus: { await hooks.ask($0, $1) })
        let caller = try Self.reader
        let question = ConsentQuestion(caller, announcing: ["Lora"])
        let error = await #expect(throws: FontError.self) { try await gate.requireInstall(by: caller, question) }
        #expect(error?.code == .cancelledByUser && error?.message.contains("did not answer") == true)
    }

    @Test func withoutTheApplicationNobodyIsAsked() async throws {
        let client = try await served.connect()
        let failure = await #expect(throws: BusFailure.self) {
            try await client.registry("Announce", [.string(""), .strings(["Lora"])])
        }
        #expect(failure?.message.contains("no consent hook is configured") == true, "\(String(describing: failure))")
    }

    /// The hook of the policy precedes the application.
    @Test func theHookOfThePolicyIsAskedAlone() async throws {
        try install("never")
        let hook = try await ConsentHook(served) { true }
        #expect(await announce(try await served.connect(), "Lora*") == nil)
        #expect(try hook.calls.all == ["Decide"] && questions.isEmpty)
    }

    /// Any program can take the name, but none answers for itself: here this process has it, which is the provider, too.
    @Test func nobodyAnswersForItself() async throws {
        let (client, owner) = (try await served.connect(), try await served.connect())
        let asked = Counter()
        var object = try ConsentHook.object { _ in
            asked.increment()
            return true
        }
        object.path = "/org/fontd/Fonts"
        try await owner.export(object)
        try #require(try await owner.requestName(ConsentInterface.standardName))
        #expect(await announce(client, "Lora*") == "CancelledByUser")
        #expect(asked.value == 0)
    }

    /// A program in a sandbox that may own the name is not asked for others either.
    @Test(arguments: [false, true]) func noSandboxAnswersForOthers(_ isSandboxed: Bool) async throws {
        let owner = try await served.connect()
        let asked = Counter()
        var object = try ConsentHook.object { _ in
            asked.increment()
            return true
        }
        object.path = "/org/fontd/Fonts"
        try await owner.export(object)
        try #require(try await owner.requestName(ConsentInterface.standardName))
        var program = try Self.reader
        (program.id, program.isSandboxed) = ("flatpak:org.fontd.Fonts", isSandboxed)
        let hooks = ConsentInterface(served.service.connection) { [program] _ in program }
        #expect(await hooks.standardHook() == (isSandboxed ? nil : ConsentInterface.standardName))
        let question = ConsentQuestion(try Self.reader, announcing: ["Lora"])
        let answer = await hooks.ask(ConsentInterface.standardName, question)
        #expect(answer?.isAgreed == (isSandboxed ? nil : true) && asked.value == (isSandboxed ? 0 : 1))
    }
}
