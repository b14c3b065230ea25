import Glibc

/// The resources without which a program of ours cannot start its threads or read a font, checked before its first work.
///
/// Where less than this is allowed, Swift's runtime and libdispatch end the process by a trap in the middle of its work,
/// or wait without end for the stack of a thread.
package enum ResourceMinimum {
    /// Open files (`ulimit -n`).
    package static let openFiles = 64
    /// Bytes of address space (`ulimit -v`).
    package static let addressSpace = 512 << 20
    /// Bytes of private writable memory (`ulimit -d`).
    package static let data = 96 << 20

    /// Ends the process with a message and `EX_UNAVAILABLE` where the limits of this process are below the minimum.
    ///
    /// A soft limit on open files that is too low is raised first, where the hard one allows.
    ///
    /// - Parameter program: The name that begins the message.
    package static func require(for program: String) {
        guard let problem = problem() else { return }
        let text = Array("\(program): \(problem)\n".utf8)
        _ = write(STDERR_FILENO, text, text.count)
        exit(69)
    }

    private static func problem() -> String? {
        if let limit = limit(RLIMIT_NOFILE, below: openFiles), !raiseOpenFiles() {
            return
                "This process may have only \(limit) open files, and needs \(openFiles). Allow it more: `ulimit -n \(openFiles)`, or LimitNOFILE= of a systemd unit."
        }
        if let limit = limit(RLIMIT_AS, below: addressSpace) {
            return
                "This process may have only \(limit >> 10) KB of address space, and needs \(addressSpace >> 10). Allow it more: `ulimit -v \(addressSpace >> 10)`, or LimitAS= of a systemd unit."
        }
        if let limit = limit(RLIMIT_DATA, below: data) {
            return
                "This process may have only \(limit >> 10) KB of memory of its own, and needs \(data >> 10). Allow it more: `ulimit -d \(data >> 10)`, or LimitDATA= of a systemd unit."
        }
        return threadProblem()
    }

    /// Starts a thread and waits for its end: how many a user may have is known to the kernel alone.
    private static func threadProblem() -> String? {
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { _ in nil }, nil)
        guard result == 0 else {
            return
                "This process can start no thread (\(String(cString: strerror(result)))): the user has as many processes and threads as are allowed. End some, or allow more: `ulimit -u`, or LimitNPROC= and TasksMax= of a systemd unit."
        }
        pthread_join(thread, nil)
        return nil
    }

    /// The present soft limit of a resource, if it is below a minimum.
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
