import CLinux
import CSystemd
import FontModel
import Glibc

/// The authentication of sd-bus, forwarded to the bus line by line.
///
/// sd-bus sends all lines at once, including `BEGIN`, before it reads whether it was accepted. xdg-dbus-proxy, which
/// every Flatpak application has in front of the bus, then disconnects (0.1.4;
/// https://github.com/systemd/systemd/issues/16610). Therefore sd-bus first talks to this type through a socket pair.
/// Each of its lines is forwarded after the reply to the previous one, as the specification requires ("Authentication
/// Protocol"). When sd-bus has read the replies, and before it sends anything else, the socket of the bus replaces
/// sd-bus's end of the pair.
struct Handshake: ~Copyable {
    /// The maximum length of a reply in bytes; those of a bus are below 100.
    private static let longestLine = 4096

    private let bus: OpaquePointer
    private let place: ServerAddress
    /// The socket of the bus.
    private let socket: BusDescriptor
    /// This type's end of the socket pair to sd-bus.
    private let pair: BusDescriptor
    private let deadline: SuspendingClock.Instant
    /// The bytes that were received after the last line.
    private var heard: [UInt8] = []

    /// Connects an unstarted sd-bus to a socket and authenticates it.
    ///
    /// - Parameters:
    ///   - name: The ``ServerAddress/socketName`` of the address.
    ///   - limit: The timeout.
    /// - Throws: `Disconnected` if no process listens on the socket, or if it is not a bus, rejects the authentication
    ///   or does not answer in time.
    static func start(
        _ bus: OpaquePointer, at place: ServerAddress, named name: [UInt8], limit: Duration
    ) throws(BusFailure) {
        let deadline = SuspendingClock.now + limit
        let socket = try connected(to: name, place, limit: limit)
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw BusFailure("create sockets", result: -errno) }
        let pair = BusDescriptor(owning: ends[0])
        let result = sd_bus_set_fd(bus, ends[1], ends[1])
        guard result >= 0 else {
            Glibc.close(ends[1])
            throw BusFailure("create a connection", result: result)
        }
        var handshake = Handshake(bus: bus, place: place, socket: socket, pair: pair, deadline: deadline)
        try handshake.perform()
    }

    private mutating func perform() throws(BusFailure) {
        try check(sd_bus_start(bus))
        var hasBegun = false
        while true {
            hasBegun = try passOn() || hasBegun
            // It is ready to write again: its first message.
            if hasBegun, try check(sd_bus_get_events(bus)) & POLLOUT != 0 { break }
            guard try check(sd_bus_process(bus, nil)) > 0 else { throw failure("sd-bus did not accept its replies") }
        }
        guard clx_replace(try check(sd_bus_get_fd(bus)), socket.raw) >= 0 else {
            throw BusFailure("create a connection", result: -errno)
        }
    }

    // MARK: Lines

    /// Forwards the lines of sd-bus to the bus, and the replies back.
    ///
    /// - Returns: Whether sd-bus has sent its last line.
    private mutating func passOn() throws(BusFailure) -> Bool {
        var received = [UInt8](repeating: 0, count: Self.longestLine)
        let count = recv(pair.raw, &received, received.count, 0)
        guard count > 0 else { return false }
        var rest = received[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(rest[...end])
            rest = rest[(end + 1)...]
            guard heard.isEmpty else { throw failure("it sent data before a request") }
            try send(line)
            if line.starts(with: Array("BEGIN".utf8)) {
                guard rest.isEmpty else { throw failure("sd-bus sent more data than expected") }
                return true
            }
            let answer = try answer()
            try judge(answer, to: line)
            guard Glibc.send(pair.raw, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else {
                throw failure("sd-bus does not accept data")
            }
        }
        guard rest.isEmpty else { throw failure("sd-bus sent an incomplete line") }
        return false
    }

    /// Checks that a reply accepts a line.
    private func judge(_ answer: [UInt8], to line: [UInt8]) throws(BusFailure) {
        let words = answer.dropLast(2).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let accepted: Set<String> =
            // A bus may refuse to pass descriptors.
            line.starts(with: Array("NEGOTIATE_UNIX_FD".utf8)) ? ["AGREE_UNIX_FD", "ERROR"] : ["DATA", "OK"]
        guard let first = words.first, accepted.contains(first), answer.suffix(2) == Array("\r\n".utf8)[...] else {
            throw failure(
                "it answered “\(String(decoding: answer.prefix(120).filter { (32...126).contains($0) }, as: UTF8.self))”"
            )
        }
        guard first != "OK" || place.guid.isEmpty || words.last?.lowercased() == place.guid else {
            throw failure("its identifier differs from the one in the address")
        }
    }

    private func send(_ line: [UInt8]) throws(BusFailure) {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                try wait(for: POLLOUT, after: errno)
            }
        }
    }

    /// Returns the next line of the bus, including its line ending.
    private mutating func answer() throws(BusFailure) -> [UInt8] {
        while true {
            if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
                defer { heard.removeFirst(end + 1) }
                return Array(heard[...end])
            }
            guard heard.count < Self.longestLine else { throw failure("its reply exceeds the length limit") }
            var bytes = [UInt8](repeating: 0, count: 512)
            // `recv` and not `recvmsg`, so that descriptors are dropped.
            let count = recv(socket.raw, &bytes, bytes.count, 0)
            guard count != 0 else { throw failure("it closed the connection") }
            if count > 0 {
                heard += bytes[..<count]
            } else {
                try wait(for: POLLIN, after: errno)
            }
        }
    }

    // MARK: Waiting

    /// Waits until the socket of the bus is ready, after an operation failed because it was not.
    private func wait(for event: Int32, after error: Int32) throws(BusFailure) {
        guard error != EINTR else { return }
        guard error == EAGAIN else { throw failure("it closed the connection: \(Message(errno: error))") }
        while true {
            let left = (deadline - SuspendingClock.now) / .milliseconds(1)
            guard left > 0 else { throw failure("it does not reply") }
            var waiting = pollfd(fd: socket.raw, events: Int16(event), revents: 0)
            if poll(&waiting, 1, Int32(clamping: Int64(left.rounded(.up)))) > 0 { return }
        }
    }

    /// Returns a connected, non-blocking socket.
    private static func connected(
        to name: [UInt8], _ place: ServerAddress, limit: Duration
    ) throws(BusFailure) -> BusDescriptor {
        let raw = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { throw BusFailure("create a socket", result: -errno) }
        let socket = BusDescriptor(owning: raw)
        let parts = limit.components
        // `connect` waits for a bus with a full backlog (unix(7)); this sets the timeout.
        var time = timeval(tv_sec: Int(parts.seconds), tv_usec: Int(parts.attoseconds / 1_000_000_000_000))
        setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout.size(ofValue: time)))
        // The sizes that sd-bus requests.
        for option in [SO_RCVBUF, SO_SNDBUF] {
            var size: Int32 = 8 << 20
            setsockopt(raw, SOL_SOCKET, option, &size, socklen_t(MemoryLayout.size(ofValue: size)))
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout.size(ofValue: address.sun_family) + name.count)
        func connect() -> Int32 {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(raw, $0, length) }
            }
        }
        var result = connect()
        while result != 0, errno == EINTR { result = connect() }
        guard result == 0 else { throw BusFailure("connect to the bus at \(place.text)", result: -errno) }
        guard fcntl(raw, F_SETFL, O_NONBLOCK) == 0 else { throw BusFailure("create a connection", result: -errno) }
        return socket
    }

    // MARK: Failures

    @discardableResult
    private func check(_ result: Int32) throws(BusFailure) -> Int32 {
        guard result >= 0 else { throw BusFailure("connect to the bus at \(place.text)", result: result) }
        return result
    }

    private func failure(_ reason: String) -> BusFailure {
        .disconnected("Could not connect to the bus at \(place.text): \(reason).")
    }
}
