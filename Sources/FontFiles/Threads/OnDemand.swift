import FontModel

/// A value that is made when it is first used.
package final class OnDemand<Value: Sendable>: Sendable {
    private let known = SleepingLock<Value?>(nil)
    private let make: @Sendable () -> Value

    package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value, which other threads wait for while it is made.
    package var value: Value {
        known.withLock { known in
            let value = known ?? make()
            known = value
            return value
        }
    }
}
