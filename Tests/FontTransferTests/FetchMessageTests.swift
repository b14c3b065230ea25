import FontModel
import FontTransfer
import Testing

/// The messages between a program and `fontd-fetch`, and what is read of headers.
@Suite struct FetchMessageTests {
    private static let request: FileRequest = {
        var request = FileRequest("https://a.example/x", offset: 1 << 40, part: "\"a\"", limit: 1 << 41)
        request.isCompressible = true
        return request
    }()

    @Test(
        arguments: [
            .setup(FetchSetup(variables: ["https_proxy": "http://a:1", "NO_PROXY": ""], ports: [443, 65_535])),
            .fetch(7, FetchOrder(request, allowsInsecure: true, patience: 3)), .taken(.max, bytes: 1 << 19), .cancel(1),
        ] as [FetchCommand])
    func commandsReturn(command: FetchCommand) throws {
        var buffer = MessageBuffer()
        for byte in command.encoded { buffer.append([byte]) }
        let message = try #require(try buffer.next())
        #expect(FetchCommand(message) == command)
        #expect(try buffer.next() == nil)
        for length in 0..<message.count { #expect(FetchCommand(Array(message.prefix(length))) == nil) }
        #expect(FetchCommand(message + [0]) == nil)
    }

    @Test(
        arguments: [
            .ready(landlock: 7, hasFilter: true), .unusable("No."), .body(1, [1, 2, 3]), .end(2),
            .head(3, FileHead(status: 206, offset: 5, length: 10, tag: "\"a\"", address: "https://a.example/x")),
            .head(3, FileHead(status: 404, address: "")),
            .fault(
                4,
                TransferFault(.network(.timedOut), at: "https://a.example/x", status: 503, retryAfter: 3, reason: "é")),
            .fault(4, TransferFault(.tooLong, at: "")),
        ] as [FetchEvent])
    func eventsReturn(event: FetchEvent) throws {
        var buffer = MessageBuffer()
        buffer.append(event.encoded + event.encoded)
        for _ in 0..<2 { #expect(FetchEvent(try #require(try buffer.next())) == event) }
    }

    @Test func longMessagesAreRefused() {
        var buffer = MessageBuffer()
        buffer.append([0, 0, 0x20, 0])
        #expect(throws: MessageBuffer.TooLong.self) { try buffer.next() }
    }

    private func header(_ lines: String...) -> AnswerHeader {
        var header = AnswerHeader()
        let isEarly = lines.contains { header.read($0 + "\r\n") }
        let isComplete = header.read("\r\n")
        #expect(!isEarly && isComplete)
        return header
    }

    @Test func headsAreRead() {
        let whole = header("HTTP/1.1 100 Continue", "ETag: \"x\"", "HTTP/2 200", "content-length: 12", "eTag:\"a\"")
        let head = FileHead(status: 200, offset: 0, length: 12, tag: "\"a\"", address: "a")
        #expect(whole.head(from: 0, at: "a") == head && !whole.isInterim)
        #expect(header("HTTP/1.1 200 OK", "ETag: W/\"a\"", "Content-Length: -1").head(from: 0, at: "a")?.tag == nil)
        let packed = header("HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: 5")
        #expect(packed.isCompressed && packed.head(from: 0, at: "a")?.length == nil)
        #expect(header("HTTP/1.1 302 Found", "Location: x").isRedirection)
        #expect(!header("HTTP/1.1 302 Found").isRedirection)
    }

    @Test(
        arguments: [
            ("bytes 5-9/10", 5, 10), ("bytes 5-9/*", 5, nil), ("Bytes 5-9/10", 5, 10), ("bytes 4-9/10", nil, nil),
            ("bytes 5-4/10", nil, nil), ("bytes 5-10/10", nil, nil), ("bytes */10", nil, nil), ("5-9/10", nil, nil),
            ("bytes 5-9", nil, nil), ("", nil, nil), ("bytes 5-9/", nil, nil), ("bytes /", nil, nil),
        ] as [(String, Int64?, Int64?)])
    func partsAreRead(range: String, offset: Int64?, length: Int64?) {
        let head = header("HTTP/1.1 206 Partial Content", "Content-Range: \(range)").head(from: 5, at: "a")
        #expect(head?.offset == offset && head?.length == length)
    }

    @Test(arguments: [
        ("http://localhost/x", true), ("http://LOCALHOST:80/x", true), ("http://127.0.0.1/x", true),
        ("http://127.255.0.1:8080/x", true), ("http://[::1]:80/x", true), ("http://127.0.0.1.example/x", false),
        ("http://127.1/x", false), ("http://localhost.example/x", false), ("http://localhost@a.example/x", false),
        ("http://a.example/@localhost", false), ("http://0127.0.0.1/x", false),
    ])
    func thisMachineIsKnown(address: String, isLoopback: Bool) throws {
        #expect(try #require(RemoteAddress(address)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        "http://localhost\\@a.example/", "http://a@b@localhost/", "http://localhost /x", "http://localhost\u{0}/",
        "http://localhost:99999/", "http://localhost:+1/", "http://[::1", "http://lö.example/", "https://a:b:1/",
    ])
    func ambiguousAddressesAreRefused(address: String) { #expect(RemoteAddress(address) == nil) }
}
