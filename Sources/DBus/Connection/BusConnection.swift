import CLinux
import CSystemd
import Glibc

/// A connection to a message bus, on a thread of its own.
///
/// Messages never leave that thread; values do. The connection ends with ``close()`` or when the bus disconnects. Then
/// all pending calls fail with `org.freedesktop.DBus.Error.Disconnected`.
public actor BusConnection {
    nonisolated let thread: BusThread
    /// The executor of the tasks that process incoming calls; nil for Swift's global one.
    nonisolated let taskExecutor: (any TaskExecutor)?
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// The address of a bus.
    public enum Address: Sendable, Hashable {
        /// `DBUS_SESSION_BUS_ADDRESS`, or else `$XDG_RUNTIME_DIR/bus`.
        case session
        /// An address in the format of `DBUS_SESSION_BUS_ADDRESS`.
        case explicit(String)
    }

    private var handle: BusHandle?
    var bus: OpaquePointer? { handle?.raw }
    var exported: [ExportedObject] = []
    let queue = CallQueue()
    /// The incoming calls that have not been answered.
    var unanswered: [UInt64: OpaquePointer] = [:]
    var nextCall: UInt64 = 0
    /// The outgoing calls that wait for a reply.
    var pending: [ObjectIdentifier: PendingReply] = [:]
    var subscriptions: [UInt64: Subscription] = [:]
    var nextSubscription: UInt64 = 0
    /// The well-known names whose owners are tracked.
    var followed: Set<String> = []
    /// The unique names of the owners of these names; "" for a name without an owner.
    var owners: [String: String] = [:]
    /// The handlers to call when peers leave the bus.
    var departures: [String: (subscription: UInt64, body: @Sendable () -> Void)] = [:]
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    /// The tasks that wait for the answers to incoming calls.
    var replyWaiters: [UInt64: [CheckedContinuation<Void, Never>]] = [:]
    private var endWaiters: [CheckedContinuation<Void, Never>] = []
    /// The signals that wait to be posted.
    var prepared: [ObjectIdentifier: WrittenSignal] = [:]
    /// The signals to send in place of posted ones for which there was no room.
    ///
    /// There is at most one for each member, the latest; the oldest comes first.
    var overdue: [BusSignal] = []

    /// Connects to a bus, at the first address that has one.
    ///
    /// - Parameters:
    ///   - limit: The timeout of the connection and authentication.
    ///   - taskExecutor: The executor of the tasks that process incoming calls; nil for Swift's global one.
    /// - Throws: `Disconnected` if there is no bus at the address.
    public init(
        _ address: Address = .session, limit: Duration = .seconds(10), taskExecutor: (any TaskExecutor)? = nil
    ) async throws(BusFailure) {
        thread = try BusThread()
        self.taskExecutor = taskExecutor
        // All properties are initialized; from here on, this runs on the connection's own thread.
        var failures: [String] = []
        for place in try ServerAddress.list(address) where handle == nil {
            do throws(BusFailure) { handle = try connect(place, limit) } catch { failures.append(error.message) }
        }
        guard handle != nil else { throw .disconnected(failures.joined(separator: " ")) }
        thread.serve { [weak self] in self?.assumeIsolated { $0.turn() } }
    }

    private nonisolated func connect(_ place: ServerAddress, _ limit: Duration) throws(BusFailure) -> BusHandle? {
        var bus: OpaquePointer?
        do throws(BusFailure) {
            try check("create a connection", sd_bus_new(&bus))
            try check("create a connection", sd_bus_set_bus_client(bus, 1))
            try check("create a connection", sd_bus_negotiate_fds(bus, 1))
            // The timeout of the connection's first call, which is Hello.
            let microseconds = UInt64(max(1, (limit / .microseconds(1)).rounded()))
            try check("create a connection", sd_bus_set_method_call_timeout(bus, microseconds))
            if let bus, let name = place.socketName {
                try Handshake.start(bus, at: place, named: name, limit: limit)
            } else {
                try check("use the bus address \(place.text)", sd_bus_set_address(bus, place.text))
                try check("connect to the bus at \(place.text)", sd_bus_start(bus))
            }
            try check("create a connection", sd_bus_set_exit_on_disconnect(bus, 0))
            // Waits for the reply to Hello, so that an unavailable bus is detected now.
            var name: UnsafePointer<CChar>?
            try check("connect to the bus at \(place.text)", sd_bus_get_unique_name(bus, &name))
            try check("create a connection", sd_bus_set_method_call_timeout(bus, 0))
        } catch {
            if let bus { sd_bus_close_unref(bus) }
            throw error
        }
        return bus.map(BusHandle.init)
    }

    // Nothing waits any more, since a waiting task would retain the connection. The slots are released with their
    // owners.
    deinit { thread.end() }

    // MARK: Turns

    private static let messagesPerTurn = 32

    /// Processes incoming messages.
    private func turn() -> BusThread.Wait? {
        guard let bus else { return nil }
        // The number is bounded, so that replies are sent during a flood of calls.
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

    /// Ends the connection, after either side has closed it.
    private func ended() {
        guard handle != nil else { return }
        thread.serve(nil)
        for message in unanswered.values { sd_bus_message_unref(message) }
        unanswered = [:]
        subscriptions = [:]
        departures = [:]
        exported = []
        (prepared, overdue) = ([:], [])
        handle = nil
        let failure = BusFailure.disconnected("The connection to the bus has ended.")
        for waiting in pending.values { waiting.complete(.failure(failure)) }
        pending = [:]
        for waiter in endWaiters + idleWaiters + replyWaiters.values.flatMap(\.self) { waiter.resume() }
        (endWaiters, idleWaiters, replyWaiters) = ([], [], [:])
    }

    /// Sends the queued messages and closes the connection.
    public func close() {
        emitOverdue(isLast: true)
        ended()
    }

    /// Whether the connection is open.
    public var isOpen: Bool { bus != nil }

    /// Waits until either side has closed the connection.
    public func end() async {
        await wait(while: { bus != nil }, { endWaiters.append($0) })
    }

    /// Returns the connection's unique name.
    public func uniqueName() throws(BusFailure) -> String {
        let bus = try open()
        var name: UnsafePointer<CChar>?
        try check("read the unique name", sd_bus_get_unique_name(bus, &name))
        return name.map { String(cString: $0) } ?? ""
    }

    /// Whether no incoming call is running or waiting.
    public var isIdle: Bool { queue.isIdle }

    /// Waits until all incoming calls are answered.
    public func idle() async {
        await wait(while: { bus != nil && !queue.isIdle }, { idleWaiters.append($0) })
    }

    /// Suspends the task until its continuation is resumed; returns at once if a condition does not hold.
    ///
    /// The condition is checked where the continuation is kept: a task with a preferred executor leaves this actor before
    /// the closure of a continuation and comes back for it, and what it waits for may happen in between (Swift 6.3, for
    /// actors with executors of their own).
    /// - Parameter keep: Keeps the continuation.
    func wait(while holds: () -> Bool, _ keep: (CheckedContinuation<Void, Never>) -> Void) async {
        guard holds() else { return }
        await withCheckedContinuation { continuation in
            if holds() { keep(continuation) } else { continuation.resume() }
        }
    }

    func open() throws(BusFailure) -> OpaquePointer {
        guard let bus else { throw .disconnected("The connection to the bus has ended.") }
        return bus
    }

    nonisolated func check(_ action: String, _ result: Int32) throws(BusFailure) {
        guard result >= 0 else { throw BusFailure(action, result: result) }
    }

    // MARK: Sending

    /// Broadcasts a signal, or sends it to one peer.
    public func emit(_ signal: BusSignal, to destination: String? = nil) throws(BusFailure) {
        let message = try write(signal)
        if let destination { try check("address a signal", sd_bus_message_set_destination(message.raw, destination)) }
        try send(message)
    }

    func write(_ signal: BusSignal) throws(BusFailure) -> WrittenSignal {
        var message: OpaquePointer?
        try check(
            "create a signal",
            sd_bus_message_new_signal(try open(), &message, signal.path, signal.interface, signal.member))
        guard let message else { throw BusFailure("create a signal", result: -ENOMEM) }
        let written = WrittenSignal(message)
        try MessageWriter.append(signal.arguments, to: message)
        return written
    }

    func send(_ signal: WrittenSignal) throws(BusFailure) {
        try check("send a signal", sd_bus_send(try open(), signal.raw, nil))
    }
}

/// The owner of an sd-bus connection, which flushes and closes it when released.
private final class BusHandle {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_flush_close_unref(raw) }
}
