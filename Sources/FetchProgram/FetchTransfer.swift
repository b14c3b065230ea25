import CCurl
import FontModel
import FontTransfer
import Glibc

/// One transfer, whose answer goes to the socket.
@safe final class FetchTransfer {
    let number: UInt32
    let order: FetchOrder
    private(set) var address: RemoteAddress
    private(set) var redirections = 0
    private let socket: FetchSocket
    private var handle: OpaquePointer?

    private var header = AnswerHeader()
    private var headerBytes = 0
    private var isHeaderComplete = false
    private var isHeadSent = false
    private var bodyBytes: Int64 = 0
    /// The bytes that may be sent before the program takes some.
    private var credit = FetchProtocol.window
    private var isPaused = false
    /// The reason for which a receiver stopped the transfer; nil also for the rest of a body that nobody needs.
    private var stop: TransferFault?

    /// The bytes of a body without use that are read, so that the connection can be used again.
    private static let unused = 1 << 16

    init(_ number: UInt32, _ order: FetchOrder, _ address: RemoteAddress, _ socket: FetchSocket) {
        self.number = number
        self.order = order
        self.address = address
        self.socket = socket
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> FetchTransfer? {
        unsafe context.map { unsafe Unmanaged<FetchTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the last answer leads to another address.
    var isRedirected: Bool { header.isRedirection }

    // MARK: Start and end

    func start(in pool: OpaquePointer) -> Bool {
        var lines: [String] = []
        let request = order.request
        if !request.isCompressible { lines.append("Accept-Encoding: identity") }
        if request.offset > 0 {
            lines.append("Range: bytes=\(request.offset)-")
            if let part = request.part, part.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
                lines.append("If-Range: " + part)
            }
        }
        let copies = unsafe lines.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let headers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
        unsafe handle = unsafe headers.withUnsafeBufferPointer { headers in
            unsafe address.text.withCString { url in
                var order = unsafe ccu_order(
                    url: url, headers: headers.baseAddress, is_compressible: request.isCompressible ? 1 : 0,
                    patience: self.order.patience, speed: TransferLimits.speed,
                    header: { bytes, length, context in
                        unsafe FetchTransfer.of(context)?.receiveHeader(
                            UnsafeRawBufferPointer(start: bytes, count: length))
                            ?? CCU_STOP
                    },
                    body: { bytes, length, context in
                        unsafe FetchTransfer.of(context)?.receiveBody(
                            UnsafeRawBufferPointer(start: bytes, count: length))
                            ?? CCU_STOP
                    },
                    context: Unmanaged.passUnretained(self).toOpaque())
                return unsafe ccu_start(pool, &order)
            }
        }
        return unsafe handle != nil
    }

    func restart(at next: RemoteAddress) -> Bool {
        address = next
        redirections += 1
        (header, isHeaderComplete, headerBytes, bodyBytes) = (AnswerHeader(), false, 0, 0)
        guard let handle = unsafe handle else { return false }
        return unsafe ccu_restart(handle, next.text) != 0
    }

    func release() {
        if let handle = unsafe handle { unsafe ccu_release(handle) }
        unsafe handle = nil
    }

    func fail(_ fault: FontError.NetworkFault, _ reason: String) {
        send(TransferFault(.network(fault), at: address.text, reason: reason))
    }

    private func send(_ fault: TransferFault) { socket.send(.fault(number, fault)) }

    /// Reports the end of the transfer.
    func finish(_ ended: ccu_ended) {
        let reason = unsafe ended.message.map { unsafe String(cString: $0) } ?? ""
        switch unsafe ended.end {
        case CCU_END_DONE, CCU_END_STOPPED:
            if let stop { return send(stop) }
            // libcurl stops a compressed body, too, which is damaged then.
            if isHeadSent, hasBody, unsafe ended.end == CCU_END_STOPPED {
                return fail(.cut, "The compressed answer is damaged")
            }
            if isHeadSent { return socket.send(.end(number)) }
            guard isHeaderComplete else { return fail(.cut, reason) }
            if header.isRedirection { return fail(.redirect, "The redirect has a long page, or leads to no address") }
            send(statusFault)
        case CCU_END_UNREACHABLE: fail(isOfProxy(reason) ? .proxy : .unreachable, reason)
        case CCU_END_TLS: fail(.tls, reason)
        case CCU_END_PROXY: fail(.proxy, reason)
        case CCU_END_LATE: fail(.timedOut, reason)
        case CCU_END_STALLED: fail(.stalled, reason)
        default: fail(.cut, reason)
        }
    }

    /// Whether libcurl reports a connection to another host than the server.
    private func isOfProxy(_ reason: String) -> Bool {
        let words = reason.split(separator: " ")
        guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 4 else { return false }
        // libcurl 8 names both.
        return words[4].lowercased() != address.host || words.contains("via")
    }

    private var statusFault: TransferFault {
        let wait = unsafe handle.map { unsafe ccu_retry_after($0) } ?? 0
        return TransferFault(
            .network(header.status == 407 ? .proxy : .status), at: address.text, status: header.status,
            retryAfter: wait > 0 ? wait : nil)
    }

    // MARK: The answer

    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> ccu_taken {
        headerBytes += bytes.count
        guard headerBytes <= TransferLimits.header else {
            return stop(.network(.cut), "The header of the answer is too long")
        }
        // What follows a body is of no use.
        guard !isHeaderComplete else { return CCU_TAKE }
        guard header.read(unsafe String(decoding: bytes, as: UTF8.self)), !header.isInterim else { return CCU_TAKE }
        isHeaderComplete = true
        guard [200, 206, 304, 404, 410].contains(header.status) else { return CCU_TAKE }
        guard let head = header.head(from: order.request.offset, at: address.text) else {
            return stop(.network(.status), "The server sends another part of the file than was asked for")
        }
        if !header.isCompressed, hasBody, let length = header.bodyLength, length > order.request.limit {
            return stop(.tooLong, "")
        }
        isHeadSent = true
        socket.send(.head(number, head))
        return CCU_TAKE
    }

    private var hasBody: Bool { header.status == 200 || header.status == 206 }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> ccu_taken {
        guard isHeadSent && hasBody else {
            bodyBytes += Int64(bytes.count)
            return bodyBytes <= Self.unused ? CCU_TAKE : CCU_STOP
        }
        guard bodyBytes + Int64(bytes.count) <= order.request.limit else { return stop(.tooLong, "") }
        guard credit > 0 else {
            isPaused = true
            return CCU_PAUSE
        }
        bodyBytes += Int64(bytes.count)
        credit -= bytes.count
        socket.send(unsafe FetchEvent.body(number, bytes))
        return CCU_TAKE
    }

    private func stop(_ kind: TransferFault.Kind, _ reason: String) -> ccu_taken {
        stop = TransferFault(kind, at: address.text, status: header.status, reason: reason)
        return CCU_STOP
    }

    /// Goes on after the program took bytes.
    func allow(_ bytes: Int) {
        credit = min(credit + bytes, FetchProtocol.window)
        guard isPaused, let handle = unsafe handle else { return }
        isPaused = false
        unsafe ccu_resume(handle)
    }
}
