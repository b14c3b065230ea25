public import FontBus
import FontRegistry
public import Foundation
import Glibc

/// A real fontd on a real bus, in a home of the test; the bus starts it on the first call.
public final class PrivateService: Sendable {
    public let home: PrivateHome
    public let bus: PrivateBus

    /// Creates the bus, on which the installed fontd can be activated, without starting fontd.
    ///
    /// - Parameter idleTimeout: The time without work after which fontd exits, in seconds; 0 for never.
    public init(_ kind: PrivateBus.Kind = .daemon, in home: PrivateHome? = nil, idleTimeout: Int = 0) throws {
        self.home = try home ?? PrivateHome()
        bus = try PrivateBus(kind, in: self.home, environment: ["FONTD_IDLE_TIMEOUT": "\(idleTimeout)"])
        try bus.addInstalledService()
    }

    public static let name = "org.fontd.FontRegistry1"
    public static let address = BusMethodAddress(
        destination: name, path: "/org/fontd/FontRegistry1", interface: name)

    /// Opens a client connection of this process.
    public func connect() async throws -> BusConnection { try await BusConnection(.explicit(bus.address)) }

    /// Returns the process id of the service, which is started if necessary.
    public func process(_ client: BusConnection) async throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(300)
        // A killed service may still be exiting, or a new one may be about to start, when the bus is asked to start it.
        while true {
            do throws(BusFailure) {
                _ = try await client.call("StartServiceByName", of: .bus, [.string(Self.name), .uint32(0)])
                return try await client.process(of: Self.name).pid
            } catch {
                guard ContinuousClock.now < deadline else { throw error }
            }
        }
    }

    /// Kills the service's process, and waits until the bus has noticed.
    public func kill(_ client: BusConnection) async throws {
        let process = try await process(client)
        let owner = try await client.call("GetNameOwner", of: .bus, [.string(Self.name)]).first?.string ?? ""
        let (gone, sink) = AsyncStream.makeStream(of: Void.self)
        try await client.whenGone(owner) { sink.yield() }
        Glibc.kill(process, SIGKILL)
        for await _ in gone { break }
    }

    /// Runs fontctl in the home, without the bus.
    @discardableResult
    public func fontctl(_ arguments: String...) throws -> Command.Result {
        try Command.run(Command.product("fontctl"), arguments, environment: home.environment)
    }
}

extension PrivateBus {
    /// Starts a program that serves as fontd, without activation, and waits until it owns the name.
    ///
    /// - Returns: The process, which the caller must terminate.
    public func serve(_ program: String, _ arguments: [String] = []) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        try process.run()
        let hasName = try eventually {
            try call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s",
                PrivateService.name
            ).output == "b true\n"
        }
        guard hasName else { throw LeashedProgram.Failure(program: program, says: "It does not take its name.") }
        return process
    }
}

extension BusConnection {
    /// Calls a method of fontd.
    public func fontd(
        _ member: String, _ arguments: BusValue..., timeout: Duration = .seconds(60)
    ) async throws(BusFailure) -> [BusValue] {
        try await call(member, of: PrivateService.address, arguments, timeout: timeout)
    }

    /// Unregisters, enables or disables fonts with `Change`.
    public func change(
        _ change: String, _ targets: [String], _ options: [String: BusValue] = [:]
    ) async throws(BusFailure) -> [BusValue] {
        try await fontd("Change", .string(change), .strings(targets), .dictionary(options))
    }

    /// Registers one file with `Register`, and throws the error if the file is refused.
    public func registerFont(
        _ path: String, scope: String = "persistent", _ options: [String: BusValue] = [:]
    ) async throws -> [String: BusValue] {
        let answer = try await fontd(
            "Register", .files([(path, try .opening(path))]), .string(scope), .dictionary(options))
        return try answer.acceptedOutcomes().first ?? [:]
    }

    /// Returns the `FontsChanged` signals from now on.
    ///
    /// - Parameter includingOthers: Whether changes of the policy and of announcements are included.
    public func fontsChanged(includingOthers: Bool = false) async throws -> AsyncStream<BusSignal> {
        let (stream, sink) = AsyncStream.makeStream(of: BusSignal.self)
        try await subscribe(
            to: "type='signal',interface='org.fontd.FontRegistry1',member='FontsChanged'", from: PrivateService.name
        ) { if includingOthers || $0.isAboutFonts { sink.yield($0) } }
        return stream
    }
}

extension BusSignal {
    /// Whether a signal FontsChanged is about fonts, and not about the policy or announcements.
    public var isAboutFonts: Bool {
        let kinds = (arguments.last?.dictionaries ?? []).map { $0["kind"]?.string }
        return !kinds.contains("policy") && !kinds.contains("announcements")
    }
}

extension [BusValue] {
    /// Returns the outcomes in the reply of a method, and throws the error of the first failed one.
    public func acceptedOutcomes() throws(BusFailure) -> [[String: BusValue]] {
        let outcomes = last?.dictionaries ?? []
        for members in outcomes {
            let outcome = try FontOutcome(BusRecord(members))
            if outcome.status == .failed, let error = outcome.error { throw error.busFailure }
        }
        return outcomes
    }
}

extension BusValue {
    /// Returns a value of type `a(sh)`.
    public static func files(_ files: [(name: String, file: BusDescriptor)]) -> BusValue {
        .array(files.map { .structure([.string($0.name), .descriptor($0.file)]) }, of: "(sh)")
    }
}

extension BusDescriptor {
    /// Opens a file.
    public static func opening(_ path: String, _ flags: Int32 = O_RDONLY) throws -> BusDescriptor {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        return BusDescriptor(owning: descriptor)
    }
}
