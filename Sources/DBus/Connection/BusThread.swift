import CLinux
import Glibc
import Synchronization

/// The thread of a connection, which runs the connection's jobs and sleeps in `poll` between them.
///
/// sd-bus is not thread-safe. As the actor's executor, this thread is the only one that uses it.
final class BusThread: SerialExecutor {
    /// The events to wait for before the next turn.
    struct Wait {
        var descriptor: Int32
        var events: Int16
        /// The timeout in milliseconds; -1 for none.
        var timeout: Int32
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var blocks: [@Sendable () -> Void] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let wakeEnd: Int32
    private let sleepEnd: Int32
    private let identity = Atomic<UInt>(0)

    /// - Throws: An error if the process can open no more descriptors or start no more threads.
    init() throws(BusFailure) {
        var ends: [Int32] = [-1, -1]
        guard clx_pipe(&ends) == 0 else { throw BusFailure("create a pipe", result: -errno) }
        (sleepEnd, wakeEnd) = (ends[0], ends[1])
        // A wake-up must never block the thread that sends it.
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<BusThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw BusFailure("start a thread", result: -result)
        }
        pthread_detach(thread)
    }

    deinit {
        close(wakeEnd)
        close(sleepEnd)
    }

    /// Performs a turn and returns the events to wait for next, or nil if there is no connection to serve.
    ///
    /// It is used on this thread only.
    private nonisolated(unsafe) var turn: (() -> Wait?)?

    /// Sets the closure that performs each turn.
    ///
    /// This must be called from a job of this executor.
    func serve(_ turn: (() -> Wait?)?) {
        checkIsolated()
        self.turn = turn
    }

    /// Ends the thread after the waiting jobs.
    func end() {
        state.withLock { $0.hasEnded = true }
        wake()
    }

    private func run() {
        identity.store(Self.current, ordering: .releasing)
        while true {
            let (jobs, blocks, hasEnded) = state.withLock { state in
                defer { (state.jobs, state.blocks) = ([], []) }
                return (state.jobs, state.blocks, state.hasEnded)
            }
            for block in blocks { block() }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            let wait = turn?()
            if !state.withLock({ $0.jobs.isEmpty && $0.blocks.isEmpty }) { continue }
            if hasEnded { return }
            sleep(wait)
        }
    }

    private func sleep(_ wait: Wait?) {
        var waiting = [pollfd(fd: sleepEnd, events: Int16(POLLIN), revents: 0)]
        if let wait { waiting.append(pollfd(fd: wait.descriptor, events: wait.events, revents: 0)) }
        guard poll(&waiting, nfds_t(waiting.count), wait?.timeout ?? -1) > 0 else { return }
        guard waiting[0].revents != 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(sleepEnd, &bytes, bytes.count) > 0 {}
    }

    /// Runs a closure on the thread, for callers that are not async.
    func perform(_ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.blocks.append(block) }
        wake()
    }

    private func wake() {
        var byte: UInt8 = 1
        _ = write(wakeEnd, &byte, 1)
    }

    // MARK: Executor

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        if isFirst, Self.current != identity.load(ordering: .acquiring) { wake() }
    }

    func checkIsolated() {
        precondition(Self.current == identity.load(ordering: .acquiring), "not on the connection's thread")
    }

    private static var current: UInt { UInt(pthread_self()) }
}
