import CCurl
import CLinux
import FontTransfer
import Glibc

/// A sandboxed process that fetches files from servers: the only program of fontd that loads libcurl.
///
/// A program starts it with a socket as its standard input (``FetchProtocol``); it inherits no environment and no other
/// descriptor. It streams bodies through the socket and can write no file. It exits when the socket is closed, and when
/// it has had nothing to do for a minute.
public enum FetchProgram {
    /// Makes transfers until the socket is closed.
    public static func main() -> Never {
        // Threads of the resolver need no heaps of their own.
        clx_limit_heaps(1)
        let socket = FetchSocket()
        guard case .setup(let setup) = socket.nextCommand() else { exit(FetchExit.protocolViolated) }
        for (name, value) in setup.variables where FetchSetup.names.contains(name) { unsafe setenv(name, value, 1) }
        let pool = unsafe ccu_pool_make(setup.certificates, setup.certificateFolder, setup.direct)
        guard let pool = unsafe pool else {
            socket.send(.unusable("libcurl 7.85 or newer is missing. Install the package libcurl4."))
            exit(FetchExit.unavailable)
        }
        // Without the sandbox it reports nothing; the starter sees the end.
        guard let state = FetchSandbox.enter(setup) else { exit(FetchExit.notLockedDown) }
        socket.send(.ready(landlock: state.landlock, hasFilter: state.hasFilter))
        unsafe FetchSession(pool, socket, ports: Set(setup.ports)).run()
    }
}

/// The exit statuses of `sysexits.h`, which is not part of Swift's Glibc module.
enum FetchExit {
    /// `EX_OK`.
    static let done: Int32 = 0
    /// `EX_UNAVAILABLE`: libcurl is missing.
    static let unavailable: Int32 = 69
    /// `EX_OSERR`: the process could not be sandboxed.
    static let notLockedDown: Int32 = 71
    /// `EX_PROTOCOL`: a message is invalid.
    static let protocolViolated: Int32 = 76
}

/// The socket to the program that started this one, which is its standard input.
final class FetchSocket {
    private var buffer = MessageBuffer()
    private var part = [UInt8](repeating: 0, count: 1 << 16)

    /// Waits for the next command; ends the process at the end of the socket.
    func nextCommand() -> FetchCommand {
        while true {
            if let command = receivedCommand() { return command }
            receive(waits: true)
        }
    }

    /// Reads what has arrived.
    func receive(waits: Bool = false) {
        let flags = Int32(waits ? 0 : MSG_DONTWAIT)
        let count = unsafe part.withUnsafeMutableBytes {
            unsafe recv(STDIN_FILENO, $0.baseAddress, $0.count, flags)
        }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { exit(FetchExit.done) }
        buffer.append(part[..<count])
    }

    /// The next command that has arrived; nil if there is none.
    ///
    /// Invalid data ends the process.
    func receivedCommand() -> FetchCommand? {
        do throws(MessageBuffer.TooLong) {
            guard let message = try buffer.next() else { return nil }
            if let command = FetchCommand(message) { return command }
        } catch {}
        exit(FetchExit.protocolViolated)
    }

    func send(_ event: FetchEvent) { send(event.encoded) }

    /// Sends a message; ends the process if the socket was closed.
    func send(_ message: [UInt8]) {
        var sent = 0
        while sent < message.count {
            let count = unsafe message.withUnsafeBytes {
                unsafe Glibc.send(
                    STDIN_FILENO, $0.baseAddress.map { unsafe $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { exit(FetchExit.done) }
            sent += count
        }
    }
}
