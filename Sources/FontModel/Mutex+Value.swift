public import Synchronization

extension Mutex {
    /// Returns the value, which the first call makes.
    @inlinable package borrowing func value<Made: Sendable>(_ make: () -> Made) -> Made where Value == Made? {
        withLock { known in
            if let known { return known }
            let made = make()
            known = made
            return made
        }
    }
}
