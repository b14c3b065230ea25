import Synchronization

/// A counter that callbacks increment.
public final class Counter: Sendable {
    private let count = Atomic(0)

    public init() {}

    public var value: Int { count.load(ordering: .acquiring) }

    public func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}
