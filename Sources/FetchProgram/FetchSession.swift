import CCurl
import FontModel
import FontTransfer
import Glibc

/// The transfers of this process.
@safe final class FetchSession {
    private let pool: OpaquePointer
    private let socket: FetchSocket
    /// The ports to which the sandbox lets connect.
    private let ports: Set<UInt16>
    private var transfers: [UInt32: FetchTransfer] = [:]

    /// The time without transfers after which the process ends, in milliseconds.
    private static let idleTime: Int64 = 60_000

    /// The time of a clock that nobody sets, in milliseconds.
    private static var now: Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    init(_ pool: OpaquePointer, _ socket: FetchSocket, ports: Set<UInt16>) {
        unsafe self.pool = unsafe pool
        self.socket = socket
        self.ports = ports
    }

    func run() -> Never {
        // The first commands may have come together with the setup.
        performReceived()
        var idleSince = Self.now
        while true {
            // A wait may end early.
            let isReadable = unsafe ccu_pool_work(
                pool, STDIN_FILENO, Int32(max(0, idleSince + Self.idleTime - Self.now)))
            var ended = unsafe ccu_ended()
            var isBusy = isReadable > 0 || !transfers.isEmpty
            while unsafe ccu_pool_next(pool, &ended) != 0 {
                isBusy = true
                unsafe finish(ended)
            }
            if isReadable > 0 {
                socket.receive()
                performReceived()
            }
            if isBusy { idleSince = Self.now }
            guard isReadable >= 0, Self.now - idleSince < Self.idleTime else { exit(FetchExit.done) }
        }
    }

    private func performReceived() {
        while let command = socket.receivedCommand() { perform(command) }
    }

    private func perform(_ command: FetchCommand) {
        switch command {
        case .setup: exit(FetchExit.protocolViolated)
        case .fetch(let number, let order):
            guard transfers[number] == nil else { exit(FetchExit.protocolViolated) }
            guard let address = RemoteAddress(order.request.address) else {
                let reason = "This is not an address with http: or https:"
                let fault = TransferFault(.network(.unreachable), at: order.request.address, reason: reason)
                return socket.send(.fault(number, fault))
            }
            let transfer = FetchTransfer(number, order, address, socket)
            if let refusal = refusal(of: address, order) { return transfer.fail(.redirect, refusal) }
            guard unsafe transfer.start(in: pool) else {
                return transfer.fail(.missing, "libcurl could not start the transfer")
            }
            transfers[number] = transfer
        case .taken(let number, let bytes): transfers[number]?.allow(bytes)
        case .cancel(let number): transfers.removeValue(forKey: number)?.release()
        }
    }

    private func finish(_ ended: ccu_ended) {
        guard let transfer = unsafe FetchTransfer.of(ended.context) else { return }
        if unsafe ended.end == CCU_END_DONE, let target = unsafe ended.redirect.map({ unsafe String(cString: $0) }),
            transfer.isRedirected
        {
            if follow(target, transfer) { return }
        } else {
            unsafe transfer.finish(ended)
        }
        transfers.removeValue(forKey: transfer.number)?.release()
    }

    /// Follows a redirection; returns whether the transfer goes on.
    private func follow(_ target: String, _ transfer: FetchTransfer) -> Bool {
        do throws(RedirectFault) {
            let next = try transfer.address.redirected(to: target, after: transfer.redirections)
            if let refusal = refusal(of: next, transfer.order) {
                transfer.fail(.redirect, refusal)
                return false
            }
            if transfer.restart(at: next) { return true }
            transfer.fail(.redirect, "The redirect to \(next.shown) could not be followed")
        } catch {
            switch error {
            case .refused(let from, let to): transfer.fail(.redirect, "\(from) redirects to \(to)")
            case .tooMany(let address): transfer.fail(.redirect, "\(address) redirects too often")
            }
        }
        return false
    }

    /// The reason for which no connection to an address is made; nil if it may be made.
    private func refusal(of address: RemoteAddress, _ order: FetchOrder) -> String? {
        guard address.isSecure || address.isLoopback || order.allowsInsecure else {
            return "\(address.shown) is not encrypted"
        }
        return ports.contains(address.port) ? nil : "\(address.shown) has a port to which no connection is allowed"
    }
}
