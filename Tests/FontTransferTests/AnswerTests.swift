import FontFetching
import FontModel
import FontTransfer
import Foundation
import TestSupport
import Testing

/// What servers, proxies and names may answer, and the word for each.
@Suite(.tags(.unsafeMemory)) struct AnswerTests {
    private let home: PrivateHome
    private let server: TestServer
    private let files: NetworkFiles

    /// The bytes of the file that the server has.
    private static let file = [UInt8]((0..<4000).flatMap { _ in UInt8.min...UInt8.max })

    init() throws {
        home = try PrivateHome()
        server = try .answers()
        files = Self.files(patience: 60)
    }

    /// - Parameter patience: Seconds until a stalled transfer ends. A machine with much to do halts a server for seconds,
    ///   so only what is to be stalled has few.
    private static func files(patience: Int) -> NetworkFiles {
        NetworkFiles(program: Command.product("fontd-fetch"), environment: [:], patience: patience)
    }

    private func address(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    private func request(_ path: String, _ change: (inout FileRequest) -> Void = { _ in }) -> FileRequest {
        var request = FileRequest(address(path), limit: Int64(Self.file.count))
        change(&request)
        return request
    }

    /// The fault of a request; nil if all bytes arrive.
    private func fault(_ request: FileRequest, over files: NetworkFiles? = nil) async -> TransferFault? {
        do throws(TransferFault) {
            let answer = try await (files ?? self.files).open(request)
            while try await answer.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    private func body(_ answer: any FileAnswer) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = try await answer.next() { bytes += part }
        return bytes
    }

    // MARK: Faults

    @Test(
        arguments: [
            ("cut", .cut), ("stall", .stalled), ("slow", .stalled), ("silence", .stalled), ("header", .cut),
            ("noise", .cut), ("itself", .redirect), ("hops/6", .redirect), ("away/file:///etc/passwd", .redirect),
            ("away/ftp://localhost/x", .redirect), ("away/http://localhost:1/x", .redirect), ("unasked", .status),
        ] as [(String, FontError.NetworkFault)])
    func everyFaultHasItsWord(path: String, word: FontError.NetworkFault) async throws {
        let fault = try #require(await fault(request(path), over: word == .stalled ? Self.files(patience: 1) : files))
        #expect(fault.kind == .network(word), "\(fault)")
    }

    /// What libcurl cannot decompress to its end did not arrive.
    @Test func aDamagedBodyIsNotComplete() async throws {
        let fault = try #require(await fault(request("junk") { $0.isCompressible = true }))
        #expect(fault.kind == .network(.cut), "\(fault)")
    }

    @Test func statusesAreReported() async throws {
        let many = try #require(await fault(request("status/429")))
        #expect(many.kind == .network(.status) && many.status == 429 && many.retryAfter == nil)
        let busy = try #require(await fault(request("status/503/120")))
        #expect(busy.kind == .network(.status) && busy.status == 503 && busy.retryAfter == 120)
        #expect(try await files.open(request("status/404")).head.isMissing)
        #expect(try await files.open(request("status/410")).head.isMissing)
        #expect(try await files.open(request("status/304")).head.status == 304)
    }

    @Test(arguments: ["longer", "endless", "bomb"])
    func longBodiesAreStopped(path: String) async throws {
        let fault = try #require(await fault(request(path) { $0.isCompressible = path == "bomb" }))
        #expect(fault.kind == .tooLong, "\(fault)")
    }

    /// What is complete is handed on; its length and its hash are for the program to check.
    @Test func otherBytesArrive() async throws {
        #expect(try await body(files.open(request("shorter"))) == Array(Self.file.dropLast(4)))
        let flipped = try await body(files.open(request("flipped")))
        #expect(flipped.count == Self.file.count && flipped != Self.file)
        #expect(try await String(decoding: body(files.open(request("page"))), as: UTF8.self).contains("sign in"))
    }

    @Test func nobodyIsThere() async throws {
        let port = try TestServer.freePort()
        let refused = try #require(await fault(FileRequest("http://127.0.0.1:\(port)/x", limit: 1)))
        #expect(refused.kind == .network(.unreachable))
        let unknown = try #require(await fault(FileRequest("https://fonts.invalid/x", limit: 1)))
        #expect([.network(.unreachable), .network(.timedOut)].contains(unknown.kind), "\(unknown)")
    }

    // MARK: Parts

    @Test func aFileContinues() async throws {
        let whole = try await files.open(request("file/one"))
        #expect(whole.head.status == 200 && whole.head.length == Int64(Self.file.count) && whole.head.tag == "\"one\"")
        #expect(try await body(whole) == Self.file)
        let rest = try await files.open(request("file/one") { ($0.offset, $0.part) = (1_000_000, "\"one\"") })
        #expect(rest.head.status == 206 && rest.head.offset == 1_000_000)
        #expect(rest.head.length == Int64(Self.file.count))
        #expect(try await body(rest) == Array(Self.file[1_000_000...]))
        // Another file begins again.
        let other = try await files.open(request("file/two") { ($0.offset, $0.part) = (1_000_000, "\"one\"") })
        #expect(other.head.status == 200 && other.head.offset == 0 && other.head.tag == "\"two\"")
        #expect(try await body(other) == Self.file)
        // So does a server without parts.
        let again = try await files.open(request("whole") { ($0.offset, $0.part) = (1_000_000, "\"one\"") })
        #expect(again.head.status == 200 && again.head.offset == 0)
        #expect(try await body(again) == Self.file)
        let elsewhere = try #require(await fault(request("elsewhere") { $0.offset = 1_000 }))
        #expect(elsewhere.kind == .network(.status))
    }

    @Test func someRedirectionsAreFollowed() async throws {
        let answer = try await files.open(request("hops/5"))
        #expect(try await body(answer) == Self.file)
        #expect(answer.head.address == address("file"))
    }

    // MARK: TLS

    @Test(.enabled(if: Command.find("openssl") != nil))
    func serversProveTheirIdentity() async throws {
        let certificate = try TestCertificate.make(in: home.root)
        let secure = try TestServer.answers(certificate: certificate)
        func files(_ trusted: String?) -> NetworkFiles {
            NetworkFiles(
                program: Command.product("fontd-fetch"), environment: trusted.map { ["CURL_CA_BUNDLE": $0] } ?? [:],
                patience: 10)
        }
        let file = FileRequest("https://localhost:\(secure.port)/file", limit: Int64(Self.file.count))
        let trusting = files(certificate + ".crt")
        #expect(try await body(trusting.open(file)) == Self.file)
        // A way from HTTPS to HTTP is not followed, also on this machine.
        let away = FileRequest("https://localhost:\(secure.port)/away/http://localhost:\(secure.port)/file", limit: 100)
        #expect(await fault(away, over: trusting)?.kind == .network(.redirect))
        // Unknown, of another host, and expired.
        #expect(await fault(file, over: files(nil))?.kind == .network(.tls))
        let other = try TestCertificate.make(in: home.root, for: "other.example")
        let expired = try TestCertificate.make(in: home.root, isExpired: true)
        for wrong in [other, expired] {
            let server = try TestServer.answers(certificate: wrong)
            let request = FileRequest("https://localhost:\(server.port)/file", limit: 100)
            #expect(await fault(request, over: files(wrong + ".crt"))?.kind == .network(.tls), "\(wrong)")
        }
    }

    @Test func httpIsForThisMachine() async throws {
        let request = FileRequest("http://fonts.test/file", limit: 100)
        #expect(await fault(request)?.kind == .network(.tls))
    }

    // MARK: Proxies

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tinyproxy")))
    func proxiesAreUsed() async throws {
        let proxy = try #require(try TestServer.proxy(in: home.root, to: server))
        func files(_ variable: String, _ place: String) -> NetworkFiles {
            NetworkFiles(
                program: Command.product("fontd-fetch"), environment: [variable: "http://\(place)"],
                allowsInsecure: true, patience: 10)
        }
        let request = FileRequest("http://fonts.test/file", limit: Int64(Self.file.count))
        let place = "127.0.0.1:\(proxy.port)"
        #expect(try await body(files("http_proxy", "reader:secret@" + place).open(request)) == Self.file)
        // tinyproxy 1.11 answers as if it were the server.
        let unknown = await fault(request, over: files("http_proxy", "reader:wrong@" + place))
        #expect(unknown?.kind == .network(.proxy) || unknown?.status == 401, "\(String(describing: unknown))")
        let secure = FileRequest("https://fonts.test/file", limit: 100)
        let refused = await fault(secure, over: files("https_proxy", "reader:wrong@" + place))
        #expect(refused?.kind == .network(.proxy))
        let closed = try TestServer.freePort()
        let absent = await fault(secure, over: files("https_proxy", "127.0.0.1:\(closed)"))
        #expect(absent?.kind == .network(.proxy), "\(String(describing: absent))")
        // This machine is reached without a proxy.
        #expect(
            try await body(files("http_proxy", "127.0.0.1:\(closed)").open(self.request("file"))) == Self.file)
    }
}
