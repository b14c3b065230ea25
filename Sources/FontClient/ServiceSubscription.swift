import FontBus
import FontModel
import Synchronization

/// Hears of changes from the service, and from the next one when it ends.
///
/// What it hears is a hint that there is something to ask for: whoever asks from where they left off misses nothing,
/// whatever happened to a signal or to the service.
final class ServiceSubscription: Sendable {
    private struct State {
        var listeners: [@Sendable () -> Void] = []
        var isStarted = false
        /// When the present service came, and how often in a row one went soon after.
        var arrival = ContinuousClock.now
        var failures = 0
    }

    private let service: ServiceLink
    private let state = Mutex(State())

    init(_ service: ServiceLink) { self.service = service }

    /// Whether changes are heard of.
    var isStarted: Bool { state.withLock { $0.isStarted } }

    /// Begins to call back whenever there may be something new.
    ///
    /// - Throws: 301 if there is no service.
    func add(_ listener: @escaping @Sendable () -> Void) async throws(FontError) {
        let isFirst = state.withLock { state in
            state.listeners.append(listener)
            return state.listeners.count == 1
        }
        guard isFirst || !isStarted else { return }
        do throws(BusFailure) {
            try await start()
        } catch {
            throw FontError(error)
        }
    }

    private func start() async throws(BusFailure) {
        let address = BusMethodAddress.fontRegistry
        try await service.connection.subscribe(
            to: "type='signal',path='\(address.path)',interface='\(address.interface)',member='FontsChanged'",
            from: address.destination
        ) { [weak self] signal in
            if let generation = signal.arguments.first?.integer { self?.service.hasReached(generation) }
            self?.tell()
        }
        try await service.connection.subscribe(
            to: """
                type='signal',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',\
                member='NameOwnerChanged',arg0='\(address.destination)'
                """, from: BusMethodAddress.bus.destination
        ) { [weak self] signal in
            guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
            self?.ownerChanged(isThere: !owner.isEmpty)
        }
        _ = try await service.question("Subscribe", [])
        state.withLock { $0.isStarted = true }
        // Whoever waits learns that the bus has gone by asking.
        Task(executorPreference: TaskExecution.executor) { [weak self, connection = service.connection] in
            await connection.end()
            self?.tell()
        }
    }

    private func tell() { for listener in state.withLock({ $0.listeners }) { listener() } }

    // MARK: A service that goes and comes

    private func ownerChanged(isThere: Bool) {
        let delay = state.withLock { state in
            let now = ContinuousClock.now
            guard !isThere else {
                state.arrival = now
                return Duration.zero
            }
            // One that ends as soon as it is there is not started all the time.
            state.failures = now - state.arrival < .seconds(10) ? min(state.failures + 1, 5) : 0
            return state.failures == 0 ? .zero : .milliseconds(50 << state.failures)
        }
        Task(executorPreference: TaskExecution.executor) { [weak self] in
            if delay > .zero { try? await Task.sleep(for: delay) }
            await self?.resubscribe()
        }
    }

    /// Where nothing starts the service, the next one is heard of when it comes.
    private func resubscribe() async {
        guard (try? await service.call("Subscribe")) != nil else { return }
        tell()
    }
}
