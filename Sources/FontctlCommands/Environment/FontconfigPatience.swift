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
    /// Whoever looks may have to wait for fontconfig, too, which must not delay the end by a signal.
    private static let queue = DispatchQueue(label: "fontctl patience", attributes: .concurrent)
    /// Whether the process belongs to the command, which may end it.
    private static let hasBegun = Atomic(false)

    /// Ends the program with an error if a call of fontconfig lasts and a path is found at which it waits.
    ///
    /// - Parameters:
    ///   - look: Looks for such a path, while a call lasts.
    ///   - fail: Prints the error and returns the exit status.
    static func begin(
        looking look: @escaping @Sendable () -> FontError?, fail: @escaping @Sendable (FontError) -> Int32
    ) {
        hasBegun.store(true, ordering: .relaxed)
        Timer { if let error = look() { _exit(fail(error)) } }.follow()
    }

    /// Ends the program, which a signal asked to end, if a call of fontconfig lasts.
    static func end(by signal: Int32) {
        guard hasBegun.load(ordering: .relaxed) else { return }
        let timer = Timer { _exit(ExitStatus.ended(by: signal)) }
        timer.follow()
        if FontconfigCalls.shared.oldestStart != nil { timer.start() }
    }

    /// A timer that runs while fontconfig is called, and so does not wake an idle program.
    private final class Timer: Sendable {
        private let isRunning = Atomic(false)
        private let whenOverdue: @Sendable () -> Void

        init(_ whenOverdue: @escaping @Sendable () -> Void) { self.whenOverdue = whenOverdue }

        /// Starts the timer whenever a call begins, in place of an earlier timer.
        func follow() { FontconfigCalls.shared.follow { self.start() } }

        func start() {
            guard !isRunning.exchange(true, ordering: .relaxed) else { return }
            wait(limit)
        }

        private func wait(_ time: Duration) {
            queue.asyncAfter(deadline: .now() + .milliseconds(Int(time / .milliseconds(1)) + 1)) { [self] in
                let age = FontconfigCalls.shared.oldestStart?.duration(to: .now) ?? .zero
                if age > .zero, age < limit { return wait(limit - age) }
                isRunning.store(false, ordering: .relaxed)
                if age >= limit { whenOverdue() }
            }
        }
    }
}
