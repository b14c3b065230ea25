internal import CAdwaita
internal import CGio
internal import Foundation
internal import Synchronization

/// Runs the jobs of `UI` by a source of GLib's default loop.
final class LoopExecutor: SerialExecutor {
    static let shared = LoopExecutor()

    /// As urgent as GTK's drawing: neither chains of jobs nor animations keep the other from running.
    static let priority: Int32 = 120

    private struct State: ~Copyable {
        var jobs: [UnownedJob] = []
        /// The position in `jobs` of the next one.
        var next = 0
        var source: UnsafeMutablePointer<GSource>?
        var loop: OpaquePointer?
    }
    private let state = Mutex(State())
    /// The interface's thread; 0 before it is known.
    private let thread = Atomic<pthread_t>(0)

    /// The loop of `UI.run()`.
    var mainLoop: OpaquePointer {
        // A pointer is no value that a mutex lets out, its address is.
        let address = state.withLock { state in
            let loop = state.loop ?? g_main_loop_new(nil, 0)
            state.loop = loop
            return UInt(bitPattern: loop)
        }
        guard let loop = OpaquePointer(bitPattern: address) else { fatalError("GLib made no loop") }
        return loop
    }

    /// Attaches the source, and makes the calling thread that of the interface.
    func begin() {
        state.withLock { state in
            guard state.source == nil else {
                precondition(
                    thread.load(ordering: .relaxed) == pthread_self(), "the interface has another thread already")
                return
            }
            // The source refers to its functions as long as the program runs.
            let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
            functions.initialize(to: GSourceFuncs())
            functions.pointee.dispatch = { _, _, _ in
                LoopExecutor.shared.runJobs()
                return 1
            }
            guard let source = g_source_new(functions, UInt32(MemoryLayout<GSource>.size)) else {
                fatalError("GLib made no source")
            }
            g_source_set_static_name(source, "fontd UI")
            g_source_set_priority(source, Self.priority)
            // Jobs may change the interface by a loop inside of the loop: dialogs of print systems do that.
            g_source_set_can_recurse(source, 1)
            g_source_set_ready_time(source, state.jobs.isEmpty ? -1 : 0)
            g_source_attach(source, nil)
            state.source = source
            thread.store(pthread_self(), ordering: .relaxed)
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            state.jobs.append(job)
            // Wakes the loop from any thread.
            if let source = state.source { g_source_set_ready_time(source, 0) }
        }
    }

    /// Runs the jobs that are there now; those that they add come in the next turn, after drawing and events.
    ///
    /// Each is taken when its turn comes, because a job may run the loop, which runs the others.
    private func runJobs() {
        var left = state.withLock { $0.jobs.count - $0.next }
        while left > 0, let job = takeJob() {
            job.runSynchronously(on: asUnownedSerialExecutor())
            left -= 1
        }
    }

    private func takeJob() -> UnownedJob? {
        state.withLock { state in
            guard state.next < state.jobs.count else { return nil }
            let job = state.jobs[state.next]
            state.next += 1
            if state.next == state.jobs.count {
                state.jobs.removeAll(keepingCapacity: true)
                state.next = 0
                if let source = state.source { g_source_set_ready_time(source, -1) }
            }
            return job
        }
    }

    func checkIsolated() { precondition(isIsolatingCurrentContext() == true, "not in the interface's thread") }

    func isIsolatingCurrentContext() -> Bool? { thread.load(ordering: .relaxed) == pthread_self() }
}
