import FontFiles
import FontModel
import FontTransfer
import Glibc
import Synchronization

/// A process that fetches files, as seen by the program that uses it, which is connected to it by a socket and does not
/// trust it.
final class FetchConnection: Sendable {
    /// The TCP ports to which the process may connect.
    let ports: Set<UInt16>
    private let process: FetchProcess

    private struct State {
        var transfers: [UInt32: RunningTransfer] = [:]
        var number: UInt32 = 0
        var isReady = false
        var isRetired = false
        /// The reason for which there are no more transfers.
        var end: (fault: FontError.NetworkFault, reason: String)?
    }

    private let state = Mutex(State())
    private let writing = Mutex(())

    /// Takes over a process that was just started; it enters its sandbox while this one goes on.
    ///
    /// - Parameter patience: The seconds after which a process that reads no commands is given up.
    init(_ process: FetchProcess, _ setup: FetchSetup, patience: Int) {
        self.process = process
        ports = Set(setup.ports)
        limit(SO_SNDTIMEO, to: patience)
        limit(SO_RCVTIMEO, to: TransferLimits.patience)
        send(.setup(setup))
        // The thread keeps the connection until the process has ended.
        BlockingWork.start { self.receive() }
    }

    /// The process, if this one started it.
    var identifier: pid_t? { process.identifier }

    private var socket: OpenedFile { process.socket }

    /// Whether a transfer can be started.
    var isUsable: Bool { state.withLock { $0.end == nil && !$0.isRetired } }

    /// Ends the process and all transfers.
    func close() { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }

    /// Ends the process after its last transfer.
    func retire() {
        let isIdle = state.withLock { state in
            state.isRetired = true
            return state.transfers.isEmpty
        }
        if isIdle { close() }
    }

    // MARK: Transfers

    /// Starts a transfer; nil if the process makes no more.
    func start(_ order: FetchOrder) -> RunningTransfer? {
        let transfer = state.withLock { state -> RunningTransfer? in
            guard !state.isRetired else { return nil }
            state.number &+= 1
            let transfer = RunningTransfer(state.number, order.request, over: self)
            if let end = state.end {
                transfer.lose(end.fault, end.reason)
            } else {
                state.transfers[state.number] = transfer
            }
            return transfer
        }
        if let transfer { send(.fetch(transfer.number, order)) }
        return transfer
    }

    func send(_ command: FetchCommand) {
        let message = command.encoded
        writing.withLock { _ in
            var sent = 0
            while sent < message.count {
                let count = message.withUnsafeBytes {
                    Glibc.send(
                        socket.descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
                }
                if count < 0 && errno == EINTR { continue }
                // The thread that receives reports the end.
                guard count > 0 else { return close() }
                sent += count
            }
        }
    }

    /// Forgets a transfer that ended.
    func forget(_ number: UInt32) {
        let isLast = state.withLock { state in
            state.transfers[number] = nil
            return state.isRetired && state.transfers.isEmpty
        }
        if isLast { close() }
    }

    /// Sets the seconds that sending or receiving may take; 0 for no limit.
    private func limit(_ option: Int32, to seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket.descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    // MARK: The answers

    private func receive() {
        var buffer = MessageBuffer()
        var part = [UInt8](repeating: 0, count: 1 << 16)
        receiving: while true {
            let count = part.withUnsafeMutableBytes { recv(socket.descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            buffer.append(part[..<count])
            do throws(MessageBuffer.TooLong) {
                while let message = try buffer.next() {
                    guard let event = FetchEvent(message), handle(event) else { break receiving }
                }
            } catch { break }
        }
        close()
        // It ends when the socket is closed, unless it does not behave.
        process.end()
        let lost = state.withLock { state in
            let end =
                state.end
                ?? (state.isReady
                    ? (.cut, "fontd-fetch ended during the transfer")
                    : (.missing, "fontd-fetch does not start; reinstall fontd"))
            state.end = end
            defer { state.transfers = [:] }
            return (transfers: Array(state.transfers.values), end: end)
        }
        for transfer in lost.transfers { transfer.lose(lost.end.fault, lost.end.reason) }
    }

    /// Passes an event on; returns whether the process behaves.
    private func handle(_ event: FetchEvent) -> Bool {
        func transfer(_ number: UInt32) -> RunningTransfer? { state.withLock { $0.transfers[number] } }
        switch event {
        case .ready:
            state.withLock { $0.isReady = true }
            // From here on it may be silent, while nothing arrives.
            limit(SO_RCVTIMEO, to: 0)
        case .unusable(let reason): state.withLock { $0.end = (.missing, reason) }
        case .head(let number, let head): transfer(number)?.receive(head)
        case .body(let number, let bytes): return transfer(number)?.receive(bytes) ?? true
        case .end(let number): transfer(number)?.end(nil)
        case .fault(let number, let fault): transfer(number)?.end(fault)
        }
        return true
    }
}
