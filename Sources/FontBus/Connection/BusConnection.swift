import CSystemd
import Glibc

/// A connection to a message bus, on a thread of its own.
///
/// Messages never leave that thread; values do. The connection ends with ``close()`` or when the bus goes; then every
/// call that waits fails with `org.freedesktop.DBus.Error.Disconnected`.
public actor BusConnection {
    nonisolated let thread: BusThread
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Which bus to connect to.
    public enum Address: Sendable, Hashable {
        /// `DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`.
        case session
        /// As in `DBUS_SESSION_BUS_ADDRESS`.
        case explicit(String)
    }

    private var handle: BusHandle?
    var bus: OpaquePointer? { handle?.raw }
    var exported: [ExportedObject] = []
    let queue = CallQueue()
    /// Calls that wait for our answer.
    var unanswered: [QueuedCall.ID: OpaquePointer] = [:]
    var nextCall: QueuedCall.ID = 0
    /// Calls that wait for another's answer.
    var pending: [UInt64: PendingReply] = [:]
    var nextReply: UInt64 = 0
    var subscriptions: [UInt64: Subscription] = [:]
    var nextSubscription: UInt64 = 0
    /// Well-known names whose owners are kept track of.
    var followed: Set<String> = []
    /// The unique name of who has such a name; "" while nobody has.
    var owners: [String: String] = [:]
    var departures: [String: Departure] = [:]
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    private var endWaiters: [CheckedContinuation<Void, Never>] = []
    var unsent = UnsentSignals()

    /// Connects.
    ///
    /// - Parameter limit: How long a bus may take to let us in.
    /// - Throws: `Disconnected` if there is no bus at the address.
    public init(_ address: Address = .session, limit: Duration = .seconds(10)) async throws(BusFailure) {
        thread = try BusThread()
        // All is initialised: from here on this runs on the connection's own thread.
        handle = try connect(address, limit)
        thread.serve { [weak self] in self?.assumeIsolated { $0.turn() } }
    }

    /// The first bus of those that the address names.
    private nonisolated func connect(_ address: Address, _ limit: Duration) throws(BusFailure) -> BusHandle? {
        var failures: [String] = []
        for place in try ServerAddress.list(address) {
            do throws(BusFailure) { return try connect(place, limit) } catch { failures.append(error.message) }
        }
        throw .disconnected(failures.joined(separator: " "))
    }

    private nonisolated func connect(_ place: ServerAddress, _ limit: Duration) throws(BusFailure) -> BusHandle? {
        var bus: OpaquePointer?
        do throws(BusFailure) {
            try check("make a connection", sd_bus_new(&bus))
            try check("make a connection", sd_bus_set_bus_client(bus, 1))
            try check("make a connection", sd_bus_negotiate_fds(bus, 1))
            // For its first call, which is hello.
            let microseconds = UInt64(max(1, (limit / .microseconds(1)).rounded()))
            try check("make a connection", sd_bus_set_method_call_timeout(bus, microseconds))
            if let bus, let name = place.socketName {
                try Handshake.start(bus, at: place, named: name, limit: limit)
            } else {
                try check("use the bus address \(place.text)", sd_bus_set_address(bus, place.text))
                try check("connect to the bus at \(place.text)", sd_bus_start(bus))
            }
            try check("make a connection", sd_bus_set_exit_on_disconnect(bus, 0))
            // Says hello, so that an absent bus is told now.
            var name: UnsafePointer<CChar>?
            try check("connect to the bus at \(place.text)", sd_bus_get_unique_name(bus, &name))
            try check("make a connection", sd_bus_set_method_call_timeout(bus, 0))
        } catch {
            if let bus { sd_bus_close_unref(bus) }
            throw error
        }
        return bus.map(BusHandle.init)
    }

    // Nothing waits any more, or whoever waits would hold the connection; what sd-bus holds goes with its owners.
    deinit { thread.end() }

    // MARK: Turns

    private static let messagesPerTurn = 32

    /// Works off what came in.
    private func turn() -> BusThread.Wait? {
        guard let bus else { return nil }
        // A bounded number at a time: answers must go out while a flood comes in.
        var isDone = false
        for _ in 0..<Self.messagesPerTurn where !isDone {
            let result = sd_bus_process(bus, nil)
            if result < 0 || sd_bus_is_open(bus) <= 0 {
                ended()
                return nil
            }
            isDone = result == 0
        }
        emitOverdue()
        var until: UInt64 = .max
        let events = sd_bus_get_events(bus)
        guard events >= 0, sd_bus_get_timeout(bus, &until) >= 0 else {
            ended()
            return nil
        }
        return BusThread.Wait(
            descriptor: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: events),
            timeout: isDone ? Self.milliseconds(until) : 0
        )
    }

    private static func milliseconds(_ until: UInt64) -> Int32 {
        guard until != .max else { return -1 }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let present = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
        return until <= present ? 0 : Int32(clamping: (until - present + 999) / 1_000)
    }

    /// The bus is gone, or we are.
    private func ended() {
        guard handle != nil else { return }
        thread.serve(nil)
        for message in unanswered.values { sd_bus_message_unref(message) }
        unanswered = [:]
        subscriptions = [:]
        departures = [:]
        exported = []
        unsent = UnsentSignals()
        handle = nil
        for waiting in pending.values { waiting.fail(.disconnected("The connection to the bus has ended.")) }
        pending = [:]
        for waiter in endWaiters + idleWaiters { waiter.resume() }
        (endWaiters, idleWaiters) = ([], [])
    }

    /// Sends what waits to be sent and ends the connection.
    public func close() {
        emitOverdue(isLast: true)
        ended()
    }

    /// Whether the connection has not ended.
    public var isOpen: Bool { bus != nil }

    /// Waits until the connection has ended, whoever ended it.
    public func end() async {
        guard bus != nil else { return }
        await withCheckedContinuation { endWaiters.append($0) }
    }

    /// The connection's own name on the bus.
    public func uniqueName() throws(BusFailure) -> String {
        let bus = try open()
        var name: UnsafePointer<CChar>?
        try check("ask for the unique name", sd_bus_get_unique_name(bus, &name))
        return name.map { String(cString: $0) } ?? ""
    }

    /// Whether no call of a peer is under way.
    public var isIdle: Bool { queue.isIdle }

    /// Waits until every call of a peer is answered.
    public func idle() async {
        guard bus != nil, !queue.isIdle else { return }
        await withCheckedContinuation { idleWaiters.append($0) }
    }

    func open() throws(BusFailure) -> OpaquePointer {
        guard let bus else { throw .disconnected("The connection to the bus has ended.") }
        return bus
    }

    @discardableResult
    nonisolated func check(_ action: String, _ result: Int32) throws(BusFailure) -> Int32 {
        guard result >= 0 else { throw BusFailure(action, result: result) }
        return result
    }

    // MARK: Sending

    /// Sends a signal; to everyone, or to one peer.
    public func emit(_ signal: BusSignal, to destination: String? = nil) throws(BusFailure) {
        let message = try write(signal)
        if let destination { try check("address a signal", sd_bus_message_set_destination(message.raw, destination)) }
        try send(message)
    }

    func write(_ signal: BusSignal) throws(BusFailure) -> WrittenSignal {
        var message: OpaquePointer?
        try check(
            "make a signal",
            sd_bus_message_new_signal(try open(), &message, signal.path, signal.interface, signal.member))
        guard let message else { throw BusFailure("make a signal", result: -ENOMEM) }
        let written = WrittenSignal(message)
        try MessageWriter.append(signal.arguments, to: message)
        return written
    }

    func send(_ signal: WrittenSignal) throws(BusFailure) {
        try check("send a signal", sd_bus_send(try open(), signal.raw, nil))
    }
}

/// sd-bus's own side of a connection: closed, after what waits was sent, when nobody holds it.
private final class BusHandle {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_flush_close_unref(raw) }
}
