import FontBus
import Foundation
import Synchronization
import TestSupport
import Testing

/// The number of calls that an object processes at once, per connection and for all connections of an owner.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct CallLimitsTests {
    /// An object whose method returns when the test lets it; unless a connection says otherwise, callers belong to one
    /// owner.
    private final class Held: Sendable {
        private struct State {
            var owners: [String: String] = [:]
            var running: [String: Int] = [:]
            var most: [String: Int] = [:]
            var refused = 0
            var connections: [String: Set<String>] = [:]
            var unidentified: Set<String> = []
        }

        private let state = Mutex(State())
        private let bus: PrivateBus
        let server: BusConnection
        let gate = Gate()
        /// Delays the identification of the owners of connections.
        let knowledge = Gate()
        private let address: BusMethodAddress

        init(_ bus: PrivateBus, identifiesLate: Bool = false) async throws {
            self.bus = bus
            server = try await BusConnection(.explicit(bus.address))
            address = BusMethodAddress(
                destination: try await server.uniqueName(), path: "/held", interface: "org.example.Held")
            if !identifiesLate { knowledge.open() }
            try await server.export(
                BusObject(
                    path: address.path,
                    interface: BusInterface(
                        address.interface, methods: [.init("Hold", ["text": "s"]), .init("Urge")]),
                    urgentMethods: ["Urge"],
                    owner: { [self] peer in
                        await knowledge.pass()
                        return state.withLock { $0.unidentified.contains(peer) } ? nil : owner(peer)
                    },
                    method: { [self] call async throws(BusFailure) in
                        guard call.member == "Hold" else { return [] }
                        let owner = owner(call.sender)
                        state.withLock {
                            $0.running[owner, default: 0] += 1
                            $0.connections[owner, default: []].insert(call.sender)
                            $0.most[owner] = max($0.most[owner, default: 0], $0.running[owner, default: 0])
                        }
                        if owner.hasPrefix("flood") { await gate.pass() }
                        state.withLock { $0.running[owner, default: 0] -= 1 }
                        return []
                    }, property: { _ in .boolean(false) }))
        }

        private func owner(_ peer: String) -> String { state.withLock { $0.owners[peer, default: "flood"] } }

        /// Returns the number of connections that have had a call processed.
        func connections(_ owner: String) -> Int { state.withLock { $0.connections[owner, default: []].count } }
        func running(_ owner: String) -> Int { state.withLock { $0.running[owner, default: 0] } }
        func most(_ owner: String) -> Int { state.withLock { $0.most[owner, default: 0] } }

        var refused: Int { state.withLock { $0.refused } }

        func connect(as owner: String) async throws -> BusConnection {
            let connection = try await BusConnection(.explicit(bus.address))
            let name = try await connection.uniqueName()
            state.withLock { $0.owners[name] = owner }
            return connection
        }

        /// Makes the owner of a connection unidentifiable.
        func hide(_ connection: BusConnection) async throws {
            let name = try await connection.uniqueName()
            state.withLock { _ = $0.unidentified.insert(name) }
        }

        func call(_ member: String, _ text: String?, _ connection: BusConnection) async throws(BusFailure) {
            _ = try await connection.call(
                member, of: address, text.map { [.string($0)] } ?? [], timeout: .seconds(1_200))
        }

        /// Starts calls, and returns the number of refused ones at the end.
        func hold(_ count: Int, _ connections: [BusConnection], text: String = "") -> Task<Int, any Error> {
            Task {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for connection in connections {
                        for _ in 0..<count {
                            group.addTask {
                                do throws(BusFailure) {
                                    try await self.call("Hold", text, connection)
                                    return 0
                                } catch {
                                    #expect(error.name == "org.freedesktop.DBus.Error.LimitsExceeded")
                                    #expect(error.message.contains("Wait for answers"))
                                    self.state.withLock { $0.refused += 1 }
                                    return 1
                                }
                            }
                        }
                    }
                    return try await group.reduce(0, +)
                }
            }
        }
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func manyConnectionsOfOneOwnerHaveOneShare(_ kind: PrivateBus.Kind) async throws {
        let home = try PrivateHome()
        let held = try await Held(try PrivateBus(kind, in: home))
        var flood: [BusConnection] = []
        for _ in 0..<30 { flood.append(try await held.connect(as: "flood")) }
        let other = try await held.connect(as: "other")
        let calls = held.hold(10, flood)
        // One call of each connection, and more of the connections that came first, up to a share of 8.
        #expect(await eventually { held.connections("flood") == 30 })
        for _ in 0..<50 { try await held.call("Hold", "", other) }
        // Urgent calls are started regardless.
        for connection in flood { try await held.call("Urge", nil, connection) }
        #expect((30...37).contains(held.running("flood")))
        held.gate.open()
        // Every call was processed.
        #expect(try await calls.value == 0)
        #expect(held.most("flood") <= 37)
        #expect(await held.server.isIdle)
    }

    /// An owner whose share is used up by hanging calls can still make one call per connection, up to 64 in all.
    @Test func aConnectionsOnlyCallIsWorkedOn() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()))
        let first = [try await held.connect(as: "flood"), try await held.connect(as: "flood")]
        let hanging = held.hold(6, first)
        #expect(await eventually { held.running("flood") == 8 })
        let second = try await held.connect(as: "flood")
        let more = held.hold(3, [second])
        #expect(await eventually { held.running("flood") == 9 })
        for _ in 0..<20 { try await held.call("Urge", nil, second) }
        #expect(held.running("flood") == 9)
        var rest: [BusConnection] = []
        for _ in 0..<60 { rest.append(try await held.connect(as: "flood")) }
        let many = held.hold(1, rest)
        #expect(await eventually { held.running("flood") == 64 })
        for connection in rest { try await held.call("Urge", nil, connection) }
        #expect(held.running("flood") == 64)
        held.gate.open()
        for calls in [hanging, more, many] { #expect(try await calls.value == 0) }
        #expect(held.most("flood") == 64)
    }

    /// An urgent call that waits for the identification of its caller starts with it, whatever waits before it.
    @Test func anUrgentCallWaitsForIdentificationOnly() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()), identifiesLate: true)
        let connection = try await held.connect(as: "flood")
        let name = try await connection.uniqueName()
        let calls = held.hold(10, [connection])
        #expect(await eventually { await held.server.calls(of: name).count == 10 })
        let urgent = Task { try await held.call("Urge", nil, connection) }
        #expect(await eventually { await held.server.calls(of: name).count == 11 })
        held.knowledge.open()
        try await urgent.value
        // Calls before it still wait.
        #expect(held.running("flood") < 10)
        held.gate.open()
        #expect(try await calls.value == 0)
    }

    /// An unidentified connection counts as an owner of its own until it is identified.
    @Test func callerIdentifiedLateHasNoSeparateShare() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()))
        var hidden: [BusConnection] = []
        for _ in 0..<3 {
            hidden.append(try await held.connect(as: "flood"))
            try await held.hide(hidden[hidden.count - 1])
        }
        let calls = held.hold(5, hidden)
        #expect(await eventually { held.running("flood") == 12 })
        for connection in hidden {
            await held.server.attribute(try await connection.uniqueName(), to: "flood", isFinal: true)
        }
        let known = try await held.connect(as: "flood")
        let more = held.hold(3, [known])
        #expect(await eventually { held.running("flood") == 13 })
        for connection in hidden + [known] { try await held.call("Urge", nil, connection) }
        #expect(held.running("flood") == 13)
        held.gate.open()
        for calls in [calls, more] { #expect(try await calls.value == 0) }
        #expect(await held.server.isIdle)
    }

    /// A connection can have 1,024 waiting calls, an owner with five connections 2,048.
    @Test func waitingCallsOfAnOwnerAreBounded() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()))
        var flood: [BusConnection] = []
        for _ in 0..<5 { flood.append(try await held.connect(as: "flood")) }
        let calls = held.hold(800, flood)
        #expect(await eventually { (8...12).contains(held.running("flood")) && held.refused > 0 })
        for connection in flood { try await held.call("Urge", nil, connection) }
        let other = try await held.connect(as: "other")
        try await held.call("Hold", "", other)
        held.gate.open()
        let refused = try await calls.value
        #expect((1...(5 * 800 - 2_048)).contains(refused), "\(refused)")
    }

    /// The memory of calls is bounded, for one connection and for several: large calls are refused after a few.
    @Test(arguments: [1, 4])
    func memoryOfCallsIsBounded(_ connections: Int) async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()))
        var flood: [BusConnection] = []
        for _ in 0..<connections { flood.append(try await held.connect(as: "flood")) }
        for connection in flood { try await held.call("Urge", nil, connection) }
        let calls = held.hold(60, flood, text: String(repeating: "x", count: 1 << 20))
        #expect(await eventually { held.refused > 0 })
        let other = try await held.connect(as: "other")
        try await held.call("Hold", "", other)
        for connection in flood { try await held.call("Urge", nil, connection) }
        held.gate.open()
        let accepted = try await 60 * connections - calls.value
        // A call counts twice its text, against 32 MiB per connection and 48 MiB per owner; replies during the test
        // free room for more.
        #expect(accepted >= (connections == 1 ? 15 : 23))
        #expect(accepted < 60 * connections)
        #expect(await held.server.isIdle)
    }

    /// If a few owners use all the memory for calls, small calls of others are still processed and large ones are
    /// refused.
    @Test func exhaustingClientDoesNotBlockOthers() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()))
        var calls: [Task<Int, any Error>] = []
        var large = 0
        for owner in 0..<4 {
            let flood = [
                try await held.connect(as: "flood \(owner)"), try await held.connect(as: "flood \(owner)"),
            ]
            // Identifies the owners of the connections.
            for connection in flood { try await held.call("Urge", nil, connection) }
            calls.append(held.hold(20, flood, text: String(repeating: "x", count: 1 << 20)))
            large += 40
        }
        #expect(await eventually { held.refused >= large - 64 })
        // Together they exceed the room that one more large call would need; each owner has little.
        var little: [Task<Int, any Error>] = []
        for owner in 0..<4 {
            let connection = try await held.connect(as: "flood, little \(owner)")
            little.append(held.hold(1, [connection], text: String(repeating: "x", count: 400 << 10)))
            #expect(await eventually { held.running("flood, little \(owner)") == 1 })
        }
        let other = try await held.connect(as: "other")
        for _ in 0..<20 { try await held.call("Hold", "", other) }
        // The last of the calls may not have arrived yet.
        let text = String(repeating: "x", count: 1 << 20)
        #expect(await eventually { (try? await held.call("Hold", text, other)) == nil })
        held.gate.open()
        for call in little { #expect(try await call.value == 0) }
        var refused = 0
        for call in calls { refused += try await call.value }
        // 128 MiB in all; a call counts twice its text.
        #expect(large - refused <= 64, "\(large - refused)")
        #expect(large - refused >= 48, "\(large - refused)")
        try await held.call("Hold", text, other)
    }

    /// Calls of an unidentified connection are not started; once it is identified, the limits of its owner apply.
    @Test func unidentifiedCallerWaits() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()), identifiesLate: true)
        var flood: [BusConnection] = []
        for _ in 0..<3 { flood.append(try await held.connect(as: "flood")) }
        let calls = held.hold(100, flood)
        let leaving = try await held.connect(as: "flood")
        let left = Task { try? await held.call("Hold", "", leaving) }
        #expect(await eventually { await !held.server.isIdle })
        await leaving.close()
        await left.value
        #expect(held.most("flood") == 0)
        held.knowledge.open()
        // Eight, and one of each connection that came later, perhaps including the one that was closed.
        #expect(await eventually { (8...10).contains(held.running("flood")) && held.connections("flood") >= 3 })
        held.gate.open()
        #expect(try await calls.value == 0)
        #expect(held.most("flood") <= 10)
        #expect(await eventually { await held.server.isIdle })
    }

    /// Many unidentified connections with large calls can have one call each, and do not affect identified ones.
    @Test func strangersTakeNothingFromEachOther() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()), identifiesLate: true)
        var flood: [BusConnection] = []
        for _ in 0..<40 { flood.append(try await held.connect(as: "flood")) }
        // A call counts twice its text, so each connection has room for one, and an owner does not have room for all.
        let calls = held.hold(3, flood, text: String(repeating: "x", count: 1 << 20))
        #expect(await eventually { held.refused == 40 * 2 })
        let other = try await held.connect(as: "other")
        let answer = held.hold(20, [other])
        held.knowledge.open()
        #expect(try await answer.value == 0)
        held.gate.open()
        // One large call of each connection at most.
        #expect(try await calls.value >= 40 * 2)
        #expect(await eventually { await held.server.isIdle })
    }
}
