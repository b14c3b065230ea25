import Foundation
import Glibc

/// Threads that run a program's tasks, in place of libdispatch's.
///
/// For a service that mostly waits: libdispatch checks every second on the threads that it gave to tasks, for as long as the
/// process lives. These sleep until there is a task to go on with. There are as many as cores, four at most, and like
/// Swift's own they must never be blocked for long. `Task.sleep` does not use them, but libdispatch.
package final class TaskThreads: TaskExecutor {
    /// - Invariant: Guarded by `arrival`.
    private nonisolated(unsafe) var jobs: [UnownedJob] = []
    /// The jobs before this index have been run.
    private nonisolated(unsafe) var first = 0
    private let arrival = NSCondition()

    /// Starts the threads, which live as long as the process.
    package init() {
        var started = 0
        for _ in 0..<min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 4) {
            var thread = pthread_t()
            let result = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<TaskThreads>.fromOpaque(argument).takeUnretainedValue().run()
                }, Unmanaged.passRetained(self).toOpaque())
            // With fewer threads than wanted, those that there are run all tasks.
            guard result == 0 else { break }
            pthread_detach(thread)
            started += 1
        }
        precondition(started > 0, "The system cannot create a thread for tasks.")
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        arrival.withLock { jobs.append(job) }
        arrival.signal()
    }

    private func run() -> Never {
        let executor = asUnownedTaskExecutor()
        while true { next().runSynchronously(on: executor) }
    }

    private func next() -> UnownedJob {
        arrival.lock()
        defer { arrival.unlock() }
        while first == jobs.count { arrival.wait() }
        let job = jobs[first]
        first += 1
        // Finished jobs are removed in pieces: under a lasting load the list never becomes empty.
        if first == jobs.count || first == 512 {
            jobs.removeFirst(first)
            first = 0
        }
        return job
    }
}
