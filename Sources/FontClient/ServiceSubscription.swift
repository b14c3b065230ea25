import FontBus
import FontModel
import Synchronization

/// Receives change signals of the service, and of its successor if the service ends.
///
/// A signal names the generation, and its brief faces are not read: callers request the changes since their last
/// generation, once for each signal, and miss none, even if the service ends. The changes of a signal whose generation is
/// known are read, since they are not in the log.
final class ServiceSubscription: Sendable {
    private struct State {
        var listeners: [@Sendable () -> Void] = []
        var isStarted = false
        /// Numbers that rise with each change of the policy and of announcements.
        var unlogged = UnloggedState()
        /// Whether they may have changed while there was no service.
        var isStale = false
        /// The generation that the present service has announced last; nil if it has announced none, so that changes may
        /// have been missed.
        var latest: Int64?
        /// The time at which the present service appeared, and the number of consecutive services that ended soon
        /// afterwards.
        var arrival = ContinuousClock.now
        var failures = 0
    }

    private let service: ServiceLink
    private let state = Mutex(State())

    init(_ service: ServiceLink) { self.service = service }

    /// Whether the signals are received.
    var isStarted: Bool { state.withLock { $0.isStarted } }

    /// Whether there are no changes after a generation: the service announces each, in order.
    func isLatest(_ generation: Int64) -> Bool { state.withLock { $0.latest == generation } }

    /// The state of the policy and of announcements, by the signals about them.
    var unlogged: UnloggedState { state.withLock { $0.unlogged } }

    /// Starts to call back on possible changes.
    ///
    /// - Throws: `registrationFailed` (301) if there is no service.
    func add(_ listener: @escaping @Sendable () -> Void) async throws(FontError) {
        let isFirst = state.withLock { state in
            state.listeners.append(listener)
            return state.listeners.count == 1
        }
        guard isFirst || !isStarted else { return }
        try await onBus { () throws(BusFailure) in try await start() }
    }

    private func start() async throws(BusFailure) {
        let address = BusMethodAddress.fontRegistry
        try await service.connection.subscribe(
            to: "type='signal',path='\(address.path)',interface='\(address.interface)',member='FontsChanged'",
            from: address.destination, arguments: 1,
            orAllIf: { [weak self] first in first.first?.integer.map { self?.isKnown($0) ?? false } ?? false }
        ) { [weak self] signal in
            if let generation = signal.arguments.first?.integer {
                self?.heard(of: generation)
                self?.note(signal.arguments.dropFirst().first?.dictionaries ?? [], generation)
            }
            self?.notifyListeners()
        }
        try await service.connection.subscribe(toOwnerOf: address.destination) { [weak self] owner in
            self?.ownerChanged(isThere: !owner.isEmpty)
        }
        _ = try await service.question("Subscribe", [])
        state.withLock { $0.isStarted = true }
        // A waiting caller learns that the bus ended when it requests the changes.
        Task(executorPreference: TaskExecution.executor) { [weak self, connection = service.connection] in
            await connection.end()
            self?.state.withLock { $0.latest = nil }
            self?.notifyListeners()
        }
    }

    private func heard(of generation: Int64) {
        service.hasReached(generation)
        // A lower generation is that of another store, or of a change of system fonts at the same time.
        state.withLock { $0.latest = generation < $0.latest ?? 0 ? nil : generation }
    }

    /// Whether the changes of a generation may have been announced before, so that a signal reports others.
    private func isKnown(_ generation: Int64) -> Bool { state.withLock { generation <= $0.latest ?? generation } }

    private func note(_ changes: [[String: BusValue]], _ generation: Int64) {
        for change in changes {
            switch FontChangeEvent(unlogged: change, generation: generation) {
            case .policy: state.withLock { $0.unlogged.policy += 1 }
            case .announcements(_, let provider):
                state.withLock { $0.unlogged.announcements[provider, default: 0] += 1 }
            case .change, .snapshot, .system, nil: break
            }
        }
    }

    private func notifyListeners() { for listener in state.withLock({ $0.listeners }) { listener() } }

    // MARK: A service that goes and comes

    private func ownerChanged(isThere: Bool) {
        let delay = state.withLock { state in
            let now = ContinuousClock.now
            state.latest = nil
            if !isThere { state.isStale = true }
            guard !isThere else {
                state.arrival = now
                return Duration.zero
            }
            // A service that always ends at once is restarted with increasing delays.
            state.failures = now - state.arrival < .seconds(10) ? min(state.failures + 1, 5) : 0
            return state.failures == 0 ? .zero : .milliseconds(50 << state.failures)
        }
        Task(executorPreference: TaskExecution.executor) { [weak self] in
            if delay > .zero { try? await Task.sleep(for: delay) }
            await self?.resubscribe()
        }
    }

    /// Subscribes again; if the bus cannot start the service, the subscription follows when it appears.
    private func resubscribe() async {
        guard (try? await service.call("Subscribe")) != nil else { return }
        state.withLock { state in
            guard state.isStale else { return }
            state.isStale = false
            state.unlogged.policy += 1
            state.unlogged.announcements = state.unlogged.announcements.mapValues { $0 + 1 }
        }
        notifyListeners()
    }
}
