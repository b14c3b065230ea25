import FontRegistry
import Glibc
import Synchronization
import SystemPackage

/// A small HTTP/1.1 server of the files in a folder, for looking at a catalogue before it is published.
///
/// It listens on the loopback address only, answers GET and HEAD with strong ETags and ranges, and lists no folders. A
/// publisher's server is nginx or another one.
final class FolderServer: Sendable {
    /// The port.
    let port: UInt16
    private let folder: String
    private let listener: Int32
    private let connections = Mutex<Set<Int32>?>([])

    /// The number of clients that are served at once.
    private static let connectionLimit = 64
    /// How long an idle client is kept, in seconds.
    private static let patience = 30

    /// Listens on a port.
    ///
    /// - Parameter port: 0 for a free one.
    /// - Throws: `registrationFailed` (301) if the port is in use or the folder is missing.
    init(of folder: String, port: UInt16) throws(FontError) {
        guard let resolved = realpath(folder, nil) else {
            throw FontError(.fileNotFound, "The folder of the catalogue is missing.", file: folder)
        }
        defer { free(resolved) }
        self.folder = String(cString: resolved)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var (one, address) = (Int32(1), sockaddr_in())
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [listener] address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else {
            let reason = Errno(rawValue: errno)
            close(listener)
            throw FontError(
                .registrationFailed, "Port \(port) cannot be used: \(reason). Specify another one with --serve PORT.")
        }
        self.port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    /// Serves until ``stop()``; the calling thread waits.
    func run() {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0 {
                guard connections.withLock({ $0 != nil }), [EINTR, ECONNABORTED, EMFILE, ENFILE].contains(errno) else {
                    return
                }
                continue
            }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            var timeout = timeval(tv_sec: Self.patience, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(client, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
            }
            let isServed = connections.withLock { open in
                guard let count = open?.count, count < Self.connectionLimit else { return false }
                open?.insert(client)
                return true
            }
            guard isServed else {
                close(client)
                continue
            }
            BlockingWork.start { [self] in
                serve(client)
                connections.withLock { open in
                    _ = open?.remove(client)
                    close(client)
                }
            }
        }
    }

    /// Ends ``run()`` and all answers.
    func stop() {
        connections.withLock { open in
            for client in open ?? [] { shutdown(client, Int32(SHUT_RDWR)) }
            open = nil
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ client: Int32) {
        defer { Self.finish(client) }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let end = Self.end(ofHeadIn: received), end <= ServedRequest.limit {
                guard let request = ServedRequest(received[..<end]) else {
                    _ = answer(client, "400 Bad Request", isOpen: false)
                    return
                }
                received.removeFirst(end + 4)
                guard answer(request, to: client), request.staysOpen else { return }
                continue
            }
            guard received.count <= ServedRequest.limit else {
                _ = answer(client, "431 Request Header Fields Too Large", isOpen: false)
                return
            }
            let count = recv(client, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            received += buffer[..<count]
        }
    }

    /// Reads what the client still sends, since closing before would destroy the answer on its way.
    private static func finish(_ client: Int32) {
        shutdown(client, Int32(SHUT_WR))
        var (buffer, rest) = ([UInt8](repeating: 0, count: 4_096), 1 << 20)
        while rest > 0, case let count = recv(client, &buffer, buffer.count, 0), count > 0 { rest -= count }
    }

    private static func end(ofHeadIn bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        return bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(mark) }
    }

    /// Answers a request; returns whether the client got everything.
    private func answer(_ request: ServedRequest, to client: Int32) -> Bool {
        guard ["GET", "HEAD"].contains(request.method) else {
            return answer(client, "405 Method Not Allowed", ["Allow: GET, HEAD"], isOpen: request.staysOpen)
        }
        guard let path = request.path.map({ folder + "/" + $0.joined(separator: "/") }), let file = open(path) else {
            return answer(client, "404 Not Found", isOpen: request.staysOpen)
        }
        defer { close(file.descriptor) }
        let tag = "\"\(file.version)\""
        var fields = ["ETag: \(tag)", "Accept-Ranges: bytes"]
        if request.has(tag) {
            return answer(client, "304 Not Modified", fields, length: nil, isOpen: request.staysOpen)
        }
        fields.append("Content-Type: \(Self.type(of: path))")
        let sent: Range<Int>
        let status: String
        switch request.part(of: file.size, tag: tag) {
        case .none:
            return answer(
                client, "416 Range Not Satisfiable", ["Content-Range: bytes */\(file.size)"], isOpen: request.staysOpen)
        case .whole: (sent, status) = (0..<file.size, "200 OK")
        case .range(let range):
            (sent, status) = (range, "206 Partial Content")
            fields.append("Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
        }
        guard answer(client, status, fields, length: sent.count, isOpen: request.staysOpen) else { return false }
        return request.method == "HEAD" || send(file.descriptor, sent, to: client)
    }

    /// Sends a status with fields.
    private func answer(
        _ client: Int32, _ status: String, _ fields: [String] = [], length: Int? = 0, isOpen: Bool
    ) -> Bool {
        var lines = ["HTTP/1.1 \(status)"] + fields
        if let length { lines.append("Content-Length: \(length)") }
        if !isOpen { lines.append("Connection: close") }
        return send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)[...], to: client)
    }

    private func send(_ file: Int32, _ range: Range<Int>, to client: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: min(max(1, range.count), 1 << 16))
        var place = range.lowerBound
        while place < range.upperBound {
            let count = pread(file, &buffer, min(buffer.count, range.upperBound - place), off_t(place))
            // A file that became shorter ends the connection, so that the client sees that bytes are missing.
            guard count > 0, send(buffer[..<count], to: client) else { return false }
            place += count
        }
        return true
    }

    private func send(_ bytes: ArraySlice<UInt8>, to client: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Opens a regular file that is below the folder.
    private func open(_ path: String) -> (descriptor: Int32, size: Int, version: String)? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        guard String(cString: resolved).hasPrefix(folder + "/") else { return nil }
        let descriptor = Glibc.open(resolved, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        let time = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        let version = [Int64(status.st_ino), time, Int64(status.st_size)].map { String($0, radix: 16) }
        return (descriptor, Int(status.st_size), version.joined(separator: "-"))
    }

    private static func type(of path: String) -> String {
        let types = [
            "json": "application/json", "gz": "application/gzip", "xz": "application/x-xz", "png": "image/png",
            "txt": "text/plain; charset=utf-8", "ttf": "font/ttf", "otf": "font/otf", "ttc": "font/collection",
            "otc": "font/collection",
        ]
        let name = path.split(separator: "/").last ?? ""
        return types[name.split(separator: ".").last?.lowercased() ?? ""] ?? "application/octet-stream"
    }
}
