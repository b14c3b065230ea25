import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// Families of catalogues over the bus, and their downloads.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct CatalogDownloadTests {
    private static let lora = [
        SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold", salt: 1),
    ]

    @Test func anOfferedFamilyIsDownloadedForAll() async throws {
        let served = try await ServedHome()
        let catalog = try served.home.offerInCatalog(Self.lora)
        let client = try await served.connect()
        let states = try await client.download(["Lora-Bold", "Nobody Has This"])
        #expect(states.sequence == "0 4 5 6 7 1", "\(states)")
        #expect(states[1].details["offer"]?.dictionary?["family"]?.string == "Lora")
        #expect(states[1].details["offer"]?.dictionary?["files"]?.integer == 2)
        #expect(states.last { $0.state == 5 }?.details["percentage"]?.number == 100)
        #expect(
            states.first { $0.state == 7 }?.details["face"]?.dictionary?["postscriptName"]?.string == "Lora-Bold")
        let unavailable = states.last?.details["unavailable"]?.dictionaries
        #expect(unavailable?.map { $0["name"]?.string } == ["Nobody Has This"])
        let registrations = try await served.home.user().registered()
        #expect(registrations.map(\.provider) == ["catalog:\(catalog)", "catalog:\(catalog)"])
        #expect(registrations.allSatisfy { $0.scope == .persistent })
        // An earlier download is known as such.
        #expect(try await client.download(["Lora-Regular"]).sequence == "0 6 7 1")
        #expect(served.service.downloads.isIdle)
    }

    @Test func aCheckDownloadsNothing() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog(Self.lora)
        let client = try await served.connect()
        #expect(try await client.download(["Lora-Bold"], ["check": .boolean(true)]).sequence == "0 4 6 1")
        #expect(try await served.home.user().registered().isEmpty)
        try PolicyFile(served.home.paths).change { $0.unconfined.download = .never }
        for options in [[:], ["check": BusValue.boolean(true)]] {
            let refusal = await #expect(throws: BusFailure.self) { try await client.download(["Lora-Bold"], options) }
            #expect(refusal?.name.hasSuffix(".MissingEntitlement") == true, "\(String(describing: refusal))")
        }
        // Lookups do not download.
        _ = try await client.registry("Resolve", [.string("Lora-Bold")])
        #expect(try await client.request("Lora-Bold").map(\.status) == ["not-found"])
    }

    @Test func aLicenceNeedsTheAgreementOfAPerson() async throws {
        let served = try await ServedHome()
        let text = Array("You may use this font if you agree.".utf8)
        try served.home.offerInCatalog(Self.lora, license: text, allowing: "LicenseRef-unknown")
        let client = try await served.connect()
        let offered = try await client.download(["Lora-Bold"], ["check": .boolean(true)])
        #expect(offered.sequence == "0 4 6 1", "\(offered)")
        let agreement = try #require(
            offered[1].details["offer"]?.dictionary?["agreements"]?.dictionaries?.first)
        #expect(agreement["text"] == .string(String(decoding: text, as: UTF8.self)))
        let refused = try await client.download(["Lora-Bold"])
        #expect(refused.sequence == "0 4 8 1" && refused[2].details["code"]?.integer == 304, "\(refused)")
        // A request agrees to no licence.
        #expect(try await client.request("Lora-Bold").map(\.code) == [304])
        let hash = try #require(agreement["sha256"])
        let accepted = try await client.download(
            ["Lora-Bold"], ["acceptLicenses": .array([hash], of: "s")])
        #expect(accepted.sequence == "0 4 5 6 7 1", "\(accepted)")
    }

    /// A call that is answered while the service ends starts nothing of which its caller would never hear.
    @Test func noDownloadBeginsWhileTheServiceEnds() async throws {
        let served = try await ServedHome()
        try served.home.offerInCatalog(Self.lora)
        let client = try await served.connect()
        served.service.downloads.end()
        let refusal = await #expect(throws: BusFailure.self) { try await client.download(["Lora-Bold"]) }
        #expect(refusal?.name.hasSuffix(".InsufficientInfo") == true, "\(String(describing: refusal))")
        #expect(refusal?.message.hasPrefix("fontd exited") == true, "\(String(describing: refusal))")
        #expect(served.service.downloads.isIdle)
        #expect(try await served.home.user().registered().isEmpty)
    }

    // MARK: The policy

    @Test func theUserIsAskedOnceForAll() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog(Self.lora + [SyntheticFont(family: "Inter", salt: 2)])
        let client = try await served.connect()
        // Nobody can be asked.
        let unasked = try await client.download(["Lora-Bold"])
        #expect(unasked.sequence == "0 4 8 1" && unasked[2].details["code"]?.integer == 302, "\(unasked)")
        for isAgreed in [false, true] {
            let hook = try await ConsentHook(served) { isAgreed }
            let states = try await client.download(["Lora-Bold", "Lora-Regular", "Inter-Regular"])
            #expect(states.filter { $0.state == (isAgreed ? 7 : 8) }.count == 3, "\(states)")
            if !isAgreed { #expect(states.first { $0.state == 8 }?.details["code"]?.integer == 304) }
            let question = try #require(await hook.question())
            #expect(question["families"]?.strings == ["Lora", "Inter"])
            #expect(question["count"]?.integer == 2 && (question["bytes"]?.integer ?? 0) > 0)
            #expect(question["metered"] == .boolean(false) && question["fonts"] == nil)
            try await hook.end()
        }
    }

    /// The user agrees to what was offered, and to nothing that a catalogue offers since then.
    @Test func anOfferThatGrewIsNotDownloaded() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog(Self.lora)
        let hook = try await ConsentHook(served) { [home = served.home] in
            let more = Self.lora + [SyntheticFont(family: "Lora", style: "Black", salt: 2)]
            _ = try? home.offerInCatalog(more)
            let refresh = try? Command.run(
                Command.product("fontctl"), ["catalog", "refresh"], environment: home.environment)
            return refresh?.status == 0
        }
        let client = try await served.connect()
        let states = try await client.download(["Lora"])
        #expect(states.sequence == "0 4 8 1" && states[2].details["code"]?.integer == 303, "\(states)")
        #expect(try await served.home.user().registered().isEmpty)
        try await hook.end()
    }

    /// A font that is there is found, also if the rest of its family is refused.
    @Test func aPartOfAFamilyIsFoundAfterARefusal() async throws {
        let served = try await ServedHome()
        try served.home.offerInCatalog(Self.lora)
        let client = try await served.connect()
        #expect(try await client.download(["Lora"], ["style": .string("Bold")]).last?.state == 1)
        #expect(try await served.home.user().registered().count == 1)
        _ = try PolicyFile(served.home.paths).change { $0.unconfined.download = .ask }
        let states = try await client.download(["Lora"])
        #expect(states.sequence == "0 4 6 7 1", "\(states)")
    }

    @Test func namesAndStylesAreLimited() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let long = String(repeating: "a", count: FontLimits.nameLength + 1)
        let many = Array(repeating: "Lora", count: FontDownloads.Limit.names + 1)
        for (names, style) in [([long], "Bold"), (["Lora"], long), (many, "Bold")] {
            let failure = await #expect(throws: BusFailure.self) {
                try await client.startDownload(names, ["style": .string(style)])
            }
            #expect(failure?.name.hasSuffix(".ExceededResourceLimit") == true, "\(String(describing: failure))")
        }
    }

    // MARK: Who sees it

    @Test func onlyItsCallerSeesADownload() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog(Self.lora)
        let gate = Gate()
        let hook = try await ConsentHook(served, after: gate)
        let (client, stranger) = (try await served.connect(), try await served.connect())
        let path = try await client.startDownload(["Lora-Bold"])
        _ = await hook.question()
        #expect(await served.service.isNeeded())
        for member in ["Cancel", "Introspect"] {
            let interface = member == "Cancel" ? DownloadInterface.busName : "org.freedesktop.DBus.Introspectable"
            let address = BusMethodAddress(
                destination: RegistryInterface.busName, path: path, interface: interface)
            let failure = await #expect(throws: BusFailure.self, "\(member)") {
                try await stranger.call(member, of: address)
            }
            #expect(failure?.name.contains(".Unknown") == true, "\(member): \(String(describing: failure))")
        }
        #expect(!served.service.downloads.isIdle)
        let address = BusMethodAddress(
            destination: RegistryInterface.busName, path: path, interface: DownloadInterface.busName)
        _ = try await client.call("Cancel", of: address)
        #expect(served.service.downloads.isIdle)
        let again = await #expect(throws: BusFailure.self) { try await client.call("Cancel", of: address) }
        #expect(again?.name.contains(".Unknown") == true)
        gate.open()
        #expect(try await served.home.user().registered().isEmpty)
    }

    @Test func aDownloadEndsWithItsCaller() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog(Self.lora)
        let gate = Gate()
        let hook = try await ConsentHook(served, after: gate)
        let client = try await served.connect()
        for _ in 0..<FontDownloads.Limit.perProvider { _ = try await client.startDownload(["Lora-Bold"]) }
        let failure = await #expect(throws: BusFailure.self) { try await client.startDownload(["Lora-Bold"]) }
        #expect(failure?.name.hasSuffix(".ExceededResourceLimit") == true, "\(String(describing: failure))")
        _ = await hook.question()
        await client.close()
        #expect(await eventually { served.service.downloads.isIdle })
        gate.open()
        #expect(try await served.home.user().registered().isEmpty)
    }

    // MARK: Search

    @Test func familiesAreFoundInPages() async throws {
        let served = try await ServedHome()
        let families = (0..<5).map { SyntheticFont(family: "Searched \($0)", salt: UInt32($0)) }
        let catalog = try served.home.offerInCatalog(families + Self.lora)
        let client = try await served.connect()
        func search(_ options: [String: BusValue]) async throws -> (families: [[String: BusValue]], more: Bool) {
            let answer = try await client.registry("SearchCatalogs", [.dictionary(options)])
            return (try #require(answer.first?.dictionaries), answer.last?.boolean == true)
        }
        var found: [String?] = []
        var hasMore = true
        while hasMore {
            let page = try await search([
                "text": .string("search"), "limit": .uint32(2), "offset": .uint32(UInt32(found.count)),
            ])
            found += page.families.map { $0["family"]?.string }
            hasMore = page.more
        }
        #expect(found == families.map(\.family))
        let lora = try #require(try await search(["text": .string("lora")]).families.first)
        #expect(lora["catalog"] == .string(catalog) && lora["origin"] == .string("user"))
        #expect(lora["faces"]?.strings == ["Lora-Bold", "Lora-Regular"])
        #expect((lora["size"]?.integer ?? 0) > 0)
        #expect(try await search(["variable": .boolean(true)]).families.isEmpty)
        #expect(try await search(["language": .string("ja_JP.UTF-8")]).families.isEmpty)
        let failure = await #expect(throws: BusFailure.self) { try await search(["language": .string("no language")]) }
        #expect(failure?.name.hasSuffix(".InvalidArgs") == true, "\(String(describing: failure))")
        #expect(try await served.home.user().registered().isEmpty)
    }
}

/// A state of a download.
typealias DownloadState = (state: Int64, details: [String: BusValue])

extension [DownloadState] {
    /// The numbers of the states, with each run of 3 and 5 as one 5.
    fileprivate var sequence: String {
        var words: [String] = []
        for (state, _) in self {
            let word = state == 3 ? "5" : "\(state)"
            if word != "5" || words.last != word { words.append(word) }
        }
        return words.joined(separator: " ")
    }
}

extension BusConnection {
    /// Starts a download over the bus and returns its object.
    func startDownload(_ names: [String], _ options: [String: BusValue] = [:]) async throws -> String {
        let answer = try await registry("Download", [.strings(names), .dictionary(options)])
        return try #require(answer.first?.string)
    }

    /// Downloads fonts over the bus and returns all states.
    @discardableResult
    func download(_ names: [String], _ options: [String: BusValue] = [:]) async throws -> [DownloadState] {
        let (signals, sink) = AsyncStream.makeStream(of: BusSignal.self)
        let subscription = try await subscribe(
            to: "type='signal',interface='\(DownloadInterface.busName)',member='State'",
            from: RegistryInterface.busName
        ) { sink.yield($0) }
        let path = try await startDownload(names, options)
        var states: [DownloadState] = []
        for await signal in signals where signal.path == path {
            let state = try #require(signal.arguments.first?.integer)
            states.append((state, signal.arguments.last?.dictionary ?? [:]))
            if state == 1 { break }
        }
        unsubscribe(subscription)
        return states
    }
}
