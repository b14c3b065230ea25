import FontBus
import FontClient
import Foundation
import Glibc
import TestSupport
import Testing

/// Programs that ask the user for permission to manage fonts; this process is one.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct ConsentTests {
    /// A service with another provider's font and a consent program.
    private struct Asked {
        let service: PrivateService
        private let log: String

        init(_ kind: PrivateBus.Kind, answer status: Int) throws {
            service = try PrivateService(kind)
            log = service.home.root + "/given/questions"
            let script = try service.home.writeScript(
                "cat >> '\(log)'; echo manage; exit \(status)", to: service.home.root + "/given/ask")
            try #require(try service.fontctl("policy", "--consent-program", script).status == 0)
            let file = try service.home.write(SyntheticFont(family: "Reader Sans"))
            try #require(try service.fontctl("register", "--provider", "org.example.Reader", file).status == 0)
        }

        /// The questions that the consent program received so far.
        var questions: [[String: Any]] {
            get throws {
                guard let text = try? String(contentsOfFile: log, encoding: .utf8) else { return [] }
                return try text.split(separator: "\n").map {
                    try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
                }
            }
        }
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func consentAllowsActingForTheUser(_ kind: PrivateBus.Kind) async throws {
        let asked = try Asked(kind, answer: 0)
        let service = asked.service
        let fonts = try await service.open()
        #expect(try await fonts.registered().isEmpty)
        let panel = try await fonts.requestManagement()
        #expect(try await panel.registered().map(\.provider) == ["org.example.Reader"])
        let target = FontTarget.any("ReaderSans-Regular")
        #expect(try await panel.setEnabled(false, [target]).outcomes.map(\.status) == [.disabled])
        #expect(try service.fontctl("list", "--disabled").lines.count == 1)
        #expect(try await panel.setEnabled(true, [target]).outcomes.map(\.status) == [.enabled])
        // The permission is stored: it holds for other connections and later calls.
        let other = try await service.connect()
        #expect(try await other.fontd("Identity").first?.dictionary?["user"] == .boolean(true))
        _ = try await fonts.requestManagement()
        let question = try #require(try asked.questions.first)
        #expect(try asked.questions.count == 1)
        #expect(question["wish"] as? String == "manage" && question["provider"] as? String == fonts.provider)
        #expect(question["fonts"] == nil && question["scope"] == nil)
        #expect(try service.fontctl("policy").output.contains("manage allow"))
        // The user can revoke it.
        #expect(try service.fontctl("policy", fonts.provider, "--reset").status == 0)
        let refused = await #expect(throws: FontError.self) { _ = try await panel.prune() }
        #expect(refused?.code == .missingEntitlement)
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func refusedCallerCausesNoSecondQuestion(_ kind: PrivateBus.Kind) async throws {
        let asked = try Asked(kind, answer: 1)
        let fonts = try await asked.service.open()
        var refusals: [FontError?] = []
        for _ in 0..<3 {
            refusals.append(await #expect(throws: FontError.self) { _ = try await fonts.requestManagement() })
        }
        #expect(refusals.map { $0?.code } == [.cancelledByUser, .missingEntitlement, .missingEntitlement])
        #expect(try asked.questions.count == 1)
        #expect(try await fonts.registered().isEmpty)
        let client = try await asked.service.connect()
        #expect(try await client.fontd("Identity").first?.dictionary?["user"] == .boolean(false))
        // The user can allow it to ask again.
        #expect(try asked.service.fontctl("policy", fonts.provider, "--manage", "ask").status == 0)
        let again = await #expect(throws: FontError.self) { _ = try await fonts.requestManagement() }
        #expect(try again?.code == .cancelledByUser && asked.questions.count == 2)
    }

    /// A consent program that was written for registering does not accept requests to manage fonts.
    @Test func consentToRegistrationDoesNotGrantManagement() async throws {
        let service = try PrivateService()
        try service.fontctl("policy", "--consent-program", "/bin/true")
        let fonts = try await service.open()
        let refused = await #expect(throws: FontError.self) { _ = try await fonts.requestManagement() }
        #expect(refused?.code == .cancelledByUser)
    }

    /// Without a consent program, a change of the user's policy allows the request.
    @Test func theAdviceWorks() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let refused = await #expect(throws: FontError.self) { _ = try await fonts.requestManagement() }
        #expect(refused?.code == .missingEntitlement)
        #expect(refused?.recovery == [.askUser])
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        let panel = try await fonts.requestManagement()
        _ = try await panel.prune()
        // It undoes what it did for the user.
        let file = try service.home.write(SyntheticFont(family: "Undone"))
        try service.fontctl("register", file)
        let before = try await panel.registered()
        let unregistered = try await panel.unregister([.name("Undone-Regular")])
        let operations = try await panel.undoableOperations()
        #expect(unregistered.isSuccess && unregistered.operation == operations.first?.number)
        #expect(operations.map(\.kind) == [.unregister, .register, .policy] && operations.allSatisfy(\.isComplete))
        let trial = try await panel.undo(isDryRun: true)
        #expect(try await panel.registered().isEmpty)
        let undone = try await panel.undo()
        #expect(undone.outcomes == trial.outcomes && trial.operation == nil)
        #expect(try await panel.redoableOperations().first?.number == undone.operation && undone.operation != nil)
        #expect(try await panel.registered() == before)
        #expect(try await panel.undo(operations[1].number).outcomes.map(\.status) == [.unregistered])
        // The user's permission is the operation before, which is the user's to undo and to redo.
        for number in [nil, operations[2].number] {
            let refusal = await #expect(throws: FontError.self) { try await panel.undo(number) }
            #expect(refusal?.code == .missingEntitlement, "\(String(describing: refusal))")
        }
        _ = try await panel.prune(all: true, isDryRun: true)
        #expect(try service.fontctl("policy", "flatpak:org.example.Other", "--manage", "ask").status == 0)
        #expect(try service.fontctl("undo").status == 0)
        for number in [nil, try await panel.redoableOperations().first { $0.kind == .policy }?.number] {
            let refusal = await #expect(throws: FontError.self) { try await panel.redo(number) }
            #expect(refusal?.code == .missingEntitlement, "\(String(describing: refusal))")
        }
        #expect(try !service.fontctl("policy").output.contains("org.example.Other"))
    }

    /// By default the service refuses a sandboxed program without asking the user; the policy can let the program ask.
    @Test(
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap, xdg-dbus-proxy, and the right to make namespaces."),
        arguments: PrivateBus.Kind.possible)
    func aSandboxIsRefusedUnasked(_ kind: PrivateBus.Kind) async throws {
        let asked = try Asked(kind, answer: 0)
        let sandbox = try FlatpakSandbox("org.example.Panel", in: asked.service.home, bus: asked.service.bus)
        let fonts = try await FontManager.open(
            provider: "ignored", route: .bus(address: sandbox.filteredBus), context: asked.service.home.context)
        let refused = await #expect(throws: FontError.self) { _ = try await fonts.requestManagement() }
        #expect(refused?.code == .missingEntitlement)
        #expect(try asked.questions.isEmpty)
        #expect(try await fonts.registered().isEmpty)
        #expect(try asked.service.fontctl("policy", "flatpak:org.example.Panel", "--manage", "ask").status == 0)
        let panel = try await fonts.requestManagement()
        #expect(try asked.questions.map { $0["sandboxed"] as? Bool } == [true])
        #expect(try await panel.registered().map(\.provider) == ["org.example.Reader"])
    }
}
