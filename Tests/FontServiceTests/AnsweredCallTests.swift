import FontBus
import Glibc
import TestSupport
import Testing

/// Resources of calls after their replies.
@Suite(.needsBus, .fewAtOnce, .timeLimit(.minutes(60))) struct AnsweredCallTests {
    /// A caller that stays on the bus keeps no file of its earlier calls open in the service.
    @Test func filesOfAnsweredCallsAreClosed() async throws {
        let bus = try PrivateBus(in: try PrivateHome())
        let server = try await BusConnection(.explicit(bus.address))
        let address = BusMethodAddress(
            destination: try await server.uniqueName(), path: "/taking", interface: "org.example.Taking")
        let gate = Gate()
        try await server.export(
            BusObject(
                path: address.path,
                interface: BusInterface(address.interface, methods: [.init("Take", ["file": "h"])]),
                urgentMethods: [], owner: { _ in "caller" },
                method: { _ async throws(BusFailure) in
                    await gate.pass()
                    return []
                }, property: { _ in .boolean(false) }))
        let caller = try await BusConnection(.explicit(bus.address))
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        defer { close(ends[0]) }
        do {
            let end = BusDescriptor(owning: ends[1])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        _ = try await caller.call("Take", of: address, [.descriptor(end)], timeout: .seconds(1_200))
                    }
                }
                // Four run at the same time, and the others wait.
                gate.open()
                try await group.waitForAll()
            }
        }
        // The end of the file is read when nobody has the other end open.
        let reading = ends[0]
        #expect(
            await eventually {
                var byte: UInt8 = 0
                return read(reading, &byte, 1) == 0
            })
        withExtendedLifetime((caller, server)) {}
    }
}
