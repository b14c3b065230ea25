import CLinux
import DBus
import Dispatch
import Glibc
import Synchronization

/// The processes that fetch, one for each connection.
///
/// They end when their socket is closed; one that does not ends with its caller.
final class FetchProcesses: Sendable {
    /// The processes that may run at once; fontd needs one, and another for each port that it learns meanwhile.
    private static let limit = 16

    private struct State {
        /// The callers by process.
        var callers: [pid_t: String] = [:]
        var isEnding = false
    }

    private let program: String
    private let state = Mutex(State())
    /// One for each started process.
    private let started = DispatchSemaphore(value: 0)

    init(program: String) { self.program = program }

    /// Starts a process.
    ///
    /// - Returns: The other end of its socket.
    func start(for caller: String) throws(BusFailure) -> BusDescriptor {
        let result = state.withLock { state -> Result<BusDescriptor, BusFailure> in
            // The caller asks again, and gets the next service.
            guard !state.isEnding else { return .failure(.disconnected("fontd-fetch is exiting.")) }
            guard state.callers.count < Self.limit else {
                return .failure(
                    BusFailure(
                        "org.freedesktop.DBus.Error.LimitsExceeded",
                        "\(Self.limit) processes fetch already. Close a connection first."))
            }
            var socket: Int32 = -1
            let process = clx_start_served(program, nil, &socket)
            guard process > 0 else {
                let reason = String(cString: strerror(errno))
                return .failure(
                    BusFailure("org.freedesktop.DBus.Error.Failed", "\(program) cannot be started: \(reason)."))
            }
            state.callers[process] = caller
            return .success(BusDescriptor(owning: socket))
        }
        let socket = try result.get()
        started.signal()
        return socket
    }

    /// Ends the processes of a caller.
    func end(of caller: String) {
        state.withLock { state in
            // A process is in the list until it is collected, so its number is its own.
            for (process, owner) in state.callers where owner == caller { kill(process, SIGKILL) }
        }
    }

    /// Collects processes that end, until there was none for a time; no more are started then.
    ///
    /// - Parameter idleTimeout: The time in seconds; 0 for never.
    func collect(idleTimeout: Double) {
        while true {
            let deadline: DispatchTime = idleTimeout > 0 ? .now() + idleTimeout : .distantFuture
            if started.wait(timeout: deadline) == .success {
                collectOne()
                continue
            }
            let isIdle = state.withLock { state in
                state.isEnding = state.callers.isEmpty
                return state.isEnding
            }
            if isIdle { return }
        }
    }

    private func collectOne() {
        var ended = siginfo_t()
        while waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT) != 0 { guard errno == EINTR else { return } }
        let process = ended._sifields._sigchld.si_pid
        state.withLock { state in
            while waitpid(process, nil, 0) < 0 && errno == EINTR {}
            state.callers[process] = nil
        }
    }
}
