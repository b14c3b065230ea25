import CLinux
import CSystemd
import FontModel
import Glibc

/// What sd-bus says to be let in, handed to the bus line by line.
///
/// sd-bus says all of it at once, its `BEGIN` included, before it hears whether it is let in. xdg-dbus-proxy, which
/// stands before the bus in every Flatpak, hangs up at that (0.1.4; https://github.com/systemd/systemd/issues/16610).
/// So sd-bus talks to us first, through a pair of sockets; each of its lines goes on to the bus after the answer to the
/// one before, as the specification has it ("Authentication Protocol"). When it has heard the answers, and before it
/// says anything else, the bus's own socket takes the place of its end of the pair.
struct Handshake: ~Copyable {
    /// The longest answer; the bus's are below 100 bytes.
    private static let longestLine = 4096

    private let bus: OpaquePointer
    private let place: ServerAddress
    /// To the bus.
    private let socket: BusDescriptor
    /// To sd-bus.
    private let pair: BusDescriptor
    private let deadline: SuspendingClock.Instant
    /// What the bus said beyond the last line.
    private var heard: [UInt8] = []

    /// Connects an sd-bus that was not started yet to a socket, and lets it be authenticated.
    ///
    /// - Parameters:
    ///   - name: The place's ``ServerAddress/socketName``.
    ///   - limit: How long it may take.
    /// - Throws: `Disconnected` if nobody listens, or if who does is no bus, does not let us in or takes too long.
    static func start(
        _ bus: OpaquePointer, at place: ServerAddress, named name: [UInt8], limit: Duration
    ) throws(BusFailure) {
        let deadline = SuspendingClock.now + limit
        let socket = try connected(to: name, place, limit: limit)
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw BusFailure("make sockets", result: -errno) }
        let pair = BusDescriptor(owning: ends[0])
        let result = sd_bus_set_fd(bus, ends[1], ends[1])
        guard result >= 0 else {
            Glibc.close(ends[1])
            throw BusFailure("make a connection", result: result)
        }
        var handshake = Handshake(bus: bus, place: place, socket: socket, pair: pair, deadline: deadline)
        try handshake.perform()
    }

    private init(
        bus: OpaquePointer, place: ServerAddress, socket: BusDescriptor, pair: BusDescriptor,
        deadline: SuspendingClock.Instant
    ) {
        (self.bus, self.place, self.socket, self.pair, self.deadline) = (bus, place, socket, pair, deadline)
    }

    private mutating func perform() throws(BusFailure) {
        try check(sd_bus_start(bus))
        var hasBegun = false
        while true {
            hasBegun = try passOn() || hasBegun
            // It has something to write again: its first message.
            if hasBegun, try check(sd_bus_get_events(bus)) & POLLOUT != 0 { break }
            guard try check(sd_bus_process(bus, nil)) > 0 else { throw failure("sd-bus did not take its answers") }
        }
        guard clx_replace(try check(sd_bus_get_fd(bus)), socket.raw) >= 0 else {
            throw BusFailure("make a connection", result: -errno)
        }
    }

    // MARK: Lines

    /// Takes the lines that sd-bus has said to the bus, and the answers back.
    ///
    /// - Returns: Whether it has said its last.
    private mutating func passOn() throws(BusFailure) -> Bool {
        var said = [UInt8](repeating: 0, count: Self.longestLine)
        let count = recv(pair.raw, &said, said.count, 0)
        guard count > 0 else { return false }
        var rest = said[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(rest[...end])
            rest = rest[(end + 1)...]
            guard heard.isEmpty else { throw failure("it speaks without being asked") }
            try send(line)
            if line.starts(with: Array("BEGIN".utf8)) {
                guard rest.isEmpty else { throw failure("sd-bus says too much") }
                return true
            }
            let answer = try answer()
            try judge(answer, to: line)
            guard Glibc.send(pair.raw, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else {
                throw failure("sd-bus does not listen")
            }
        }
        guard rest.isEmpty else { throw failure("sd-bus says half a line") }
        return false
    }

    /// Whether the bus wants to go on.
    private func judge(_ answer: [UInt8], to line: [UInt8]) throws(BusFailure) {
        let words = answer.dropLast(2).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let accepted: Set<String> =
            // A bus may decline to pass descriptors, and be a bus.
            line.starts(with: Array("NEGOTIATE_UNIX_FD".utf8)) ? ["AGREE_UNIX_FD", "ERROR"] : ["DATA", "OK"]
        guard let first = words.first, accepted.contains(first), answer.suffix(2) == Array("\r\n".utf8)[...] else {
            throw failure("it answered “\(DisplayText.clean(String(decoding: answer.prefix(120), as: UTF8.self)))”")
        }
        guard first != "OK" || place.guid.isEmpty || words.last?.lowercased() == place.guid else {
            throw failure("it is another bus than the address says")
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

    /// The bus's next line, with its end.
    private mutating func answer() throws(BusFailure) -> [UInt8] {
        while true {
            if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
                defer { heard.removeFirst(end + 1) }
                return Array(heard[...end])
            }
            guard heard.count < Self.longestLine else { throw failure("its answer has no end") }
            var bytes = [UInt8](repeating: 0, count: 512)
            // Not by `recvmsg`: descriptors that come along are dropped.
            let count = recv(socket.raw, &bytes, bytes.count, 0)
            guard count != 0 else { throw failure("it hung up") }
            if count > 0 {
                heard += bytes[..<count]
            } else {
                try wait(for: POLLIN, after: errno)
            }
        }
    }

    // MARK: Waiting

    /// Waits until the bus's socket is ready, when what was tried was not possible yet.
    private func wait(for event: Int32, after error: Int32) throws(BusFailure) {
        guard error != EINTR else { return }
        guard error == EAGAIN else { throw failure("it hung up: " + String(cString: strerror(error))) }
        while true {
            let left = (deadline - SuspendingClock.now) / .milliseconds(1)
            guard left > 0 else { throw failure("it does not answer") }
            var waiting = pollfd(fd: socket.raw, events: Int16(event), revents: 0)
            if poll(&waiting, 1, Int32(clamping: Int64(left.rounded(.up)))) > 0 { return }
        }
    }

    /// A socket of which calls no longer wait.
    private static func connected(
        to name: [UInt8], _ place: ServerAddress, limit: Duration
    ) throws(BusFailure) -> BusDescriptor {
        let raw = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { throw BusFailure("make a socket", result: -errno) }
        let socket = BusDescriptor(owning: raw)
        let parts = limit.components
        // A bus with many at its backend is waited for, which `connect` alone can do (unix(7)), but not for ever.
        var time = timeval(tv_sec: Int(parts.seconds), tv_usec: Int(parts.attoseconds / 1_000_000_000_000))
        setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout.size(ofValue: time)))
        // As sd-bus asks for.
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
        guard result == 0 else {
            throw BusFailure("connect to the bus at \(place.text)", result: -errno)
        }
        guard fcntl(raw, F_SETFL, O_NONBLOCK) == 0 else { throw BusFailure("make a connection", result: -errno) }
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
