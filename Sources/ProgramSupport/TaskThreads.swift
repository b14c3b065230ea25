import CLinux
import Glibc

/// Threads that run a program's tasks, in place of libdispatch's.
///
/// For a service that mostly waits: libdispatch looks every second how the threads do that it gave to tasks, for as long as
/// the process lives. These sleep until there is a task to go on with. There are as many as cores, four at most, and like
/// Swift's own they must never be blocked for long. `Task.sleep` goes past them, to libdispatch.
package enum TaskThreads {
    /// Takes over all tasks that are bound to no executor; before the first task there is.
    package static func install() {
        typealias Enqueue = @convention(thin) (UnownedJob, UnsafeRawPointer) -> Void
        let enqueue: Enqueue = { job, _ in TaskThreads.pool.add(job) }
        clx_run_tasks_with(unsafeBitCast(enqueue, to: UnsafeMutableRawPointer.self))
    }

    private static let pool = Pool(threads: min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 4))

    /// Jobs in the order they came, and the threads that run them.
    private final class Pool: Sendable {
        /// - Invariant: Guarded by `mutex`.
        private nonisolated(unsafe) var jobs: [UnownedJob] = []
        /// Of the jobs, those before this place are gone.
        private nonisolated(unsafe) var first = 0
        private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private nonisolated(unsafe) let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

        init(threads: Int) {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(arrival, nil)
            var started = 0
            for _ in 0..<threads {
                var thread = pthread_t()
                let result = pthread_create(
                    &thread, nil,
                    { argument in
                        guard let argument else { return nil }
                        Unmanaged<Pool>.fromOpaque(argument).takeUnretainedValue().run()
                    }, Unmanaged.passRetained(self).toOpaque())
                // Where there may be no more, those that there are do.
                guard result == 0 else { break }
                pthread_detach(thread)
                started += 1
            }
            precondition(started > 0, "The system gives no thread for tasks.")
        }

        func add(_ job: UnownedJob) {
            pthread_mutex_lock(mutex)
            jobs.append(job)
            pthread_mutex_unlock(mutex)
            pthread_cond_signal(arrival)
        }

        private func run() -> Never {
            // Of a task that is bound to no executor: the runtime's `SerialExecutorRef::generic()`, which has no name.
            let nobody = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
            while true { next().runSynchronously(on: nobody) }
        }

        private func next() -> UnownedJob {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while first == jobs.count { pthread_cond_wait(arrival, mutex) }
            let job = jobs[first]
            first += 1
            // What is done goes in pieces: under a lasting flood there is always more to do.
            if first == jobs.count || first == 512 {
                jobs.removeFirst(first)
                first = 0
            }
            return job
        }
    }
}
