import Synchronization

/// Queues of asynchronous work, one for each key, that limit how much of it runs at the same time.
///
/// Work waits for earlier work of the same key only.
package final class KeyedQueue<Key: Hashable & Sendable>: Sendable {
    private struct Line {
        /// The sum of the weights of the running work.
        var running = 0
        /// The waiting work, in the order of the calls.
        var waiting: [(weight: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let capacity: Int
    private let lines = Mutex<[Key: Line]>([:])

    /// Creates queues without work.
    ///
    /// - Parameter capacity: The maximum sum of the weights of one key's running work.
    package init(capacity: Int) { self.capacity = capacity }

    /// The number of keys with running work.
    var keys: Int { lines.withLock { $0.count } }

    /// Returns the number of a key's pieces of work that wait.
    func waiting(_ key: Key) -> Int { lines.withLock { $0[key]?.waiting.count ?? 0 } }

    /// Runs a body once there is room for it.
    ///
    /// - Parameter weight: The part of the capacity that it takes; heavier work than the capacity runs alone.
    package func with<Value, Failure: Error>(
        _ key: Key, weight: Int = 1, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let weight = min(weight, capacity)
        await withCheckedContinuation { continuation in
            let starts = lines.withLock { lines in
                var line = lines[key] ?? Line()
                // Lighter work does not overtake heavier work, which would never start.
                let starts = line.waiting.isEmpty && line.running + weight <= capacity
                if starts { line.running += weight } else { line.waiting.append((weight, continuation)) }
                lines[key] = line
                return starts
            }
            if starts { continuation.resume() }
        }
        defer { end(key, weight) }
        return try await body()
    }

    private func end(_ key: Key, _ weight: Int) {
        let next = lines.withLock { lines -> [CheckedContinuation<Void, Never>] in
            guard var line = lines[key] else { return [] }
            line.running -= weight
            var next: [CheckedContinuation<Void, Never>] = []
            while let first = line.waiting.first, line.running + first.weight <= capacity {
                line.running += first.weight
                next.append(line.waiting.removeFirst().continuation)
            }
            lines[key] = line.running == 0 ? nil : line
            return next
        }
        for continuation in next { continuation.resume() }
    }
}
