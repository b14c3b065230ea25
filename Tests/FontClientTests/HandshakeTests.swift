import FontBus
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Connections to real buses, to a bus behind the filter of a Flatpak, and to programs that are not buses.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct HandshakeTests {
    /// The filter passes calls with descriptors and returns signals; the service sees the application as the caller.
    @Test(
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap, xdg-dbus-proxy, and the right to make namespaces."),
        arguments: PrivateBus.Kind.possible)
    func aFlatpaksFilterIsPassed(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        #expect(try service.fontctl("policy", "org.example.Reader", "--install", "allow").status == 0)
        let sandbox = try FlatpakSandbox("org.example.Reader", in: service.home, bus: service.bus)
        let client = try await BusConnection(.explicit(sandbox.filteredBus))
        #expect(try await client.uniqueName().hasPrefix(":1."))
        var signals = try await client.fontsChanged().makeAsyncIterator()
        _ = try await client.fontd("Subscribe")
        let font = try service.home.write(SyntheticFont(family: "Filtered"))
        _ = try await client.registerFont(font)
        let signal = try #require(await signals.next())
        #expect(signal.sender?.hasPrefix(":1.") == true)
        #expect(try service.fontctl("list", "--json").output.contains(#""provider":"flatpak:org.example.Reader""#))
        // The filter hides names that the application may not call.
        await #expect(throws: BusFailure.self) {
            try await client.call(
                "ListUnits",
                of: BusMethodAddress(
                    destination: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
                    interface: "org.freedesktop.systemd1.Manager"))
        }
        // Sends more and larger messages than fit into the sockets.
        let long = String(repeating: "x", count: 1 << 20)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<200 {
                group.addTask {
                    guard index.isMultiple(of: 20) else {
                        return try await client.fontd("Resolve", .string("Absent")).count
                    }
                    return try await client.fontd("Faces", .dictionary(["family": .string(long)])).count - 1
                }
            }
            for try await count in group { #expect(count == 1) }
        }
        await client.close()
    }

    @Test func theFirstPlaceWhereABusIsCounts() async throws {
        let bus = try PrivateBus(in: try PrivateHome())
        let path = bus.address.replacing("unix:path=", with: "")
        let escaped = path.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for address in [
            "unix:path=/nowhere/bus;\(bus.address)", "unix:abstract=fontd-nobody,guid=00;;unix:path=\(escaped)",
            "tcp:host=,port=0;\(bus.address)", "unix:path=%zz;unix:path=a,abstract=b;unix:;\(bus.address);",
        ] {
            let client = try await BusConnection(.explicit(address))
            #expect(try await client.uniqueName().hasPrefix(":1."), "\(address)")
            await client.close()
        }
    }

    /// A connection is closed if the bus is not the one that the `guid` of the address names.
    @Test func anotherBusThanTheAddressMeansIsLeft() async throws {
        for (id, isMeant) in [
            (Peer.id, true), (Peer.id.uppercased(), true), (Peer.id.replacing("a", with: "b"), false),
        ] {
            let listener = try PeerListener(.late)
            let failure = await #expect(throws: BusFailure.self) {
                try await BusConnection(.explicit("\(listener.address),guid=\(id)"))
            }
            #expect(failure?.message.contains("identifier differs") == !isMeant, "\(String(describing: failure))")
            await listener.end()
            #expect(listener.said.contains("BEGIN") == isMeant)
        }
    }

    @Test(arguments: ["", ";", "unix:", "unix:path=", "unix:path=%zz", "nonsense", "unix:path=/" + longName])
    func anAddressThatIsNoneIsSaidToBe(_ address: String) async throws {
        let failure = await #expect(throws: BusFailure.self) { try await BusConnection(.explicit(address)) }
        #expect(failure?.name == "org.freedesktop.DBus.Error.Disconnected")
    }

    private static let longName = String(repeating: "n", count: 200)

    /// A peer that does not answer as a bus is refused and closed in bounded time and memory.
    @Test(arguments: Peer.allCases)
    private func connectionFailsForNonBusPeer(_ peer: Peer) async throws {
        let listener = try PeerListener(peer)
        let failure = await #expect(throws: BusFailure.self) {
            try await BusConnection(
                .explicit(listener.address), limit: peer.limit
            )
        }
        #expect(failure?.name == "org.freedesktop.DBus.Error.Disconnected", "\(String(describing: failure))")
        #expect(failure?.message.contains(peer.reason) == true, "\(String(describing: failure))")
        // The peer sees that the connection is closed.
        await listener.end()
        #expect(!listener.said.contains("BEGIN") || peer == .late || peer == .mute)
    }

    @Test func refusedConnectionsLeaveNothingOpen() async throws {
        func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        let before = try open()
        for _ in 0..<300 {
            let listener = try PeerListener(.refuses)
            await #expect(throws: BusFailure.self) { try await BusConnection(.explicit(listener.address)) }
            await listener.end()
        }
        // Other tests run at the same time; 300 leaked descriptors would be this test's. Threads end a little later.
        #expect(try eventually { try open() < before + 150 })
    }
}

/// A program that listens at the address of a bus.
private enum Peer: CaseIterable {
    case refuses, errs, nonsense, endless, silent, slow, hangsUp, eager, late, mute, proposesNothing

    /// The answer to each line.
    var answers: [String] {
        switch self {
        case .refuses: ["REJECTED EXTERNAL\r\n"]
        case .errs: ["ERROR \"no\"\r\n"]
        case .nonsense: ["\u{1B}[31mHTTP/1.1 400\r\n"]
        case .endless: [String(repeating: "DATA ", count: 20_000)]
        case .silent: []
        case .slow: ["DATA\r\n", "O"]
        case .hangsUp: ["DATA\r\n"]
        case .eager: ["DATA\r\n", "OK \(Self.id)\r\n", "AGREE_UNIX_FD\r\nAGREE_UNIX_FD\r\n"]
        case .late, .mute: ["DATA\r\n", "OK \(Self.id)\r\n", "AGREE_UNIX_FD\r\n"]
        case .proposesNothing: ["DATA\r\n", "OK \(Self.id)\r\n", "YES\r\n"]
        }
    }

    /// A part of the error message.
    var reason: String {
        switch self {
        case .refuses: "REJECTED EXTERNAL"
        case .errs: "ERROR"
        case .nonsense: "HTTP/1.1 400"
        case .endless: "exceeds the length limit"
        case .silent, .slow: "does not reply"
        case .hangsUp: "closed the connection"
        case .eager: "before a request"
        case .late, .mute: "connect"
        case .proposesNothing: "YES"
        }
    }

    /// The time limit of the connection.
    var limit: Duration { [.silent, .slow, .mute].contains(self) ? .milliseconds(200) : .seconds(60) }

    /// Whether the peer closes the connection after its last answer.
    var leaves: Bool { self == .hangsUp || self == .late }

    static let id = String(repeating: "0af1", count: 8)
}

/// A ``Peer`` that answers one client.
private final class PeerListener: Sendable {
    let address: String
    private let heard = Mutex("")
    private let ended: AsyncStream<Void>

    init(_ peer: Peer) throws {
        let name = "fontd-peer-\(UUID().uuidString)"
        address = "unix:abstract=\(name)"
        var raw = sockaddr_un()
        raw.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &raw.sun_path) { $0.dropFirst().copyBytes(from: name.utf8) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = withUnsafePointer(to: &raw) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
        }
        let sink: AsyncStream<Void>.Continuation
        (ended, sink) = AsyncStream.makeStream(of: Void.self)
        guard listener >= 0, bound == 0, listen(listener, 1) == 0 else { throw CocoaError(.fileWriteUnknown) }
        Thread.detachNewThread { [self] in
            answer(peer, listener)
            sink.finish()
        }
    }

    /// The bytes that the client sent.
    var said: String { heard.withLock { $0 } }

    /// Waits until the client has closed the connection.
    func end() async { for await _ in ended {} }

    private func answer(_ peer: Peer, _ listener: Int32) {
        let client = accept(listener, nil, nil)
        close(listener)
        defer { close(client) }
        var answers = peer.answers[...]
        var line = [UInt8](repeating: 0, count: 512)
        while true {
            let count = recv(client, &line, line.count, 0)
            guard count > 0 else { return }
            heard.withLock { $0 += String(decoding: line[..<count], as: UTF8.self) }
            if let answer = answers.popFirst() {
                _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
            } else if peer.leaves {
                return
            }
        }
    }
}
