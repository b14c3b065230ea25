import FontBus
import FontModel
import FontRegistry
import Synchronization

/// Reports the progress of a job of the service, and cancels the job when the batch is stopped.
final class JobProgress: Sendable {
    private struct State {
        var refused: FontOutcome?
        var reported = 0
        /// Whether the service has started the job; it cannot be cancelled before.
        var hasBegun = false
        var isCancelled = false
        var subscription: UInt64?
    }

    /// The last job number, which is unique in the process and thus on each of its connections.
    private static let lastJob = Atomic(0)

    let job = "batch-\(JobProgress.lastJob.add(1, ordering: .relaxed).newValue)"
    private let service: ServiceLink
    private let watcher: BatchWatcher
    private let state = Mutex(State())

    /// Subscribes to the signals of a new job.
    ///
    /// - Parameter owner: The process whose signals count; nil for any process that is the service.
    init(_ service: ServiceLink, owner: String?, _ watcher: BatchWatcher) async throws(FontError) {
        self.service = service
        self.watcher = watcher
        let address = BusMethodAddress.fontRegistry
        let id = try await onBus { () throws(BusFailure) in
            try await service.connection.subscribe(
                to: "type='signal',path='\(address.path)',interface='\(address.interface)',arg0='\(job)'",
                from: owner ?? address.destination
            ) { [weak self] signal in self?.received(signal) }
        }
        state.withLock { $0.subscription = id }
        watcher.whenStopped { [weak self] in self?.cancel() }
    }

    func unsubscribe() async {
        guard let id = state.withLock({ $0.subscription }) else { return }
        await service.connection.unsubscribe(id)
    }

    private func received(_ signal: BusSignal) {
        guard signal.arguments.count > 1 else { return }
        if signal.member == "Refused" {
            let outcome = try? FontOutcome(BusRecord(signal.arguments[1]))
            state.withLock { $0.refused = outcome }
        } else if signal.member == "Progress", signal.arguments.count == 4, let file = signal.arguments[3].string {
            let refused = state.withLock { state in
                state.hasBegun = true
                state.reported += 1
                defer { state.refused = nil }
                return state.refused
            }
            watcher.didPrepare(file, refused)
            if watcher.shouldStop() { cancel() }
        }
    }

    private func cancel() {
        let isDue = state.withLock { state in
            guard state.hasBegun, !state.isCancelled else { return false }
            state.isCancelled = true
            return true
        }
        guard isDue else { return }
        Task(executorPreference: TaskExecution.executor) { [service, job] in
            _ = try? await service.call("Cancel", [.string(job)])
        }
    }

    /// Reports the outcomes of a finished batch for which no signal arrived.
    func end(_ outcomes: [FontOutcome]) {
        let reported = state.withLock { $0.reported }
        watcher.report(outcomes.filter { $0.status != .skipped }.dropFirst(reported))
    }
}

extension BatchWatcher {
    /// Reports items that were not reported before.
    func report(_ outcomes: some Sequence<FontOutcome>) {
        for outcome in outcomes where outcome.status != .skipped {
            didPrepare(outcome.item, outcome.status == .failed ? outcome : nil)
        }
    }
}
