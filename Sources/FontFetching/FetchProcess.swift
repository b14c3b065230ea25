import CLinux
package import FontFiles
package import FontModel
import Glibc

/// A process that fetches files, and that has heard nothing yet.
package struct FetchProcess: Sendable {
    /// The end of the socket that leads to the process.
    let socket: OpenedFile
    /// The process, if this one started it.
    let identifier: pid_t?

    /// A process of another program, such as a service on the bus.
    package init(at socket: OpenedFile) { (self.socket, identifier) = (socket, nil) }

    /// Starts a process.
    ///
    /// - Throws: The reason, if it cannot be started.
    init(program: String) throws(StartFailure) {
        var mine: Int32 = -1
        let process = clx_start_served(program, nil, &mine)
        guard process > 0, let socket = try? OpenedFile(mine, path: program) else {
            let failure = errno
            throw StartFailure(
                failure == ENOENT || failure == EACCES ? .missing : .notStarted,
                reason: "\(program) cannot be started: \(Message(errno: failure))")
        }
        (self.socket, identifier) = (socket, process)
    }

    /// Ends the process, if this one started it, and waits for its end.
    func end() {
        guard let identifier else { return }
        kill(identifier, SIGKILL)
        while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
    }

    /// There is no process.
    package struct StartFailure: Error {
        /// ``FontError/NetworkFault/missing`` if the installation is the cause, else
        /// ``FontError/NetworkFault/notStarted``.
        package var fault: FontError.NetworkFault
        /// The reason, without a full stop.
        package var reason: String

        package init(_ fault: FontError.NetworkFault, reason: String) {
            self.fault = fault
            self.reason = reason
        }
    }
}
