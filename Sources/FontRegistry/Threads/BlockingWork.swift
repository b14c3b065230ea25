import Dispatch
import FontModel
import Glibc
import Synchronization

/// Work that may block, on a lock or on a disk: not for Swift's cooperative threads, nor for libdispatch's shared queues.
///
/// Each piece has a queue of its own, which gets a thread even if as many others as there are cores are stuck; at some 200
/// that ends, so whoever begins such work for others bounds it. A shared queue has few threads; and once one has been used,
/// libdispatch looks every second how they do, for as long as the process lives.
package enum BlockingWork {
    /// Begins work that nobody waits for.
    static func start(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "fontd work").async(execute: body)
    }

    /// Runs work while the task waits.
    package static func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        try await WorkQueue(label: "fontd work").perform(body)
    }

    /// Runs numbered pieces of work on as many threads as there are cores, this one among them, until all are done.
    static func onAllCores(_ count: Int, _ body: @Sendable (Int) -> Void) {
        let others = min(cores, count) - 1
        guard others > 0 else { return (0..<count).forEach(body) }
        let counter = Counter()
        withoutActuallyEscaping(body) { body in
            @Sendable func work() {
                while let place = counter.next(below: count) { body(place) }
            }
            let group = DispatchGroup()
            for _ in 0..<others { DispatchQueue(label: "fontd core").async(group: group) { work() } }
            work()
            group.wait()
        }
    }

    /// Disks do not serve more at once, and a service may have only so many threads.
    private static let cores = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)

    private final class Counter: Sendable {
        private let value = Atomic(0)

        func next(below end: Int) -> Int? {
            let place = value.add(1, ordering: .relaxed).oldValue
            return place < end ? place : nil
        }
    }
}
