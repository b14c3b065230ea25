import CSystemd
import Synchronization

/// A signal that is written already and waits, on its connection's thread, to be posted.
///
/// One that nobody posts is forgotten with the last reference to it.
public final class PreparedSignal: Sendable {
    fileprivate let connection: BusConnection
    /// What is sent in its place where there is no room for it.
    fileprivate let shorter: BusSignal
    fileprivate let isPosted = Atomic(false)

    fileprivate init(_ connection: BusConnection, shorter: BusSignal) {
        self.connection = connection
        self.shorter = shorter
    }

    deinit {
        guard !isPosted.load(ordering: .acquiring) else { return }
        let id = ObjectIdentifier(self)
        connection.onThread { $0.posted.prepared[id] = nil }
    }
}

/// A message of sd-bus's; on its connection's thread only.
final class WrittenSignal {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_message_unref(raw) }
}

/// What a connection keeps of signals that are posted.
struct PostedSignals {
    /// Those that still wait for it.
    var prepared: [ObjectIdentifier: WrittenSignal] = [:]
    /// What is to be sent in place of those for which there was no room.
    var overdue: BusSignal?
}

extension BusConnection {
    /// Writes a signal to everyone, to be posted later; does not wait for that.
    ///
    /// - Parameter shorter: What is sent instead if the signal does not fit into a message; and if the bus takes our
    ///   messages slower than we make them, in place of all signals that there is no room for, once there is.
    public nonisolated func prepare(_ signal: BusSignal, orElse shorter: BusSignal) -> PreparedSignal {
        let prepared = PreparedSignal(self, shorter: shorter)
        let id = ObjectIdentifier(prepared)
        onThread { $0.posted.prepared[id] = try? $0.write(signal) }
        return prepared
    }

    /// Sends a signal to everyone, after those posted before; does not wait for that.
    public nonisolated func post(_ signal: PreparedSignal) {
        signal.isPosted.store(true, ordering: .releasing)
        onThread { $0.send(signal) }
    }

    private func send(_ signal: PreparedSignal) {
        let written = posted.prepared.removeValue(forKey: ObjectIdentifier(signal))
        guard posted.overdue == nil, writeQueueLength < Self.fullQueue else {
            posted.overdue = signal.shorter
            return
        }
        if let written, (try? send(written)) != nil { return }
        try? emit(signal.shorter)
    }

    /// Sends what is overdue if there is room by now, or there will be none.
    func emitOverdue(isLast: Bool = false) {
        guard let signal = posted.overdue, isLast || writeQueueLength < Self.fullQueue / 2 else { return }
        posted.overdue = nil
        try? emit(signal)
    }

    /// Messages that wait to be sent beyond which whoever sends more had better wait.
    private static let fullQueue: UInt64 = 256

    private var writeQueueLength: UInt64 {
        var count: UInt64 = 0
        guard let bus, sd_bus_get_n_queued_write(bus, &count) >= 0 else { return 0 }
        return count
    }

    /// Runs work on the connection's thread, for callers that cannot wait as tasks do.
    fileprivate nonisolated func onThread(_ work: @escaping @Sendable (isolated BusConnection) -> Void) {
        thread.perform { [weak self] in self?.assumeIsolated(work) }
    }
}
