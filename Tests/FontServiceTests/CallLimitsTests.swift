import FontBus
import Foundation
import Synchronization
import TestSupport
import Testing

/// What a connection, and all connections of one owner together, can have an object work on at once.
@Suite(
    .enabled(if: !PrivateBus.Kind.possible.isEmpty, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(20)))
struct CallLimitsTests {
    /// An object whose method answers when the test wants; all callers but some are one owner's.
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
        /// Holds up the answer to whose a connection is.
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
                        address.interface, methods: [.init("Hold", [.init("text", "s")]), .init("Urge")]),
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

        /// How many have had a call worked on.
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

        /// Whose a connection is cannot be found out.
        func hide(_ connection: BusConnection) async throws {
            let name = try await connection.uniqueName()
            state.withLock { _ = $0.unidentified.insert(name) }
        }

        func call(_ member: String, _ text: String?, _ connection: BusConnection) async throws(BusFailure) {
            _ = try await connection.call(
                member, of: address, text.map { [.string($0)] } ?? [], timeout: .seconds(300))
        }

        /// Begins calls, and says how many of them were refused in the end.
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
        // One of each connection, and of 8 connections that came first some more.
        #expect(await eventually { held.connections("flood") == 30 })
        for _ in 0..<50 { try await held.call("Hold", "", other) }
        // What is urgent is begun all the same.
        for connection in flood { try await held.call("Urge", nil, connection) }
        #expect((30...37).contains(held.running("flood")))
        held.gate.open()
        // All had their turns, none was lost.
        #expect(try await calls.value == 0)
        #expect(held.most("flood") <= 37)
        #expect(await held.server.isIdle)
    }

    /// Whose share is taken by connections whose calls hang gets answers on another one, until very many hang.
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

    /// Who could not be identified is one's own owner until somebody finds out whose it is.
    @Test func whoIsIdentifiedLateHasNoShareOfItsOwn() async throws {
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

    /// Five connections may have 1,024 calls waiting each, one owner 2,048.
    @Test func whatAnOwnerHasWaitingIsBounded() async throws {
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

    /// Memory, of one connection and of several: large calls are refused long before there are many.
    @Test(arguments: [1, 4])
    func whatCallsTakeIsBounded(_ connections: Int) async throws {
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
        // Twice its text a call, of 32 MiB and 48 MiB; and those that were answered meanwhile, for the gate was open.
        #expect(accepted >= (connections == 1 ? 15 : 23))
        #expect(accepted < 60 * connections)
        #expect(await held.server.isIdle)
    }

    /// Three owners fill all there is: others, whose calls are small, notice nothing, and large ones are refused.
    @Test func whoTakesAllShutsNobodyOut() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()))
        var calls: [Task<Int, any Error>] = []
        var large = 0
        for owner in 0..<4 {
            let flood = [
                try await held.connect(as: "flood \(owner)"), try await held.connect(as: "flood \(owner)"),
            ]
            // Whose they are is known from then on.
            for connection in flood { try await held.call("Urge", nil, connection) }
            calls.append(held.hold(20, flood, text: String(repeating: "x", count: 1 << 20)))
            large += 40
        }
        #expect(await eventually { held.refused >= large - 64 })
        // More than one large call would have left room for; each owner has little.
        var little: [Task<Int, any Error>] = []
        for owner in 0..<4 {
            let connection = try await held.connect(as: "flood, little \(owner)")
            little.append(held.hold(1, [connection], text: String(repeating: "x", count: 400 << 10)))
            #expect(await eventually { held.running("flood, little \(owner)") == 1 })
        }
        let other = try await held.connect(as: "other")
        for _ in 0..<20 { try await held.call("Hold", "", other) }
        // The last of them may not have come yet.
        let text = String(repeating: "x", count: 1 << 20)
        #expect(await eventually { (try? await held.call("Hold", text, other)) == nil })
        held.gate.open()
        for call in little { #expect(try await call.value == 0) }
        var refused = 0
        for call in calls { refused += try await call.value }
        // 128 MiB, twice its text a call.
        #expect(large - refused <= 64, "\(large - refused)")
        #expect(large - refused >= 48, "\(large - refused)")
        try await held.call("Hold", text, other)
    }

    /// Until it is known whose a connection is, nothing of it is begun; then what its owner has no room for is refused.
    @Test func whoIsUnknownWaits() async throws {
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
        // Eight, and one of each connection that came later; the one that left may have had its turn, too.
        #expect(await eventually { (8...10).contains(held.running("flood")) && held.connections("flood") >= 3 })
        held.gate.open()
        #expect(try await calls.value == 0)
        #expect(held.most("flood") <= 10)
        #expect(await eventually { await held.server.isIdle })
    }

    /// Strangers without end, each with a large call: one more is taken in, and small calls of those that are known.
    @Test func strangersTakeNothingFromEachOther() async throws {
        let held = try await Held(try PrivateBus(in: try PrivateHome()), identifiesLate: true)
        var flood: [BusConnection] = []
        for _ in 0..<40 { flood.append(try await held.connect(as: "flood")) }
        // Twice its text a call: one of each, of which an owner has no room for as many.
        let calls = held.hold(3, flood, text: String(repeating: "x", count: 1 << 20))
        #expect(await eventually { held.refused == 40 * 2 })
        let other = try await held.connect(as: "other")
        let answer = held.hold(20, [other])
        held.knowledge.open()
        #expect(try await answer.value == 0)
        held.gate.open()
        // Of each connection one large call, and nothing beyond it.
        #expect(try await calls.value >= 40 * 2)
        #expect(await eventually { await held.server.isIdle })
    }
}
