import CSystemd
import Synchronization

/// A signal that is serialized and waits on its connection's thread to be posted.
///
/// A signal that is never posted is discarded with the last reference to it.
public final class PreparedSignal: Sendable {
    fileprivate let connection: BusConnection
    /// The signal that is sent instead if there is no room for this one.
    fileprivate let shorter: BusSignal
    fileprivate let isPosted = Atomic(false)

    fileprivate init(_ connection: BusConnection, shorter: BusSignal) {
        self.connection = connection
        self.shorter = shorter
    }

    /// Broadcasts the signal after those that were posted before; does not wait for that.
    public func post() {
        isPosted.store(true, ordering: .releasing)
        connection.onThread { $0.send(self) }
    }

    deinit {
        guard !isPosted.load(ordering: .acquiring) else { return }
        let id = ObjectIdentifier(self)
        connection.onThread { $0.prepared[id] = nil }
    }
}

/// A message of sd-bus, which may only be used on its connection's thread.
final class WrittenSignal {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_message_unref(raw) }
}

extension BusConnection {
    /// Serializes a broadcast signal that is posted later; does not wait for that.
    ///
    /// - Parameter shorter: The signal that is sent instead if this one does not fit into a message. If the bus reads
    ///   more slowly than this connection sends, it also replaces all signals for which there is no room, once there is
    ///   room.
    public nonisolated func prepare(_ signal: BusSignal, orElse shorter: BusSignal) -> PreparedSignal {
        let prepared = PreparedSignal(self, shorter: shorter)
        let id = ObjectIdentifier(prepared)
        onThread { $0.prepared[id] = try? $0.write(signal) }
        return prepared
    }

    fileprivate func send(_ signal: PreparedSignal) {
        let written = prepared.removeValue(forKey: ObjectIdentifier(signal))
        guard overdue.isEmpty, writeQueueLength < Self.fullQueue else {
            if let place = overdue.firstIndex(where: { $0.member == signal.shorter.member }) {
                overdue[place] = signal.shorter
            } else {
                overdue.append(signal.shorter)
            }
            return
        }
        if let written, (try? send(written)) != nil { return }
        try? emit(signal.shorter)
    }

    /// Sends the overdue signals if there is room by now, or if the connection closes.
    func emitOverdue(isLast: Bool = false) {
        guard !overdue.isEmpty, isLast || writeQueueLength < Self.fullQueue / 2 else { return }
        for signal in overdue { try? emit(signal) }
        overdue = []
    }

    /// The length of the send queue from which signals are delayed.
    private static let fullQueue: UInt64 = 256

    private var writeQueueLength: UInt64 {
        var count: UInt64 = 0
        guard let bus, sd_bus_get_n_queued_write(bus, &count) >= 0 else { return 0 }
        return count
    }

    /// Runs a closure on the connection's thread, for callers that are not async.
    fileprivate nonisolated func onThread(_ work: @escaping @Sendable (isolated BusConnection) -> Void) {
        thread.perform { [weak self] in self?.assumeIsolated(work) }
    }
}
