import FontModel
import Synchronization

/// The progress of one family, which never falls.
final class DownloadMeter: Sendable {
    private struct State {
        var sizes: [String: Int64] = [:]
        var reported: Int64 = -1
    }

    private let family: String
    private let total: Int64
    private let report: @Sendable (DownloadEvent) -> Void
    private let state = Mutex(State())

    init(_ plan: DownloadPlan, _ report: @escaping @Sendable (DownloadEvent) -> Void) {
        family = plan.family.id
        total = plan.downloadSize
        self.report = report
    }

    /// Notes the bytes that are there of a file or text.
    ///
    /// - Parameter limit: The bytes that the plan counts for it; another form of a file may have more.
    func note(_ size: Int64, of sha256: String, limit: Int64) {
        let received: Int64? = state.withLock { state in
            state.sizes[sha256] = max(state.sizes[sha256] ?? 0, min(size, limit))
            let received = state.sizes.values.reduce(0, +)
            let isDue = received == total || received - state.reported >= max(1, total / 100)
            guard received > state.reported, isDue else { return nil }
            state.reported = received
            return received
        }
        guard let received else { return }
        report(.progress(family: family, DownloadProgress(received: received, total: total)))
    }

    func noteWaiting() { report(.waiting(family: family)) }

    func noteRetry(_ pause: Duration, _ error: FontError) { report(.retrying(family: family, after: pause, error)) }
}
