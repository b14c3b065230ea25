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

/// The minimum resources that a program needs to start its threads and read a font, checked at the start.
///
/// With less, Swift's runtime and libdispatch trap in the middle of an operation, or wait forever for the stack of a
/// thread. The minimum of memory is required earlier, before the libraries are initialized (`CProgramStart`).
package enum ResourceMinimum {
    /// The number of open files (`ulimit -n`).
    package static let openFiles = 64

    /// Ends the process with a message and `EX_UNAVAILABLE` if its limits are below the minimum.
    ///
    /// A soft limit on open files that is too low is raised first, if the hard limit allows it.
    ///
    /// - Parameter program: The program's name, which starts the message.
    package static func require(for program: String) {
        guard let problem = problem() else { return }
        let text = Array("\(program): \(problem)\n".utf8)
        _ = write(STDERR_FILENO, text, text.count)
        exit(69)
    }

    private static func problem() -> String? {
        if let limit = limit(RLIMIT_NOFILE, below: openFiles), !raiseOpenFiles() {
            return
                "This process may open only \(limit) files, and needs \(openFiles). Raise the limit: `ulimit -n \(openFiles)`, or LimitNOFILE= of a systemd unit."
        }
        return threadProblem()
    }

    /// Starts a thread and waits for its end, since only the kernel knows how many threads the user may start.
    private static func threadProblem() -> String? {
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { _ in nil }, nil)
        guard result == 0 else {
            return
                "This process cannot start a thread (\(String(cString: strerror(result)))): the user has reached the limit of processes and threads. End some processes, or raise the limit: `ulimit -u`, or LimitNPROC= and TasksMax= of a systemd unit."
        }
        pthread_join(thread, nil)
        return nil
    }

    /// Returns the current soft limit of a resource if it is below a minimum.
    private static func limit(_ resource: __rlimit_resource, below minimum: Int) -> UInt64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur < minimum else {
            return nil
        }
        return UInt64(limit.rlim_cur)
    }

    private static func raiseOpenFiles() -> Bool {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_max >= openFiles else { return false }
        limit.rlim_cur = rlim_t(openFiles)
        return setrlimit(resource, &limit) == 0
    }
}
