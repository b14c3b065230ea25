import CLinux
import Glibc
import Inspection

/// The socket between this process, which reads untrusted files, and the program that started it.
///
/// It is the standard input; see `WorkerProtocol`.
package enum WorkerSocket {
    /// Enters the sandbox and reports it; ends the process if it cannot be entered.
    package static func greet() {
        // Without the sandbox it sends no greeting; the starter sees the exit status.
        guard let greeting = try? Lockdown.enter() else { exit(WorkerExit.notLockedDown) }
        send(greeting.encoded)
    }

    /// Returns the next bytes, and the descriptor that was sent with them; nil at the end.
    package static func receive(_ length: Int) -> (bytes: [UInt8], descriptor: Int32?)? {
        var descriptor: Int32 = -1
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            guard let base = buffer.baseAddress else { return }
            count = unsafe clx_receive_with_descriptor(STDIN_FILENO, base, buffer.count, &descriptor)
            filled = max(0, count)
        }
        // The count is 0 at the end, and negative if the starter closed the socket without reading everything.
        if count <= 0 { return nil }
        return (bytes, descriptor >= 0 ? descriptor : nil)
    }

    /// Sends an answer and its length; ends the process if the socket was closed.
    package static func send(answer: [UInt8]) {
        unsafe send(withUnsafeBytes(of: UInt32(answer.count).littleEndian) { unsafe Array($0) } + answer)
    }

    private static func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            // The socket was closed.
            guard count > 0 else { exit(WorkerExit.done) }
            rest = rest.dropFirst(count)
        }
    }
}

/// The exit statuses of `sysexits.h`, which is not part of Swift's Glibc module.
package enum WorkerExit {
    /// `EX_OK`.
    package static let done: Int32 = 0
    /// `EX_OSERR`: the process could not be sandboxed.
    package static let notLockedDown: Int32 = 71
    /// `EX_PROTOCOL`: the request is invalid.
    package static let protocolViolated: Int32 = 76
}
