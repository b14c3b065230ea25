import Glibc

/// What every program of ours does first.
package enum ProgramStart {
    /// Makes the process's streams safe to use; before the first thread there is.
    package static func prepareStreams() {
        // A closed one would give its number to the next file opened: the kernel's queue of events, or the database.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
        // A reader that leaves is an answer of `write`, not the end of an operation under way.
        signal(SIGPIPE, SIG_IGN)
    }
}
