import Glibc

/// The initialization that every program of fontd performs first.
package enum ProgramStart {
    /// Opens missing standard streams and ignores SIGPIPE; must be called before any thread is started.
    package static func prepareStreams() {
        // The number of a closed stream would be reused by the next file, such as libdispatch's epoll descriptor or the
        // database.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
        // When a reader closes its end, `write` must fail instead of ending a running operation.
        signal(SIGPIPE, SIG_IGN)
    }
}
