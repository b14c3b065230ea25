import CSystemd
import Glibc

/// A call of ours that waits for its answer.
final class PendingReply {
    let id: UInt64
    let valueLimit: Int
    unowned let connection: BusConnection
    private let continuation: CheckedContinuation<Result<[BusValue], BusFailure>, Never>

    init(
        _ id: UInt64, _ connection: BusConnection, valueLimit: Int,
        _ continuation: CheckedContinuation<Result<[BusValue], BusFailure>, Never>
    ) {
        self.id = id
        self.valueLimit = valueLimit
        self.connection = connection
        self.continuation = continuation
    }

    func fail(_ failure: BusFailure) { continuation.resume(returning: .failure(failure)) }

    func succeed(_ values: [BusValue]) { continuation.resume(returning: .success(values)) }
}

extension BusConnection {
    /// Calls a method and waits for the answer.
    ///
    /// - Parameters:
    ///   - member: The method.
    ///   - address: Where it is.
    ///   - arguments: What it takes.
    ///   - timeout: After this the call fails with `org.freedesktop.DBus.Error.NoReply`.
    ///   - startsService: Whether the bus may start a service that does not run.
    ///   - valueLimit: How many values, nested ones counted, the answer may hold, where the other side is not trusted.
    /// - Throws: The error of the other side, or that nobody answered.
    public func call(
        _ member: String, of address: BusMethodAddress, _ arguments: [BusValue] = [], timeout: Duration = .seconds(25),
        startsService: Bool = true, valueLimit: Int = .max
    ) async throws(BusFailure) -> [BusValue] {
        let result: Result<[BusValue], BusFailure> = await withCheckedContinuation { continuation in
            do throws(BusFailure) {
                try send(
                    member, address, arguments, timeout, startsService, valueLimit, continuation)
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }

    private func send(
        _ member: String, _ address: BusMethodAddress, _ arguments: [BusValue], _ timeout: Duration,
        _ startsService: Bool, _ valueLimit: Int,
        _ continuation: CheckedContinuation<Result<[BusValue], BusFailure>, Never>
    ) throws(BusFailure) {
        let bus = try open()
        var made: OpaquePointer?
        try check(
            "make a call",
            sd_bus_message_new_method_call(
                bus, &made, address.destination, address.path, address.interface, member))
        guard let message = made else { return }
        defer { sd_bus_message_unref(message) }
        if !startsService { try check("make a call", sd_bus_message_set_auto_start(message, 0)) }
        try MessageWriter.append(arguments, to: message)
        nextReply += 1
        let reply = PendingReply(nextReply, self, valueLimit: valueLimit, continuation)
        let (seconds, attoseconds) = timeout.components
        let microseconds = UInt64(clamping: seconds) * 1_000_000 + UInt64(clamping: attoseconds / 1_000_000_000_000)
        try check(
            "send a call",
            sd_bus_call_async(
                bus, nil, message,
                { received, userdata, _ in
                    guard let received, let userdata else { return 0 }
                    // sd-bus calls back on the connection's thread only.
                    nonisolated(unsafe) let message = received
                    nonisolated(unsafe) let reply = Unmanaged<PendingReply>.fromOpaque(userdata).takeUnretainedValue()
                    reply.connection.assumeIsolated { $0.answered(reply, message) }
                    return 1
                }, Unmanaged.passUnretained(reply).toOpaque(), max(1, microseconds)))
        pending[reply.id] = reply
    }

    private func answered(_ reply: PendingReply, _ message: OpaquePointer) {
        guard pending.removeValue(forKey: reply.id) != nil else { return }
        if let error = sd_bus_message_get_error(message)?.pointee, let name = error.name {
            reply.fail(BusFailure(String(cString: name), error.message.map { String(cString: $0) } ?? ""))
            return
        }
        do throws(BusFailure) {
            reply.succeed(try MessageReader.arguments(of: message, limit: reply.valueLimit))
        } catch {
            reply.fail(error)
        }
    }

    /// Takes a well-known name.
    ///
    /// - Returns: False if somebody else has it and keeps it.
    public func requestName(_ name: String) throws(BusFailure) -> Bool {
        let bus = try open()
        let result = sd_bus_request_name(bus, name, 0)
        if result == -EEXIST || result == 0 { return false }
        try check("take the name \(name)", result)
        return true
    }

    /// Gives a well-known name up, so that the bus starts another service for calls that come now.
    public func releaseName(_ name: String) throws(BusFailure) {
        try check("give up the name \(name)", sd_bus_release_name(try open(), name))
    }
}
