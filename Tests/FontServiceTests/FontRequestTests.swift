import FontBus
import FontModel
import FontProviding
import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// Requests for fonts that are not registered, and the providers that supply them.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct FontRequestTests {
    // MARK: What comes

    @Test func aMissingFontIsProvidedAndRegisteredForWhoAsks() async throws {
        let served = try await ServedHome()
        let supplier = Supplier(try served.font("Lora"))
        try await served.announce(supplier, "Lora*")
        let client = try await served.connect()
        let results = try await client.request("Lora-Regular", "Nobody Has This")
        #expect(results.map(\.status) == ["provided", "not-found"])
        #expect(results[0].postscriptName == "Lora-Regular")
        let registrations = try await served.home.user().registered()
        let identity = try CallerIdentity(pid: getpid(), runtimeDirectory: nil)
        #expect(registrations.map(\.provider) == [identity.id])
        #expect(registrations.map(\.scope) == [.session])
        #expect(registrations.map(\.tags) == [["requested"]])
        // The font is registered now.
        #expect(try await client.request("Lora Regular").map(\.status) == ["resolved"])
        #expect(supplier.asked == ["Lora-Regular"])
    }

    /// Providers are asked in order: exact names before prefixes, then older announcements first; those without the
    /// font are skipped.
    @Test func providersAreAskedInTurn() async throws {
        let served = try await ServedHome()
        let (wide, poor, rich) = (Supplier(try served.font("Wrong")), Supplier(), Supplier(try served.font("Inter")))
        let late = Supplier(try served.font("Inter", salt: 1))
        try await served.announce(wide, "*")
        try await served.announce(poor, "Inter Regular")
        try await served.announce(rich, "Inter-Regular")
        try await served.announce(late, "Inter-Regular")
        let results = try await served.connect().request("Inter-Regular")
        #expect(results.map(\.status) == ["provided"])
        #expect(poor.asked == ["Inter-Regular"] && rich.asked == ["Inter-Regular"])
        #expect(wide.asked.isEmpty && late.asked.isEmpty)
    }

    @Test func anAnswerAfterTheDeadlineIsRegisteredAllTheSame() async throws {
        let served = try await ServedHome(deadline: 0.001)
        let (gate, file) = (Gate(), try served.font("Lora"))
        let supplier = Supplier { _ in
            await gate.pass()
            return [file]
        }
        try await served.announce(supplier, "Lora-Regular")
        let client = try await served.connect()
        let changes = try await client.changes()
        let results = try await client.request("Lora-Regular")
        #expect(results.map(\.status) == ["declined"] && results.map(\.code) == [303])
        // The provider is already being asked.
        #expect(try await client.request("Lora-Regular").map(\.status) == ["declined"])
        #expect(await served.service.isNeeded())
        gate.open()
        let change = await changes.first { _ in true }
        #expect(change?.arguments.last?.dictionaries?.first?["kind"]?.string == "added")
        #expect(try await client.request("Lora-Regular").map(\.status) == ["resolved"])
        #expect(supplier.asked == ["Lora-Regular"])
    }

    /// A provider that hangs does not keep the next one from supplying the font.
    @Test func aSilentProviderIsPassedOver() async throws {
        let served = try await ServedHome(deadline: 0.001)
        let gate = Gate()
        let silent = Supplier { _ in
            await gate.pass()
            return []
        }
        let other = Supplier(try served.font("Lora"))
        try await served.announce(silent, "Lora-Regular")
        try await served.announce(other, "Lora-Regular")
        let client = try await served.connect()
        let changes = try await client.changes()
        let first = try await client.request("Lora-Regular").map(\.status)
        // The other provider may answer within the same millisecond.
        if first != ["provided"] {
            #expect(first == ["declined"])
            _ = await changes.first { _ in true }
        }
        #expect(try await client.request("Lora-Regular").map(\.status) == ["resolved"])
        #expect(silent.asked == ["Lora-Regular"] && other.asked == ["Lora-Regular"])
        gate.open()
    }

    // MARK: Who asks

    /// A supplier gives its files to the service alone.
    @Test func otherProgramsGetNothingFromASupplier() async throws {
        let served = try await ServedHome()
        let supplier = Supplier(try served.font("Lora"))
        let address = BusMethodAddress(
            destination: try await served.announce(supplier, "Lora*").uniqueName(), path: ProviderInterface.path,
            interface: ProviderInterface.busName)
        let stranger = try await served.connect()
        let failure = await #expect(throws: BusFailure.self) {
            try await stranger.call("Provide", of: address, [.string("Lora-Regular"), .dictionary([:])])
        }
        #expect(failure?.name == "org.freedesktop.DBus.Error.AccessDenied")
        #expect(supplier.asked.isEmpty)
        #expect(try await stranger.request("Lora-Regular").map(\.status) == ["provided"])
    }

    @Test func oneHundredEqualRequestsAskOnce() async throws {
        let served = try await ServedHome()
        let (gate, file) = (Gate(), try served.font("Lora"))
        let supplier = Supplier { _ in
            await gate.pass()
            return [file]
        }
        try await served.announce(supplier, "Lora-Regular")
        let (requests, asker) = (served.service.requests, served.asker("org.example.Reader"))
        let all = Task {
            try await withThrowingTaskGroup(of: [FontRequestOutcome].self) { group in
                for _ in 0..<100 {
                    group.addTask { try await requests.request(["Lora-Regular"], for: asker, timeout: .seconds(100)) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        #expect(await eventually { await requests.waiting(for: "Lora-Regular") == 100 })
        gate.open()
        let outcomes = try await all.value
        #expect(outcomes.map(\.status) == Array(repeating: .provided, count: 100))
        #expect(supplier.asked == ["Lora-Regular"])
        #expect(await requests.isIdle)
    }

    @Test func twoAskersShareOneAnswer() async throws {
        let served = try await ServedHome()
        let (gate, file) = (Gate(), try served.font("Lora"))
        let supplier = Supplier { _ in
            await gate.pass()
            return [file]
        }
        try await served.announce(supplier, "Lora-Regular")
        let requests = served.service.requests
        let askers = ["org.example.One", "org.example.Two"].map(served.asker)
        async let one = requests.request(["Lora-Regular"], for: askers[0], timeout: .seconds(100))
        async let two = requests.request(["Lora-Regular"], for: askers[1], timeout: .seconds(100))
        #expect(await eventually { await requests.waiting(for: "Lora-Regular") == 2 })
        gate.open()
        #expect(try await (one + two).map(\.status) == [.provided, .provided])
        let registered = try await served.home.user().registered()
        #expect(Set(registered.map(\.provider)) == ["org.example.One", "org.example.Two"])
        #expect(supplier.asked == ["Lora-Regular"])
    }

    /// If the requesting client disconnects, the font is still registered.
    @Test func anAskerThatLeavesHoldsNothingUp() async throws {
        let served = try await ServedHome()
        let (gate, file) = (Gate(), try served.font("Lora"))
        let supplier = Supplier { _ in
            await gate.pass()
            return [file]
        }
        try await served.announce(supplier, "Lora-Regular")
        let watcher = try await served.connect()
        let changes = try await watcher.changes()
        let client = try await served.connect()
        let request = Task { try await client.request("Lora-Regular") }
        _ = await supplier.arrival()
        await client.close()
        await #expect(throws: BusFailure.self) { try await request.value }
        gate.open()
        _ = await changes.first { _ in true }
        #expect(try await watcher.request("Lora-Regular").map(\.status) == ["resolved"])
    }

    @Test func onlyARequestAsks() async throws {
        let served = try await ServedHome()
        let supplier = Supplier()
        try await served.announce(supplier, "*")
        let client = try await served.connect()
        let query = BusValue.dictionary(["family": .string("Lora")])
        _ = try await client.registry("Resolve", [.string("Lora-Regular")])
        _ = try await client.registry("Faces", [query])
        _ = try await client.registry("Families", [query])
        _ = try await client.registry("List", [.dictionary([:])])
        _ = try await client.registry("ChangesSince", [.uint64(0)])
        // Calls are answered in order, so requests caused by the calls above would have arrived before.
        #expect(try await client.request("The Only One").map(\.status) == ["not-found"])
        #expect(supplier.asked == ["The Only One"])
    }

    @Test func whereActivationIsForbiddenNobodyIsAsked() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.activation = .never })
        let supplier = Supplier(try served.font("Lora"))
        try await served.announce(supplier, "*")
        let other = try served.home.manager(provider: "org.example.Other")
        try await other.register(try served.font("Seen"), scope: .persistent)
        try await other.register(
            try served.font("Hidden"), scope: .persistent, options: RegistrationOptions(isEnabled: false))
        let results = try await served.connect().request("Seen-Regular", "Hidden-Regular", "Lora-Regular")
        #expect(results.map(\.status) == ["resolved", "declined", "declined"])
        #expect(results.map(\.code) == [nil, 302, 302])
        #expect(supplier.asked.isEmpty)
        #expect(try await other.registered(state: .disabled).count == 1)
    }

    /// A provider without the right to register cannot supply fonts.
    ///
    /// Otherwise a program without the right could use a provider of its own to register them.
    @Test func providerWithoutPermissionToRegisterCannotSupply() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.install = .deny })
        let supplier = Supplier(try served.font("Lora"))
        let failure = await #expect(throws: FontError.self) { try await served.announce(supplier, "Lora*") }
        #expect(failure?.code == .missingEntitlement)
        #expect(try await served.connect().request("Lora-Regular").map(\.status) == ["not-found"])
        #expect(supplier.asked.isEmpty)
    }

    @Test func providedFontsBelongToTheRequester() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.maxFonts = .atMost(1) })
        let files = try [served.font("Lora"), served.font("Inter")]
        try await served.announce(Supplier { name in [files[name.hasPrefix("Lora") ? 0 : 1]] }, "*")
        let results = try await served.connect().request("Lora-Regular", "Inter-Regular")
        #expect(Set(results.map(\.status)) == ["provided", "declined"])
        #expect(Set(results.map(\.code)) == [nil, 106])
        #expect(try await served.home.user().registered().count == 1)
    }

    // MARK: Bad providers

    @Test func emptyProviderIsNotCalledUntilItsNextAnnouncement() async throws {
        let served = try await ServedHome()
        let supplier = Supplier()
        let provider = try await served.announce(supplier, "Lora*")
        let client = try await served.connect()
        for _ in 0..<3 { #expect(try await client.request("Lora-Regular").map(\.status) == ["not-found"]) }
        #expect(supplier.asked == ["Lora-Regular"])
        #expect(try await client.request("Lora-Bold").map(\.status) == ["not-found"])
        _ = try await provider.registry("Announce", [.string(""), .strings(["Lora*"])])
        #expect(try await client.request("Lora-Regular").map(\.status) == ["not-found"])
        #expect(supplier.asked == ["Lora-Regular", "Lora-Bold", "Lora-Regular"])
    }

    /// Files that do not contain the font are refused and not kept.
    @Test func anotherFontThanAskedForIsRefused() async throws {
        let served = try await ServedHome()
        let supplier = Supplier(try served.font("Wrong"), try served.font("Other"))
        try await served.announce(supplier, "Lora-Regular")
        let client = try await served.connect()
        for _ in 0..<2 {
            let results = try await client.request("Lora-Regular")
            #expect(results.map(\.status) == ["declined"] && results.map(\.code) == [303])
        }
        #expect(supplier.asked == ["Lora-Regular"])
        #expect(try await served.home.user().registered().isEmpty)
    }

    /// An invalid reply of a provider.
    enum BadAnswer: CaseIterable {
        case damaged, noFont, pipe, folder, tooManyFiles, manyFiles, noFiles, otherTypes, nothing, error, leaves

        var code: Int {
            switch self {
            case .damaged: 104
            case .noFont: 103
            case .pipe, .folder: 306
            default: 303
            }
        }

        /// The declared type of the reply; sd-bus sends no other.
        var type: String? {
            switch self {
            case .manyFiles: "a(si)"
            case .noFiles: "as"
            case .otherTypes: "a{sv}"
            case .nothing: nil
            default: "a(sh)"
            }
        }

        func arguments(_ home: PrivateHome) throws(BusFailure) -> [BusValue] {
            func file(_ path: String) -> BusValue {
                .structure([.string(path), .descriptor(BusDescriptor(owning: open(path, O_RDONLY | O_NONBLOCK)))])
            }
            func write(_ bytes: [UInt8]) -> String { (try? home.write(bytes, as: "given.ttf")) ?? "" }
            let font = SyntheticFont(family: "Lora").build()
            switch self {
            case .damaged: return [.array([file(write(Array(font.prefix(font.count / 2))))], of: "(sh)")]
            case .noFont: return [.array([file(write(Array("no font".utf8)))], of: "(sh)")]
            case .pipe:
                let path = home.root + "/given/pipe"
                mkfifo(path, 0o600)
                return [.array([file(path)], of: "(sh)")]
            case .folder: return [.array([file(home.root)], of: "(sh)")]
            // dbus-daemon allows 16 descriptors in a message and disconnects a client that sends more.
            case .tooManyFiles:
                return [.array(Array(repeating: file(write(font)), count: 65), of: "(sh)")]
            case .manyFiles:
                return [
                    .array(Array(repeating: .structure([.string("a"), .int32(0)]), count: 10_000), of: "(si)")
                ]
            case .noFiles: return [.array([.string("a")], of: "s")]
            case .otherTypes: return [.dictionary(["a": .boolean(true)])]
            case .nothing: return []
            case .error, .leaves: throw BusFailure("org.example.Error", "\u{202E}no \u{1B}[31mfonts")
            }
        }
    }

    @Test(arguments: BadAnswer.allCases)
    func aRequestCompletesWhateverAProviderAnswers(_ answer: BadAnswer) async throws {
        let served = try await ServedHome()
        let provider = try await served.connect()
        let home = served.home
        let asked = Mutex(0)
        try await provider.export(
            BusObject(
                path: ProviderInterface.path,
                interface: BusInterface(
                    ProviderInterface.busName,
                    methods: [
                        .init(
                            "Provide", ["name": "s", "details": "a{sv}"],
                            returns: answer.type.map { ["files": $0] } ?? [:])
                    ]),
                method: { _ async throws(BusFailure) in
                    asked.withLock { $0 += 1 }
                    if answer == .leaves { await provider.close() }
                    return try answer.arguments(home)
                }, property: { _ in .boolean(false) }))
        _ = try await provider.registry("Announce", [.string(""), .strings(["Lora*"])])
        let client = try await served.connect()
        let results = try await client.request("Lora-Regular")
        #expect(results.map(\.status) == ["declined"])
        #expect(results.map(\.code) == [answer.code])
        let message = results[0].members["message"]?.string ?? ""
        #expect(!message.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E }, "\(message)")
        #expect(try await served.home.user().registered().isEmpty)
        let again = try await client.request("Lora-Regular").map(\.status)
        // A disconnected provider has no announcements.
        #expect(again == ["declined"] || [.leaves, .tooManyFiles].contains(answer) && again == ["not-found"])
        #expect(asked.withLock { $0 } == 1)
        // The service still works.
        let good = Supplier(try served.font("Inter"))
        try await served.announce(good, "Inter*")
        #expect(try await client.request("Inter-Regular").map(\.status) == ["provided"])
    }

    /// The number of searches that wait for providers is bounded for each caller, however many names it requests.
    @Test func tooManySearchesAreDeclined() async throws {
        let served = try await ServedHome(deadline: 0.001)
        let gate = Gate()
        let supplier = Supplier { _ in
            await gate.pass()
            return []
        }
        try await served.announce(supplier, "*")
        let requests = served.service.requests
        func codes(_ asker: String, _ names: [String]) async throws -> [FontError.Code?] {
            try await requests.request(names, for: served.asker(asker), timeout: .seconds(100)).map(\.error?.code)
        }
        let names = (0..<200).map { "Font \($0)" }
        let first = try await codes("org.example.Greedy", names)
        #expect(first.count { $0 == .insufficientInfo } == FontRequests.Limit.searchesPerAsker)
        #expect(first.count { $0 == .exceededResourceLimit } == 200 - FontRequests.Limit.searchesPerAsker)
        // Other callers have room, and join searches in progress.
        #expect(try await codes("org.example.Other", ["Font 0", "Another"]) == [.insufficientInfo, .insufficientInfo])
        gate.open()
        #expect(await eventually { await requests.isIdle })
        // There is room again, whether or not the provider meets the deadline.
        #expect(try await !codes("org.example.Greedy", ["Font 0", "One More"]).contains(.exceededResourceLimit))
    }

    /// A provider that requests the font that it is asked for waits for itself no longer than the deadline.
    @Test func aProviderThatAsksForItsOwnFontEnds() async throws {
        let served = try await ServedHome(deadline: 0.05)
        let client = try await served.connect()
        let inner = Mutex<[String?]>([])
        let supplier = Supplier { name in
            let statuses = try? await client.request(name).map(\.status)
            inner.withLock { $0 = statuses ?? [] }
            return []
        }
        try await served.announce(supplier, "Lora*")
        _ = try await client.request("Lora-Regular")
        #expect(await eventually { await served.service.requests.isIdle })
        #expect(inner.withLock { $0 } == ["declined"])
        #expect(supplier.asked == ["Lora-Regular"])
        #expect(try await client.request("Lora-Regular").map(\.status) == ["not-found"])
    }
}
