import FontBus
import Foundation
import TestSupport
import Testing

@testable import FontClient

/// Signals that a program other than the service sends to one client, which no bus withholds.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct ForgedSignalTests {
    private static func changed(_ generation: UInt64) -> BusSignal {
        BusSignal(
            path: PrivateService.address.path, interface: PrivateService.name, member: "FontsChanged",
            arguments: [.uint64(generation), .dictionaries([])])
    }

    /// Sends a signal to a connection and returns when the bus has delivered it.
    private func forge(_ signal: BusSignal, by forger: BusConnection, to victim: BusConnection) async throws {
        try await forger.emit(signal, to: try await victim.uniqueName())
        _ = try await forger.call("GetId", of: .bus)
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func aClientBelievesTheServiceAlone(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let link = try await ServiceLink(.explicit(service.bus.address))
        let subscription = ServiceSubscription(link)
        let (told, sink) = AsyncStream.makeStream(of: Void.self)
        try await subscription.add { sink.yield() }
        try await forge(Self.changed(999), by: try await service.connect(), to: link.connection)
        try service.fontctl("register", try service.home.write(SyntheticFont(family: "Genuine")))
        // The client is also notified that the service has started.
        for await _ in told where link.knownGeneration > 0 { break }
        #expect(link.knownGeneration == 1)
    }

    /// Signals of the next owner are accepted, those of the previous owner are not.
    @Test(arguments: PrivateBus.Kind.possible)
    func aNameIsFollowedFromOwnerToOwner(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let listener = try await service.connect()
        var signals = try await listener.fontsChanged().makeAsyncIterator()
        // The name has no owner yet.
        let (first, second) = (try await service.connect(), try await service.connect())
        try await forge(Self.changed(1), by: first, to: listener)
        for (owner, other) in [(first, second), (second, first)] {
            #expect(try await owner.requestName(PrivateService.name))
            try await forge(Self.changed(2), by: other, to: listener)
            try await owner.emit(Self.changed(3))
            #expect(await signals.next()?.arguments.first == .uint64(3))
            try await owner.releaseName(PrivateService.name)
        }
    }
}
