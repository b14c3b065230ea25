import FontModel
import FontTransfer
import Synchronization

/// A transfer of a process, with what has arrived and was not taken.
final class RunningTransfer: Sendable {
    let number: UInt32
    private let request: FileRequest
    private let connection: FetchConnection

    private struct State {
        var head: FileHead?
        var parts: ArraySlice<[UInt8]> = []
        /// The bytes of ``parts``.
        var waiting = 0
        var received: Int64 = 0
        /// The bytes that were taken since the process heard of it.
        var taken = 0
        var isEnded = false
        var fault: TransferFault?
        var isLost = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    init(_ number: UInt32, _ request: FileRequest, over connection: FetchConnection) {
        self.number = number
        self.request = request
        self.connection = connection
    }

    private var shown: String { RemoteAddress.shown(request.address) }

    /// Whether the process ended before it had an answer.
    var isLostWithoutAnswer: Bool { state.withLock { $0.isLost && $0.head == nil } }

    // MARK: From the process

    func receive(_ head: FileHead) {
        change { $0.head = $0.head ?? head }
    }

    /// - Returns: False if the process sends more than it may.
    func receive(_ bytes: [UInt8]) -> Bool {
        var (behaves, isTooLong) = (true, false)
        change { state in
            guard !state.isEnded else { return }
            state.waiting += bytes.count
            state.received += Int64(bytes.count)
            behaves = state.head != nil && state.waiting + state.taken <= FetchProtocol.window + 1 << 16
            isTooLong = state.received > request.limit
            if behaves && !isTooLong { state.parts.append(bytes) }
        }
        if isTooLong { stop(.tooLong) }
        return behaves
    }

    func end(_ fault: TransferFault?) {
        connection.forget(number)
        change { state in
            guard !state.isEnded else { return }
            state.isEnded = true
            state.fault = fault
        }
    }

    /// Ends the transfer with the process.
    func lose(_ fault: FontError.NetworkFault, _ reason: String) {
        change { state in
            guard !state.isEnded else { return }
            (state.isEnded, state.isLost) = (true, true)
            state.fault = TransferFault(.network(fault), at: shown, reason: reason)
        }
    }

    // MARK: To the program

    /// Ends a running transfer; what arrived is dropped.
    func stop(_ kind: TransferFault.Kind) {
        var isRunning = false
        change { state in
            // What the reader has not heard of counts no more.
            guard !state.isEnded || !state.parts.isEmpty || state.fault != nil else { return }
            isRunning = !state.isEnded
            (state.isEnded, state.parts) = (true, [])
            state.fault = TransferFault(kind, at: shown)
        }
        guard isRunning else { return }
        connection.send(.cancel(number))
        connection.forget(number)
    }

    /// Waits for the head.
    func head() async throws(TransferFault) -> FileHead {
        while true {
            let state = state.withLock { ($0.head, $0.isEnded, $0.fault) }
            if let head = state.0 { return head }
            if state.1 { throw state.2 ?? TransferFault(.network(.cut), at: shown) }
            await waitForChange { $0.head != nil || $0.isEnded }
        }
    }

    /// Waits for the next bytes; nil at the end.
    func next() async throws(TransferFault) -> [UInt8]? {
        while true {
            var tell = 0
            let (part, isEnded, fault) = state.withLock { state -> ([UInt8]?, Bool, TransferFault?) in
                guard let part = state.parts.popFirst() else { return (nil, state.isEnded, state.fault) }
                state.waiting -= part.count
                state.taken += part.count
                if !state.isEnded, state.taken >= FetchProtocol.window / 4 { (tell, state.taken) = (state.taken, 0) }
                return (part, false, nil)
            }
            if tell > 0 { connection.send(.taken(number, bytes: tell)) }
            if let part { return part }
            if let fault { throw fault }
            if isEnded { return nil }
            await waitForChange { !$0.parts.isEmpty || $0.isEnded }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Waits until a condition may hold; the end of the task ends the transfer.
    private func waitForChange(until holds: @escaping @Sendable (borrowing State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if holds(state) { return true }
                    state.waiter = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            stop(.cancelled)
        }
    }
}

/// The answer of a server; the transfer ends with its last reference.
final class NetworkAnswer: FileAnswer {
    let head: FileHead
    private let transfer: RunningTransfer
    /// The process ends with it.
    private let files: NetworkFiles

    init(_ head: FileHead, _ transfer: RunningTransfer, of files: NetworkFiles) {
        self.files = files
        self.head = head
        self.transfer = transfer
    }

    deinit { transfer.stop(.cancelled) }

    func next() async throws(TransferFault) -> [UInt8]? { try await transfer.next() }

    func cancel() { transfer.stop(.cancelled) }
}
