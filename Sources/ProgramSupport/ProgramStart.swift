import CLinux
import Glibc

/// The initialization that every program of fontd performs first.
package enum ProgramStart {
    /// The minimum number of open files (`ulimit -n`).
    private static let openFiles: rlim_t = 64

    /// Opens missing standard streams, ignores SIGPIPE, and ends the process with a message and `EX_UNAVAILABLE` if it
    /// has too few resources to start its threads and read a font; must be called before any thread is started.
    ///
    /// With less, Swift's runtime and libdispatch trap in the middle of an operation, or wait forever for the stack of a
    /// thread. The minimum of memory is required earlier, before the libraries are initialized (`CProgramStart`).
    ///
    /// - Parameter program: The program's name, which starts the message.
    package static func prepare(_ program: String) {
        // The number of a closed stream would be reused by the next file, such as libdispatch's epoll descriptor or the
        // database.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
        // When a reader closes its end, `write` must fail instead of ending a running operation.
        signal(SIGPIPE, SIG_IGN)
        guard let problem = problem() else { return }
        let text = Array("\(program): \(problem)\n".utf8)
        _ = write(STDERR_FILENO, text, text.count)
        exit(69)
    }

    private static func problem() -> String? {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        if getrlimit(resource, &limit) == 0, limit.rlim_cur < openFiles {
            // The soft limit is raised if the hard limit allows it.
            var raised = limit
            raised.rlim_cur = openFiles
            guard limit.rlim_max >= openFiles, setrlimit(resource, &raised) == 0 else {
                return
                    "This process may open only \(limit.rlim_cur) files, and needs \(openFiles). Raise the limit: `ulimit -n \(openFiles)`, or LimitNOFILE= of a systemd unit."
            }
        }
        // Only the kernel knows how many threads the user may start. Nothing waits for this one to end.
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { _ in nil }, nil)
        guard result == 0 else {
            return
                "This process cannot start a thread (\(String(cString: strerror(result)))): the user has reached the limit of processes and threads. End some processes, or raise the limit: `ulimit -u`, or LimitNPROC= and TasksMax= of a systemd unit."
        }
        pthread_detach(thread)
        return nil
    }
}
