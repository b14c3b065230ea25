import FontBus
import FontModel
import FontService
import FontTransfer
import Foundation
import Glibc
import TestSupport
import Testing

/// The installed `fontd-fetch` on a bus, which the bus or systemd starts with its unit.
@Suite(.needsBus, .fewAtOnce, .timeLimit(.minutes(60)))
struct FetchServiceTests {
    private let home: PrivateHome
    private let server: TestServer

    init() throws {
        home = try PrivateHome()
        server = try .answers()
    }

    private static let address = BusMethodAddress(
        destination: FetchProtocol.busName, path: FetchProtocol.busPath, interface: FetchProtocol.busName)

    private func bus(_ kind: PrivateBus.Kind, idleTimeout: Double = 0) throws -> PrivateBus {
        let bus = try PrivateBus(kind, in: home, environment: ["FONTD_IDLE_TIMEOUT": "\(idleTimeout)"])
        try bus.addInstalledService()
        return bus
    }

    /// A connection that has the name of fontd.
    private func fontd(on bus: PrivateBus) async throws -> BusConnection {
        let connection = try await BusConnection(.explicit(bus.address))
        #expect(try await connection.requestName(FetchProtocol.busCaller))
        return connection
    }

    /// Fetches a file of the server.
    private func size(_ files: any FileTransport) async throws -> Int {
        let answer = try await files.open(FileRequest("http://127.0.0.1:\(server.port)/file", limit: 1 << 30))
        var size = 0
        while let part = try await answer.next() { size += part.count }
        return size
    }

    /// Asks for a process; returns the name of the error.
    private func failure(_ connection: BusConnection) async -> String? {
        do throws(BusFailure) {
            _ = try await connection.call("Open", of: Self.address)
            return nil
        } catch {
            return error.name
        }
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func fontdAloneGetsProcesses(_ kind: PrivateBus.Kind) async throws {
        let bus = try bus(kind)
        let other = try await BusConnection(.explicit(bus.address))
        #expect(await failure(other) == "org.freedesktop.DBus.Error.AccessDenied")
        let fontd = try await fontd(on: bus)
        #expect(await failure(other) == "org.freedesktop.DBus.Error.AccessDenied")
        let files = FetchService.files(over: fontd, environment: [:])
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await size(files) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == Array(repeating: 1_024_000, count: 20))
        // One process makes all transfers; it has left the bus and is locked in, its parent is not.
        let service = try await fontd.process(of: FetchProtocol.busName).pid
        let processes = children(of: service)
        #expect(processes.count == 1)
        let process = try #require(processes.first)
        #expect(status(of: process, "NoNewPrivs") == "1" && status(of: process, "Seccomp") == "2")
        #expect(filters(of: process) > filters(of: service))
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func anotherServiceFollowsAKilledOne(_ kind: PrivateBus.Kind) async throws {
        let bus = try bus(kind)
        defer { withExtendedLifetime(bus) {} }
        let fontd = try await fontd(on: bus)
        #expect(try await size(FetchService.files(over: fontd, environment: [:])) == 1_024_000)
        let killed = try await fontd.process(of: FetchProtocol.busName).pid
        #expect(kill(killed, SIGKILL) == 0)
        #expect(try await size(FetchService.files(over: fontd, environment: [:])) == 1_024_000)
        #expect(try await fontd.process(of: FetchProtocol.busName).pid != killed)
    }

    /// A process ends when its caller leaves, even if a copy of its socket is open.
    @Test(arguments: PrivateBus.Kind.possible)
    func processesEndWithTheirCaller(_ kind: PrivateBus.Kind) async throws {
        let bus = try bus(kind)
        defer { withExtendedLifetime(bus) {} }
        let fontd = try await fontd(on: bus)
        let socket = try #require(try await fontd.call("Open", of: Self.address).first?.descriptor)
        #expect(!isClosed(socket))
        await fontd.close()
        #expect(await eventually { isClosed(socket) })
    }

    @Test func processesAreLimited() async throws {
        let bus = try bus(.daemon)
        defer { withExtendedLifetime(bus) {} }
        let fontd = try await fontd(on: bus)
        var sockets: [BusDescriptor] = []
        for _ in 0..<16 {
            sockets.append(try #require(try await fontd.call("Open", of: Self.address).first?.descriptor))
        }
        #expect(await failure(fontd) == "org.freedesktop.DBus.Error.LimitsExceeded")
        sockets.removeLast()
        #expect(await eventually { await failure(fontd) == nil })
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func anIdleServiceExits(_ kind: PrivateBus.Kind) async throws {
        let bus = try bus(kind, idleTimeout: 1)
        defer { withExtendedLifetime(bus) {} }
        let fontd = try await fontd(on: bus)
        var files: (any FileTransport)? = FetchService.files(over: fontd, environment: [:])
        _ = try await size(try #require(files))
        // It stays as long as its process.
        let answer = try await fontd.call("GetNameOwner", of: .bus, [.string(FetchProtocol.busName)])
        let (gone, sink) = AsyncStream.makeStream(of: Void.self)
        try await fontd.whenGone(try #require(answer.first?.string)) { sink.yield() }
        files = nil
        for await _ in gone { break }
        #expect(try await size(FetchService.files(over: fontd, environment: [:])) == 1_024_000)
    }

    /// A bus without the service gives an error that names it.
    @Test func aMissingServiceIsNamed() async throws {
        let bus = try PrivateBus(.daemon, in: home)
        let files = FetchService.files(over: try await BusConnection(.explicit(bus.address)), environment: [:])
        do {
            _ = try await size(files)
            Issue.record("a file was fetched")
        } catch {
            let fault = try #require(error as? TransferFault)
            #expect(fault.kind == .network(.missing) && fault.reason.contains("org.fontd.FontFetch1"), "\(fault)")
        }
    }

    /// A service that is there and cannot start a process is no reason to install anything.
    @Test func aServiceThatRefusesIsNoMissingOne() async throws {
        let bus = try PrivateBus(.daemon, in: home)
        let service = try await BusConnection(.explicit(bus.address))
        try await service.export(
            BusObject(
                path: FetchProtocol.busPath,
                interface: BusInterface(FetchProtocol.busName, methods: [.init("Open", returns: ["socket": "h"])]),
                method: { _ async throws(BusFailure) in
                    throw BusFailure("org.freedesktop.DBus.Error.LimitsExceeded", "Too many processes fetch already.")
                }, property: { _ in .string("") }))
        #expect(try await service.requestName(FetchProtocol.busName))
        let files = FetchService.files(over: try await BusConnection(.explicit(bus.address)), environment: [:])
        let failure = await #expect(throws: TransferFault.self) { _ = try await size(files) }
        let fault = try #require(failure)
        #expect(fault.kind == .network(.notStarted) && fault.reason.contains("Too many processes"), "\(fault)")
        await service.close()
    }

    /// Whether the other end of a socket was closed.
    private func isClosed(_ socket: BusDescriptor) -> Bool {
        var byte: UInt8 = 0
        return recv(socket.raw, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }

    /// A field of `/proc/<pid>/status`.
    private func status(of process: Int32, _ field: String) -> String? {
        let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return text?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
            .map { $0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// The number of filters of a process.
    private func filters(of process: Int32) -> Int {
        status(of: process, "Seccomp_filters").flatMap { Int($0) } ?? 0
    }

    private func children(of process: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { status(of: $0, "PPid") == "\(process)" }
    }
}
