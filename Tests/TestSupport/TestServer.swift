import Foundation
import Glibc

/// A server on this machine, which ends with the object.
public final class TestServer: Sendable {
    private let process = Process()
    private let leash = Pipe()
    /// What it prints, which must have a reader.
    private let output = Pipe()
    public let port: UInt16

    /// - Parameters:
    ///   - program: The program, found in `PATH` or by absolute path.
    ///   - arguments: Its arguments, for a port.
    ///   - port: A free port; nil for a program that prints its own.
    ///   - log: A file to which its error output is added; nil for none.
    public init(
        _ program: String, _ arguments: (UInt16) -> [String], port: UInt16? = nil, environment: [String: String] = [:],
        log: String? = nil
    ) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments(port ?? 0)
        process.environment = ["PATH": "/usr/bin:/bin:/usr/sbin"].merging(environment) { _, given in given }
        process.standardInput = leash
        process.standardOutput = output
        process.standardError = output
        if let log {
            if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(filePath: log)) }
            let file = try FileHandle(forWritingTo: URL(filePath: log))
            try file.seekToEnd()
            process.standardError = file
        }
        try process.run()
        if let port {
            self.port = port
            return
        }
        var said = ""
        // "41963" or "Serving HTTP on 127.0.0.1 port 41963 (http://…".
        while !said.contains("\n") {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { throw NoServer(said: said) }
            said += String(decoding: part, as: UTF8.self)
        }
        let words = said.split { !$0.isNumber && !$0.isLetter && $0 != "." }
        let place = words.firstIndex(of: "port").map { words[$0 + 1] } ?? words.first
        guard let own = place.flatMap({ UInt16($0) }) else { throw NoServer(said: said) }
        self.port = own
    }

    deinit { end() }

    /// The server does not start.
    public struct NoServer: Error { public var said: String }

    /// Writes a line to its input.
    public func tell(_ line: String) throws { try leash.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    public func end() {
        try? leash.fileHandleForWriting.close()
        // A child of a thread of libdispatch begins with other signals blocked.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    // MARK: Servers

    /// Python's own server, which has neither ranges nor tags.
    ///
    /// - Parameter log: The file for a line of each request.
    public static func files(in folder: String, log: String? = nil) throws -> TestServer {
        try TestServer(
            "python3", { _ in ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder] }, log: log
        )
    }

    /// Whether nginx and a certificate for it can be had.
    public static let hasNginx =
        FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx") && Command.find("openssl") != nil

    /// nginx with TLS, HTTP/2 and compression; nil if it is not installed.
    ///
    /// - Parameters:
    ///   - folder: A folder for its own files.
    ///   - log: The file for a line of each request.
    ///   - port: A free port; nil for any.
    ///   - directives: Further directives of the server.
    public static func nginx(
        in folder: String, serving files: String, certificate: String, log: String? = nil, port given: UInt16? = nil,
        directives: String = ""
    ) throws -> TestServer? {
        guard FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx") else { return nil }
        let port = try given ?? freePort()
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/nginx-\($0);" }.joined(separator: " ")
        try """
        daemon off; master_process off; pid \(folder)/nginx.pid; error_log stderr;
        events {}
        http {
            access_log \(log ?? "off"); \(paths)
            types { application/json json; } default_type application/octet-stream;
            gzip on; gzip_static on; gzip_types application/json; gzip_min_length 0;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(certificate); ssl_certificate_key \(certificate);
                root \(files);
                \(directives)
            }
        }
        """.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
        let server = try TestServer(
            "/usr/sbin/nginx", { _ in ["-e", "stderr", "-p", folder, "-c", folder + "/nginx.conf"] }, port: port)
        guard eventually({ accepts(port) }) else { throw NoServer(said: "nginx") }
        return server
    }

    /// tinyproxy with a password, which sends requests for the host `fonts.test` to another server; nil if it is not
    /// installed.
    public static func proxy(in folder: String, to server: TestServer) throws -> TestServer? {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/tinyproxy") else { return nil }
        let port = try freePort()
        try """
        Port \(port)
        Listen 127.0.0.1
        Timeout 20
        MaxClients 10
        BasicAuth reader secret
        Upstream http 127.0.0.1:\(server.port) "fonts.test"

        """.write(toFile: folder + "/tinyproxy.conf", atomically: true, encoding: .utf8)
        let proxy = try TestServer(
            "/usr/bin/tinyproxy", { _ in ["-d", "-c", folder + "/tinyproxy.conf"] }, port: port)
        guard eventually({ accepts(port) }) else { throw NoServer(said: "tinyproxy") }
        return proxy
    }

    /// A port of this machine that nothing uses.
    public static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw NoServer(said: String(cString: strerror(errno))) }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func accepts(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// A file with a certificate that signs itself, and its key.
public enum TestCertificate {
    /// - Parameters:
    ///   - host: The host of which it is.
    ///   - isExpired: Whether it is of the past.
    public static func make(in folder: String, for host: String = "localhost", isExpired: Bool = false) throws -> String
    {
        let path = "\(folder)/\(host)\(isExpired ? "-expired" : "").pem"
        // openssl-req(1) takes no dates.
        let authority = """
            [ca]
            default_ca = own
            [own]
            database = \(path).index
            new_certs_dir = \(folder)
            serial = \(path).serial
            default_md = sha256
            policy = any
            copy_extensions = copyall
            [any]
            commonName = supplied
            """
        try authority.write(toFile: path + ".cnf", atomically: true, encoding: .utf8)
        try "".write(toFile: path + ".index", atomically: true, encoding: .utf8)
        let dates = isExpired ? ["-startdate", "200101000000Z", "-enddate", "200201000000Z"] : ["-days", "30"]
        for words in [
            [
                "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)",
                "-addext", "basicConstraints=critical,CA:TRUE", "-keyout", path, "-out", path + ".csr",
            ],
            [
                "ca", "-batch", "-selfsign", "-create_serial", "-notext", "-config", path + ".cnf", "-in",
                path + ".csr",
                "-keyfile", path, "-out", path + ".crt",
            ] + dates,
        ] {
            let result = try Command.run("openssl", words, environment: ["PATH": "/usr/bin:/bin", "HOME": folder])
            guard result.status == 0 else { throw TestServer.NoServer(said: result.errors) }
        }
        let parts = try [path, path + ".crt"].map { try String(contentsOfFile: $0, encoding: .utf8) }
        try parts.joined().write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
