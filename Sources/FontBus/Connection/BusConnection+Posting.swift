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

    /// Sends it to everyone, after those posted before; does not wait for that.
    public func post() {
        isPosted.store(true, ordering: .releasing)
        connection.onThread { $0.send(self) }
    }

    deinit {
        guard !isPosted.load(ordering: .acquiring) else { return }
        let id = ObjectIdentifier(self)
        connection.onThread { $0.unsent.prepared[id] = nil }
    }
}

/// A message of sd-bus's; on its connection's thread only.
final class WrittenSignal {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_message_unref(raw) }
}

/// Signals that a connection has not sent yet.
struct UnsentSignals {
    /// Those that wait to be posted.
    var prepared: [ObjectIdentifier: WrittenSignal] = [:]
    /// The signals to send in place of posted ones for which there was no room: the latest of each member, oldest first.
    private(set) var overdue: [BusSignal] = []

    mutating func delay(_ signal: BusSignal) {
        if let place = overdue.firstIndex(where: { $0.member == signal.member }) {
            overdue[place] = signal
        } else {
            overdue.append(signal)
        }
    }

    mutating func takeOverdue() -> [BusSignal] {
        defer { overdue = [] }
        return overdue
    }
}

extension BusConnection {
    /// Writes a signal to everyone, to be posted later; does not wait for that.
    ///
    /// - Parameter shorter: What is sent instead if the signal does not fit into a message; and if the bus takes our
    ///   messages slower than we make them, in place of all signals that there is no room for, once there is.
    public nonisolated func prepare(_ signal: BusSignal, orElse shorter: BusSignal) -> PreparedSignal {
        let prepared = PreparedSignal(self, shorter: shorter)
        let id = ObjectIdentifier(prepared)
        onThread { $0.unsent.prepared[id] = try? $0.write(signal) }
        return prepared
    }

    fileprivate func send(_ signal: PreparedSignal) {
        let written = unsent.prepared.removeValue(forKey: ObjectIdentifier(signal))
        guard unsent.overdue.isEmpty, writeQueueLength < Self.fullQueue else {
            unsent.delay(signal.shorter)
            return
        }
        if let written, (try? send(written)) != nil { return }
        try? emit(signal.shorter)
    }

    /// Sends what is overdue if there is room by now, or there will be none.
    func emitOverdue(isLast: Bool = false) {
        guard !unsent.overdue.isEmpty, isLast || writeQueueLength < Self.fullQueue / 2 else { return }
        for signal in unsent.takeOverdue() { try? emit(signal) }
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
