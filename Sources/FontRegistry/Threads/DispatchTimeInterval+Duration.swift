package import Dispatch

extension DispatchTimeInterval {
    /// A duration as libdispatch takes it; none below zero, and at most some thirty years.
    package init(_ duration: Duration) {
        self = .nanoseconds(Int(min(max(0, duration / .nanoseconds(1)), 1e18)))
    }
}
