import CSystemd
import Dispatch
import Glibc
import Synchronization

/// An outgoing call that waits for its reply.
final class PendingReply {
    let valueLimit: Int
    unowned let connection: BusConnection
    let complete: @Sendable (Result<[BusValue], BusFailure>) -> Void

    /// - Parameter complete: Called once.
    init(
        _ connection: BusConnection, valueLimit: Int,
        _ complete: @escaping @Sendable (Result<[BusValue], BusFailure>) -> Void
    ) {
        self.valueLimit = valueLimit
        self.connection = connection
        self.complete = complete
    }
}

extension BusConnection {
    /// Calls a method and waits for the reply.
    ///
    /// - Parameters:
    ///   - member: The method's name.
    ///   - address: The destination, object and interface of the method.
    ///   - arguments: The method's arguments.
    ///   - timeout: The time after which the call fails with `org.freedesktop.DBus.Error.NoReply`.
    ///   - startsService: Whether the bus may activate a service that does not run.
    ///   - valueLimit: The maximum number of values in the reply, including nested ones, for an untrusted service.
    /// - Throws: The service's error, or an error of the bus or the connection.
    public func call(
        _ member: String, of address: BusMethodAddress, _ arguments: [BusValue] = [], timeout: Duration = .seconds(25),
        startsService: Bool = true, valueLimit: Int = .max
    ) async throws(BusFailure) -> [BusValue] {
        let result: Result<[BusValue], BusFailure> = await withCheckedContinuation { continuation in
            do throws(BusFailure) {
                try send(member, address, arguments, timeout, startsService, valueLimit) {
                    continuation.resume(returning: $0)
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }

    /// Calls a method and blocks the current thread until the reply arrives; not to be called on the connection's
    /// thread.
    public nonisolated func callAndWait(
        _ member: String, of address: BusMethodAddress, _ arguments: [BusValue] = [], timeout: Duration = .seconds(25)
    ) throws(BusFailure) -> [BusValue] {
        let answer = Answer()
        thread.perform {
            self.assumeIsolated { connection in
                do throws(BusFailure) {
                    try connection.send(member, address, arguments, timeout, true, .max) { answer.give($0) }
                } catch {
                    answer.give(.failure(error))
                }
            }
        }
        return try answer.wait().get()
    }

    /// A reply that a blocked thread waits for.
    private final class Answer: Sendable {
        private let result = Mutex<Result<[BusValue], BusFailure>?>(nil)
        private let arrived = DispatchSemaphore(value: 0)

        func give(_ result: Result<[BusValue], BusFailure>) {
            self.result.withLock { $0 = result }
            arrived.signal()
        }

        func wait() -> Result<[BusValue], BusFailure> {
            arrived.wait()
            return result.withLock { $0 } ?? .failure(.disconnected("The connection to the bus has ended."))
        }
    }

    private func send(
        _ member: String, _ address: BusMethodAddress, _ arguments: [BusValue], _ timeout: Duration,
        _ startsService: Bool, _ valueLimit: Int,
        _ complete: @escaping @Sendable (Result<[BusValue], BusFailure>) -> Void
    ) throws(BusFailure) {
        let bus = try open()
        var made: OpaquePointer?
        try check(
            "create a call",
            sd_bus_message_new_method_call(
                bus, &made, address.destination, address.path, address.interface, member))
        guard let message = made else { return }
        defer { sd_bus_message_unref(message) }
        if !startsService { try check("create a call", sd_bus_message_set_auto_start(message, 0)) }
        try MessageWriter.append(arguments, to: message)
        let reply = PendingReply(self, valueLimit: valueLimit, complete)
        let (seconds, attoseconds) = timeout.components
        let microseconds = UInt64(clamping: seconds) * 1_000_000 + UInt64(clamping: attoseconds / 1_000_000_000_000)
        try check(
            "send a call",
            sd_bus_call_async(
                bus, nil, message,
                { received, userdata, _ in
                    guard let received, let userdata else { return 0 }
                    // sd-bus invokes callbacks on the connection's thread only.
                    nonisolated(unsafe) let message = received
                    nonisolated(unsafe) let reply = Unmanaged<PendingReply>.fromOpaque(userdata).takeUnretainedValue()
                    reply.connection.assumeIsolated { $0.answered(reply, message) }
                    return 1
                }, Unmanaged.passUnretained(reply).toOpaque(), max(1, microseconds)))
        pending[ObjectIdentifier(reply)] = reply
    }

    private func answered(_ reply: PendingReply, _ message: OpaquePointer) {
        guard pending.removeValue(forKey: ObjectIdentifier(reply)) != nil else { return }
        reply.complete(
            Result { () throws(BusFailure) in
                if let error = sd_bus_message_get_error(message)?.pointee, let name = error.name {
                    throw BusFailure(String(cString: name), error.message.map { String(cString: $0) } ?? "")
                }
                return try MessageReader.arguments(of: message, limit: reply.valueLimit)
            })
    }

    /// Requests a well-known name.
    ///
    /// - Returns: False if another connection owns the name and keeps it.
    public func requestName(_ name: String) throws(BusFailure) -> Bool {
        let bus = try open()
        let result = sd_bus_request_name(bus, name, 0)
        if result == -EEXIST || result == 0 { return false }
        try check("acquire the name \(name)", result)
        return true
    }

    /// Releases a well-known name, so that the bus activates another service for later calls.
    public func releaseName(_ name: String) throws(BusFailure) {
        try check("release the name \(name)", sd_bus_release_name(try open(), name))
    }
}
