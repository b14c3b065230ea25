import FontBus
import FontModel
import FontProviding
import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// The service in this process, on a real bus and in a private home.
final class ServedHome: Sendable {
    let home: PrivateHome
    let bus: PrivateBus
    let service: RegistryService
    private let kept = Mutex<[BusConnection]>([])

    /// Starts the service.
    ///
    /// - Parameters:
    ///   - deadline: The time in seconds that a request waits; long if the test waits for an answer.
    ///   - stagingLimit: The number of bytes that a provider can have in staging; nil for the default.
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
            installation: Installation(
                userPrograms: [], worker: Command.product("fontd-worker"), share: self.home.root + "/share"),
            environment: self.home.environment)
        let isAlone = try await service.start()
        try #require(isAlone)
    }

    deinit {
        // The service and the connection retain each other.
        Task { [connection = service.connection] in await connection.close() }
    }

    /// Returns a connection that lives as long as the object.
    func connect() async throws -> BusConnection {
        let connection = try await BusConnection(.explicit(bus.address))
        kept.withLock { $0.append(connection) }
        return connection
    }

    /// Announces a provider on a separate connection.
    @discardableResult
    func announce(_ provider: some FontProvider, _ names: String..., as busName: String? = nil) async throws
        -> BusConnection
    {
        let connection = try await connect()
        try await provider.serve(announcing: names, as: busName, on: FontProviderConnection(connection))
        return connection
    }

    /// Writes a font and returns its URL.
    func font(_ family: String, salt: UInt32 = 0) throws -> URL {
        URL(filePath: try home.write(SyntheticFont(family: family, salt: salt)))
    }

    /// Returns the service's manager for a caller.
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

    /// Returns the service's signals about changes from now on.
    ///
    /// - Parameter includingOthers: Whether changes of the policy and of announcements are included.
    func changes(includingOthers: Bool = false) async throws -> AsyncStream<BusSignal> {
        let (signals, sink) = AsyncStream.makeStream(of: BusSignal.self)
        try await subscribe(
            to: "type='signal',interface='\(RegistryInterface.busName)',member='FontsChanged'",
            from: RegistryInterface.busName
        ) { if includingOthers || $0.isAboutFonts { sink.yield($0) } }
        _ = try await registry("Subscribe", [])
        return signals
    }
}

extension BusRecord {
    var status: String? { members["status"]?.string }
    var code: Int? { members["code"]?.integer.map(Int.init) }
    var postscriptName: String? { members["face"]?.dictionary?["postscriptName"]?.string }
}

/// A provider that records requests and answers as the test specifies.
final class Supplier: FontProvider {
    /// The names of the requests as they arrive.
    let arrivals: AsyncStream<String>
    private let sink: AsyncStream<String>.Continuation
    private let names = Mutex<[String]>([])
    private let answer: @Sendable (String) async -> [URL]

    init(_ answer: @escaping @Sendable (String) async -> [URL]) {
        (arrivals, sink) = AsyncStream.makeStream()
        self.answer = answer
    }

    convenience init(_ files: URL...) { self.init { _ in files } }

    /// The requested names, in order.
    var asked: [String] { names.withLock { $0 } }

    func fonts(for request: FontRequest) async -> [URL] {
        names.withLock { $0.append(request.name) }
        sink.yield(request.name)
        return await answer(request.name)
    }

    /// Waits for a request.
    func arrival() async -> String? { await arrivals.first { _ in true } }
}
