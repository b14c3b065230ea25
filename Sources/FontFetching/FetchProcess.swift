import CLinux
package import FontFiles
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
            throw StartFailure(reason: "\(program) cannot be started: \(String(cString: strerror(errno)))")
        }
        (self.socket, identifier) = (socket, process)
    }

    /// There is no process.
    package struct StartFailure: Error {
        /// The reason, without a full stop.
        package var reason: String

        package init(reason: String) { self.reason = reason }
    }
}
