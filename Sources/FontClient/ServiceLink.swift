import FontBus
import FontModel
import FontRegistry
import Synchronization

/// The service at the other end of one bus connection.
final class ServiceLink: Sendable {
    let connection: BusConnection
    private let known = Atomic<Int64>(0)

    /// Connects to a bus.
    ///
    /// - Throws: `registrationFailed` (301) if there is no bus.
    init(_ address: BusConnection.Address) async throws(FontError) {
        connection = try await onBus { () throws(BusFailure) in
            try await BusConnection(address, taskExecutor: TaskExecution.executor)
        }
    }

    deinit {
        Task(executorPreference: TaskExecution.executor) { [connection] in await connection.close() }
    }

    /// The highest generation that the service has reported.
    var knownGeneration: Int64 { known.load(ordering: .acquiring) }

    func hasReached(_ generation: Int64) { known.max(generation, ordering: .acquiringAndReleasing) }

    // MARK: Calls

    /// The timeout for work that reads or writes many fonts.
    static let longTime = Duration.seconds(3_600)

    /// Calls a method of the service.
    ///
    /// - Parameter owner: The unique name of the process to call; nil for the present service.
    /// - Throws: The error of the service, or `FontError` with code `registrationFailed` (301) if there is no service.
    func call(
        _ member: String, _ arguments: [BusValue] = [], timeout: Duration = .seconds(25), owner: String? = nil
    ) async throws(FontError) -> [BusValue] {
        try await onBus { () throws(BusFailure) in try await send(member, arguments, timeout, owner) }
    }

    /// Calls a method that changes nothing, and repeats the call once if the service ended meanwhile.
    func ask(
        _ member: String, _ arguments: [BusValue] = [], timeout: Duration = .seconds(25)
    ) async throws(FontError) -> [BusValue] {
        try await onBus { () throws(BusFailure) in try await question(member, arguments, timeout) }
    }

    /// Calls a method as ``ask(_:_:timeout:)`` does, but throws the bus's own errors.
    func question(
        _ member: String, _ arguments: [BusValue], _ timeout: Duration = .seconds(25)
    ) async throws(BusFailure) -> [BusValue] {
        do throws(BusFailure) {
            return try await send(member, arguments, timeout, nil)
        } catch {
            guard error.name == "org.freedesktop.DBus.Error.NoReply" else { throw error }
            return try await send(member, arguments, timeout, nil)
        }
    }

    private func send(
        _ member: String, _ arguments: [BusValue], _ timeout: Duration, _ owner: String?
    ) async throws(BusFailure) -> [BusValue] {
        var address = BusMethodAddress.fontRegistry
        address.destination = owner ?? address.destination
        return try await connection.call(member, of: address, arguments, timeout: timeout)
    }

    /// Returns the unique name of the service, which is started if it does not run.
    func owner() async throws(FontError) -> String {
        _ = try await identity()
        let answer = try await onBus { () throws(BusFailure) in
            try await connection.call(
                "GetNameOwner", of: .bus, [.string(BusMethodAddress.fontRegistry.destination)])
        }
        return try Self.reading { () throws(BusFailure) in
            guard let owner = answer.first?.string else { throw .invalidArguments("The bus reports no owner.") }
            return owner
        }
    }

    // MARK: What needs no more than a call

    /// Returns the identity of this process and, if the process may know it, the store of the service.
    func identity(
        within limit: Duration = .seconds(25)
    ) async throws(FontError) -> (provider: String, isUser: Bool, store: String?) {
        let answer = try await ask("Identity", timeout: limit)
        return try Self.reading { () throws(BusFailure) in
            let record = try BusRecord(answer.first)
            return (
                try record.required("provider", \.string), try record.required("user", \.boolean),
                try record.optional("store", \.string)
            )
        }
    }

    /// Returns the present generation of the store.
    func presentGeneration() async throws(FontError) -> Int64 {
        try received(present: try await ask("ChangesSince", [.uint64(.max)]))
    }

    /// Returns the present generation for a caller that may register but not look up fonts, from a page of its own
    /// registrations.
    func registeredGeneration() async throws(FontError) -> Int64 {
        try received(present: try await ask("List", [.dictionary(["limit": .int64(1)])]))
    }

    /// Returns the present generation of the store, and blocks the calling thread until the answer arrives.
    func awaitGeneration() throws(FontError) -> Int64 {
        let answer: [BusValue]
        do throws(BusFailure) {
            answer = try connection.callAndWait("ChangesSince", of: .fontRegistry, [.uint64(.max)])
        } catch {
            throw FontError(error)
        }
        return try received(present: answer)
    }

    /// Reads the present generation from an answer, which contains no changes.
    private func received(present answer: [BusValue]) throws(FontError) -> Int64 {
        let generation = try Self.reading { () throws(BusFailure) in try Self.generation(answer) }
        hasReached(generation)
        return generation
    }

    static func generation(_ answer: [BusValue]) throws(BusFailure) -> Int64 {
        guard let generation = answer.first?.integer else { throw .invalidArguments("A generation is missing.") }
        return generation
    }

    /// Reads an answer.
    ///
    /// - Throws: `registrationFailed` (301) if the answer does not match the interface.
    static func reading<Value>(_ body: () throws(BusFailure) -> Value) throws(FontError) -> Value {
        do throws(BusFailure) {
            return try body()
        } catch {
            throw FontError(
                .registrationFailed,
                "The reply of the font service does not conform to its interface: \(error.message) Use one release of fontd for both.",
                cause: .service(.incompatible, detail: error.description))
        }
    }
}
