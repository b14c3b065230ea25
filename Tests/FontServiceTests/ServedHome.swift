import FontBus
import FontModel
import FontProviding
import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// The service in this process, on a real bus, in a home of a test's own.
final class ServedHome: Sendable {
    let home: PrivateHome
    let bus: PrivateBus
    let service: RegistryService
    private let kept = Mutex<[BusConnection]>([])

    /// - Parameters:
    ///   - deadline: How many seconds whoever requests a font waits; long, where an answer is to be waited for.
    ///   - stagingLimit: Bytes that a provider may have on their way in; nil for as many as usual.
    init(
        deadline: Double = 60, home: PrivateHome? = nil, bus: PrivateBus? = nil, stagingLimit: Int? = nil,
        policy: (inout FontPolicy) -> Void = { _ in }
    ) async throws {
        self.home = try home ?? PrivateHome()
        self.bus = try bus ?? PrivateBus(in: self.home)
        _ = try PolicyFile(self.home.paths).change { file in
            file.requestDeadline = deadline
            policy(&file)
        }
        var context = self.home.context
        if let stagingLimit { context.stagingLimit = stagingLimit }
        service = RegistryService(
            try await BusConnection(.explicit(self.bus.address)), context: context,
            installation: Installation(userPrograms: [], worker: Command.product("fontd-worker")))
        let isAlone = try await service.start()
        try #require(isAlone)
    }

    deinit {
        // The service is the connection's object, and the connection the service's: neither would go by itself.
        Task { [connection = service.connection] in await connection.close() }
    }

    /// A connection that lives as long as the value.
    func connect() async throws -> BusConnection {
        let connection = try await BusConnection(.explicit(bus.address))
        kept.withLock { $0.append(connection) }
        return connection
    }

    /// Announces a provider on a connection of its own.
    @discardableResult
    func announce(_ provider: some FontProvider, _ names: String..., as busName: String? = nil) async throws
        -> BusConnection
    {
        let connection = try await connect()
        try await provider.serve(announcing: names, as: busName, on: connection)
        return connection
    }

    /// A font's file, by its family.
    func font(_ family: String, salt: UInt32 = 0) throws -> URL {
        URL(filePath: try home.write(SyntheticFont(family: family, salt: salt)))
    }

    /// Who asks, as the service knows it.
    func asker(_ id: String) -> FontManager { service.manager.acting(as: id) }
}

extension BusConnection {
    /// Calls a method of the service.
    func registry(_ member: String, _ arguments: [BusValue]) async throws(BusFailure) -> [BusValue] {
        try await call(
            member,
            of: BusMethodAddress(
                destination: RegistryInterface.busName, path: RegistryInterface.path,
                interface: RegistryInterface.busName), arguments, timeout: .seconds(100))
    }

    /// Requests fonts over the bus.
    func request(_ names: String...) async throws -> [BusRecord] {
        let answer = try await registry("Request", [.strings(names), .dictionary([:])])
        return try #require(answer.first?.dictionaries).map(BusRecord.init)
    }

    /// The service's signals about changes from now on.
    func changes() async throws -> AsyncStream<BusSignal> {
        let (signals, sink) = AsyncStream.makeStream(of: BusSignal.self)
        try await subscribe(
            to: "type='signal',interface='\(RegistryInterface.busName)',member='FontsChanged'",
            from: RegistryInterface.busName
        ) { sink.yield($0) }
        _ = try await registry("Subscribe", [])
        return signals
    }
}

extension BusRecord {
    var status: String? { members["status"]?.string }
    var code: Int? { members["code"]?.integer.map(Int.init) }
    var postscriptName: String? { members["face"]?.dictionary?["postscriptName"]?.string }
}

/// A provider that says what it was asked, and answers as the test wants.
final class Supplier: FontProvider {
    /// A request on its way in.
    let arrivals: AsyncStream<String>
    private let sink: AsyncStream<String>.Continuation
    private let names = Mutex<[String]>([])
    private let answer: @Sendable (String) async -> [URL]

    init(_ answer: @escaping @Sendable (String) async -> [URL]) {
        (arrivals, sink) = AsyncStream.makeStream()
        self.answer = answer
    }

    convenience init(_ files: URL...) { self.init { _ in files } }

    /// What it was asked for, in order.
    var asked: [String] { names.withLock { $0 } }

    func fonts(for request: FontRequest) async -> [URL] {
        names.withLock { $0.append(request.name) }
        sink.yield(request.name)
        return await answer(request.name)
    }

    /// Waits until it is asked.
    func arrival() async -> String? { await arrivals.first { _ in true } }
}

/// Holds answers up until the test opens it.
final class Gate: Sendable {
    private let ends = AsyncStream.makeStream(of: Void.self)

    func open() { ends.continuation.finish() }

    func pass() async { for await _ in ends.stream {} }
}

/// Waits until something holds that nobody announces.
func eventually(_ holds: () async -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while await !holds() {
        guard ContinuousClock.now < deadline else { return false }
        await Task.yield()
    }
    return true
}
