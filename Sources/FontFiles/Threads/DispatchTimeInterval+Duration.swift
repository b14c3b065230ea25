package import Dispatch

extension DispatchTimeInterval {
    /// Creates an interval from a duration, clamped to 0 at least and about 30 years at most.
    package init(_ duration: Duration) {
        self = .nanoseconds(Int(min(max(0, duration / .nanoseconds(1)), 1e18)))
    }
}
