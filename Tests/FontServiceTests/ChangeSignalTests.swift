import FontBus
import FontModel
import Foundation
import TestSupport
import Testing

/// The programs that each change is reported to.
@Suite(.fewAtOnce, .timeLimit(.minutes(60)))
struct ChangeSignalTests {
    /// Returns a short form of a signal: kind, scope, and the families of the faces.
    private static func summary(_ signal: BusSignal?) -> [String] {
        (signal?.arguments[1].dictionaries ?? []).map { change in
            let families = change["faces"]?.dictionaries?.compactMap { $0["family"]?.string } ?? []
            return
                "\(change["kind"]?.string ?? "?") \(change["scope"]?.string ?? "?") \(families.joined(separator: ","))"
        }
    }

    /// Changes by a program that does not use the bus, such as `fontctl`, are signalled once per operation, like the
    /// service's own.
    @Test(arguments: PrivateBus.Kind.possible)
    func changesByAnyoneAreTold(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        var signals = try await client.fontsChanged().makeAsyncIterator()
        #expect(try await client.fontd("Subscribe").first == .uint64(0))
        let one = try service.home.write(SyntheticFont(family: "One"), as: "one/1.ttf")
        let two = try service.home.write(SyntheticFont(family: "Two"), as: "one/2.ttf")
        #expect(try service.fontctl("register", service.home.root + "/given/one").status == 0)
        #expect(Self.summary(await signals.next()) == ["added persistent One,Two"])
        #expect(try service.fontctl("disable", two).status == 0)
        #expect(Self.summary(await signals.next()) == ["disabled persistent Two"])
        let own = try service.home.write(SyntheticFont(family: "Own"))
        _ = try await client.registerFont(own, scope: "session")
        let signal = await signals.next()
        #expect(Self.summary(signal) == ["added session Own"])
        #expect(signal?.arguments[0] == .uint64(3))
        let change = signal?.arguments[1].dictionaries?.first
        #expect(change?["provider"]?.string?.hasPrefix("/") == true)
        #expect(change?["faces"]?.dictionaries?.first?["file"]?.string?.hasPrefix(service.home.root) == true)
        #expect(try service.fontctl("unregister", one, two, own).status == 0)
        #expect(Self.summary(await signals.next()).sorted() == ["removed persistent One", "removed session Own"])
        let generation = try await client.call(
            "Get",
            of: BusMethodAddress(
                destination: PrivateService.name, path: PrivateService.address.path,
                interface: "org.freedesktop.DBus.Properties"), [.string(PrivateService.name), .string("Generation")])
        #expect(generation.first == .variant(.uint64(4)))
    }

    /// Changes of disabled fonts are reported to their provider only, and only in the log.
    @Test func disabledFontsAreTheirProvidersAffair() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        var signals = try await client.fontsChanged().makeAsyncIterator()
        let path = try service.home.write(SyntheticFont(family: "Hidden"))
        _ = try await client.registerFont(path, ["enabled": .boolean(false)])
        let signal = await signals.next()
        #expect(signal?.arguments[0] == .uint64(1))
        #expect(Self.summary(signal).isEmpty)
        let own = try await client.fontd("ChangesSince", .uint64(0))
        #expect(own[2].dictionaries?.first?["kind"] == .string("added"))
        #expect(
            try service.fontctl("register", "--disabled", try service.home.write(SyntheticFont(family: "Other"))).status
                == 0)
        #expect(Self.summary(await signals.next()).isEmpty)
        let others = try await client.fontd("ChangesSince", .uint64(1))
        #expect(others == [.uint64(2), .boolean(false), .dictionaries([])])
    }

    @Test func changesAreReplayedInPages() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let folder = service.home.root + "/given/many"
        for batch in 0..<4 {
            for number in 0..<400 {
                try service.home.write(SyntheticFont(family: "B\(batch) \(number)"), as: "many\(batch)/\(number).ttf")
            }
            #expect(try service.fontctl("register", folder + "\(batch)").status == 0)
        }
        var (since, faces, pages) = (UInt64(0), 0, 0)
        while true {
            let page = try await client.fontd("ChangesSince", .uint64(since))
            #expect(page[1] == .boolean(false))
            guard case .uint64(let generation) = page[0], generation != since else { break }
            since = generation
            pages += 1
            faces += page[2].dictionaries?.reduce(0) { $0 + ($1["faces"]?.elements?.count ?? 0) } ?? 0
        }
        #expect(since == 4)
        #expect(faces == 1_600)
        #expect(pages == 2)
        // The client, which registered nothing, has an empty list.
        #expect(try await client.fontd("List", .dictionary([:]))[1].dictionaries?.isEmpty == true)
        // For a generation that never existed everything may have changed.
        #expect(try await client.fontd("ChangesSince", .uint64(.max))[1] == .boolean(true))
    }
}
