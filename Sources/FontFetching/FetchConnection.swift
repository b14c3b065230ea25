import CLinux
import FontFiles
import FontModel
import FontTransfer
import Glibc
import Synchronization

/// A process that fetches files, as seen by the program that started it, which connects to it by a socket and does not
/// trust it.
final class FetchConnection: Sendable {
    /// The TCP ports to which the process may connect.
    let ports: Set<UInt16>
    /// The process.
    let identifier: pid_t
    private let socket: OpenedFile

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

    /// Starts a process, which enters its sandbox while this one goes on.
    ///
    /// - Throws: The fault `missing` if it cannot be started.
    init(program: String, _ setup: FetchSetup, for address: String) throws(TransferFault) {
        var mine: Int32 = -1
        identifier = clx_start_served(program, nil, &mine)
        guard identifier > 0 else {
            let reason = "\(program) cannot be started: \(String(cString: strerror(errno)))"
            throw TransferFault(.network(.missing), at: address, reason: reason)
        }
        do throws(FontError) {
            socket = try OpenedFile(mine, path: program)
        } catch {
            preconditionFailure("\(error)")
        }
        ports = Set(setup.ports)
        send(.setup(setup))
        // The thread keeps the connection until the process has ended.
        BlockingWork.start { self.receive() }
    }

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
                guard count > 0 else { return }
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
        kill(identifier, SIGKILL)
        while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
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
        case .ready: state.withLock { $0.isReady = true }
        case .unusable(let reason): state.withLock { $0.end = (.missing, reason) }
        case .head(let number, let head): transfer(number)?.receive(head)
        case .body(let number, let bytes): return transfer(number)?.receive(bytes) ?? true
        case .end(let number): transfer(number)?.end(nil)
        case .fault(let number, let fault): transfer(number)?.end(fault)
        }
        return true
    }
}
