import FontBus
import Foundation
import Glibc
import TestSupport
import Testing

/// Several processes that try to become the service (docs/reliability.md, R26).
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct SimultaneousStartTests {
    private static func start(_ bus: PrivateBus) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: Command.product("fontd"))
        process.arguments = ["--idle-timeout", "0"]
        process.environment = bus.environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// If none is running and many are started at once, one serves and the others exit.
    @Test(arguments: PrivateBus.Kind.possible)
    func whereNoneRanOneServes(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let started = try (0..<rounds("FONTD_SERVICE_STARTS", 8)).map { _ in try Self.start(service.bus) }
        defer { for process in started where process.isRunning { process.terminate() } }
        #expect(await eventually { started.count { $0.isRunning } == 1 })
        let serving = try #require(started.first { $0.isRunning })
        #expect(started.filter { $0 !== serving }.allSatisfy { $0.terminationStatus == 75 })
        _ = try await client.fontd("Providers")
        #expect(try await client.process(of: PrivateService.name).pid == serving.processIdentifier)
        // A killed service leaves nothing behind that prevents the next one from serving.
        try await service.kill(client)
        let next = try Self.start(service.bus)
        defer { next.terminate() }
        #expect(try await client.owner(of: PrivateService.name) == next.processIdentifier)
        _ = try await client.fontd("Providers")
    }

    /// If another program owns the name, fontd names it, changes nothing and exits.
    @Test(arguments: PrivateBus.Kind.possible)
    func aStrangerHasTheName(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let stranger = try await service.connect()
        try #require(try await stranger.requestName(PrivateService.name))
        #expect(try service.fontctl("register", try service.home.write(SyntheticFont(family: "Before"))).status == 0)
        let before = try service.home.inventory()
        let result = try Command.run(Command.product("fontd"), [], environment: service.bus.environment)
        #expect(result.status == 75)
        #expect(result.errors.contains("Process \(getpid()) serves this session bus already"))
        #expect(try service.home.inventory() == before)
        #expect(try await stranger.process(of: PrivateService.name).pid == getpid())
    }
}

extension BusConnection {
    /// Returns the process that owns a name, waiting until there is one.
    fileprivate func owner(of name: String) async throws -> Int32 {
        let (owners, sink) = AsyncStream.makeStream(of: Void.self)
        let rule = "type='signal',member='NameOwnerChanged',arg0='\(name)'"
        let id = try await subscribe(to: rule, from: BusMethodAddress.bus.destination) {
            if $0.arguments.last?.string != "" { sink.yield() }
        }
        defer { unsubscribe(id) }
        if try await call("NameHasOwner", of: .bus, [.string(name)]).first?.boolean != true {
            for await _ in owners { break }
        }
        return try await process(of: name).pid
    }
}
