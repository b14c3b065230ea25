import Dispatch
import FontModel
import Fontconfig
import Glibc
import Synchronization

/// Ends the program if fontconfig does not return, since it waits at a FIFO or in a file system that does not answer.
///
/// The store may be in the middle of an operation then, which the next command finishes, as after any death of a process.
enum FontconfigPatience {
    /// The time after which a call is looked at; a scan of thousands of fonts is shorter.
    private static let limit = Duration.seconds(3)
    /// The time after which a signal ends a call at which nothing is found; a first scan on a slow disk may take longer.
    private static let longLimit = Duration.seconds(30)
    /// Looks for a path at which a call waits; nil in a program that goes on, as tests do.
    private static let look = Mutex<(@Sendable () -> FontError?)?>(nil)
    /// The search may wait for fontconfig, too, which must not delay the end by a signal.
    private static let queue = DispatchQueue(label: "fontctl patience", attributes: .concurrent)

    /// Ends the program with an error if a call of fontconfig lasts and a path is found at which it waits.
    ///
    /// - Parameters:
    ///   - look: Looks for such a path, while a call lasts.
    ///   - fail: Prints the error and returns the exit status.
    static func begin(
        looking look: @escaping @Sendable () -> FontError?, fail: @escaping @Sendable (FontError) -> Int32
    ) {
        self.look.withLock { $0 = look }
        Timer(limit) { if let error = look() { _exit(fail(error)) } }.follow()
    }

    /// Ends the program, which a signal asked to end, if a call of fontconfig lasts.
    static func end(by signal: Int32) {
        guard let look = look.withLock({ $0 }) else { return }
        let last = Timer(longLimit) { _exit(ExitStatus.ended(by: signal)) }
        let blocked = Timer(limit) { if look() != nil { _exit(ExitStatus.ended(by: signal)) } }
        let start = { @Sendable in
            last.start()
            blocked.start()
        }
        FontconfigCalls.shared.follow(start)
        if FontconfigCalls.shared.oldestStart != nil { start() }
    }

    /// A timer that runs while fontconfig is called, and so does not wake an idle program.
    private final class Timer: Sendable {
        private let isRunning = Atomic(false)
        private let limit: Duration
        private let whenOverdue: @Sendable () -> Void

        init(_ limit: Duration, _ whenOverdue: @escaping @Sendable () -> Void) {
            (self.limit, self.whenOverdue) = (limit, whenOverdue)
        }

        /// Starts the timer whenever a call begins, in place of an earlier timer.
        func follow() { FontconfigCalls.shared.follow { self.start() } }

        func start() {
            guard !isRunning.exchange(true, ordering: .sequentiallyConsistent) else { return }
            wait(limit)
        }

        private func wait(_ time: Duration) {
            queue.asyncAfter(deadline: .now() + .milliseconds(Int(time / .milliseconds(1)) + 1)) { [self] in
                // A call that begins after this starts the timer itself.
                isRunning.store(false, ordering: .sequentiallyConsistent)
                guard let age = FontconfigCalls.shared.oldestStart?.duration(to: .now) else { return }
                if age >= limit { return whenOverdue() }
                if !isRunning.exchange(true, ordering: .sequentiallyConsistent) { wait(limit - age) }
            }
        }
    }
}
