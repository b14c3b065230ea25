import Glibc

/// The ends of worker processes that their file causes.
enum WorkerFailure {
    /// Returns the reason why a process ended, in one word, or nil if the file is not the cause.
    ///
    /// - Parameters:
    ///   - status: The status, as returned by `waitpid`.
    ///   - isFileIntact: Whether the file still has its bytes: a read error of the disk also ends a process.
    static func reason(_ status: Int32, isFileIntact: () -> Bool) -> String? {
        let signal = status & 0x7F
        guard signal != 0 else { return "exit-\((status >> 8) & 0xFF)" }
        guard let name = signals[signal] else { return nil }
        if signal == SIGBUS, !isFileIntact() { return nil }
        return name
    }

    /// The signals that a process causes itself.
    private static let signals: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGABRT: "SIGABRT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGFPE: "SIGFPE", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
}
