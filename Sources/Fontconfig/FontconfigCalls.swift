import Synchronization

/// The calls of fontconfig that read files of the user, for a program that does not want to wait for them forever:
/// fontconfig opens whatever is there, and waits at a FIFO or in a file system that does not answer.
package final class FontconfigCalls: Sendable {
    private struct State {
        var starts: [Int: ContinuousClock.Instant] = [:]
        var count = 0
        var follower: (@Sendable () -> Void)?
    }

    /// Those of the process.
    package static let shared = FontconfigCalls()

    private let state = Mutex(State())

    /// Records the calls from now on, and calls a function whenever one begins while no other one runs.
    package func follow(_ follower: @escaping @Sendable () -> Void) {
        state.withLock { $0.follower = follower }
    }

    /// The start of the call that has run longest; nil if none runs.
    package var oldestStart: ContinuousClock.Instant? { state.withLock { $0.starts.values.min() } }

    /// Calls a function that waits for fontconfig.
    package func during<Value>(_ body: () -> Value) -> Value {
        let (number, follower) = state.withLock { state -> (Int?, (@Sendable () -> Void)?) in
            guard let follower = state.follower else { return (nil, nil) }
            state.count += 1
            state.starts[state.count] = .now
            return (state.count, state.starts.count == 1 ? follower : nil)
        }
        follower?()
        defer { if let number { state.withLock { $0.starts[number] = nil } } }
        return body()
    }
}
