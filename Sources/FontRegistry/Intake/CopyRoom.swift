import Synchronization

/// A memory limit for copies of files that are inspected at the same time; further inspections wait.
final class CopyRoom: Sendable {
    /// The minimum for a file, in MiB: the inspection needs more memory than the copy.
    private static let least = 32

    private struct State {
        var free: Int
        var waiting: [(megabytes: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    /// Creates a limit.
    ///
    /// - Parameter megabytes: The limit in MiB, at least enough for the largest file.
    init(megabytes: Int) { state = Mutex(State(free: megabytes)) }

    /// Runs a body when there is memory for a copy, in the order of the calls.
    func with<Value, Failure: Error>(
        _ bytes: Int, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let megabytes = max(Self.least, (bytes + 0xF_FFFF) >> 20)
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.waiting.isEmpty, state.free >= megabytes else {
                    state.waiting.append((megabytes, continuation))
                    return false
                }
                state.free -= megabytes
                return true
            }
            if isFree { continuation.resume() }
        }
        defer { leave(megabytes) }
        return try await body()
    }

    private func leave(_ megabytes: Int) {
        let next = state.withLock { state in
            state.free += megabytes
            var next: [CheckedContinuation<Void, Never>] = []
            while let first = state.waiting.first, first.megabytes <= state.free {
                state.free -= first.megabytes
                next.append(state.waiting.removeFirst().continuation)
            }
            return next
        }
        for continuation in next { continuation.resume() }
    }
}
