import FontTransfer
import Testing

/// The rules for addresses on the web and for what servers say.
@Suite struct RemoteAddressTests {
    @Test(arguments: [
        ("http://a.example/x", "http://b.example/y", true), ("http://a.example/x", "https://a.example/x", true),
        ("https://a.example/x", "https://b.example/y", true), ("https://a.example/x", "http://a.example/x", false),
        ("http://a.example/x", "file:///etc/passwd", false), ("https://a.example/x", "FILE:///etc/passwd", false),
        ("http://a.example/x", "ftp://a.example/x", false), ("http://a.example/x", "gopher://a.example", false),
        ("http://a.example/x", "http:///x", false), ("http://a.example/x", "", false),
    ])
    func redirections(from: String, to: String, isFollowed: Bool) throws {
        let address = try #require(RemoteAddress(from))
        let next = try? address.redirected(to: to, after: 0)
        #expect(isFollowed == (next != nil))
    }

    @Test func aLimitedNumberOfRedirectionsIsFollowed() throws {
        let address = try #require(RemoteAddress("http://a.example/x"))
        #expect(try address.redirected(to: "http://a.example/y", after: 4).text == "http://a.example/y")
        #expect(throws: RedirectFault.tooMany("http://a.example/x")) {
            try address.redirected(to: "http://a.example/y", after: 5)
        }
    }

    @Test func messagesHaveNoPasswords() throws {
        let address = try #require(RemoteAddress("https://me:secret@a.example/x"))
        #expect(address.text.contains("secret") && address.shown == "https://a.example/x")
        #expect(TransferFault(.tooLong, at: address.text).address == "https://a.example/x")
        #expect(RemoteAddress.shown("file:///srv/me@home/x") == "file:///srv/me@home/x")
        #expect(throws: RedirectFault.refused(from: "https://a.example/x", to: "http://b.example")) {
            try address.redirected(to: "http://me:secret@b.example", after: 0)
        }
    }

    @Test(arguments: ["ftp://a.example/x", "a.json", "", "http:", "javascript:1", "data:,x"])
    func otherAddressesAreRefused(text: String) throws {
        #expect(RemoteAddress(text) == nil)
    }

    @Test(arguments: ["bytes /", "bytes //", "bytes -/-", "bytes 5-9/9", "bytes 9-5/10", "bytes 5-9", "bytes", "", "/"])
    func partsOfAnotherFormAreRefused(value: String) {
        var header = AnswerHeader()
        for line in ["HTTP/1.1 206 Partial Content\r\n", "Content-Range: \(value)\r\n"] { _ = header.read(line) }
        #expect(header.part == nil && header.head(from: 5, at: "http://a.example/x") == nil)
    }

    @Test func validatorsOfTheLastResponseCount() {
        var validators = Validators()
        for line in ["HTTP/1.1 200 OK\r\n", "ETag: \"a\"\r\n", "HTTP/1.1 200 OK\r\n", "etag:\tW/\"b\" \r\n", "\r\n"] {
            validators.read(line)
        }
        #expect(validators.conditions == ["If-None-Match: W/\"b\""])
        validators.read("Last-Modified: Sun, 09 Sep 2001 01:46:40 GMT\r\n")
        #expect(validators.conditions.last == "If-Modified-Since: Sun, 09 Sep 2001 01:46:40 GMT")
    }

    /// A damaged record cannot add headers to a request.
    @Test(arguments: ["a\r\nX: y", "a\u{0}", "é", String(repeating: "a", count: 2_000), " "])
    func unsafeValidatorsAreNotSent(tag: String) {
        var validators = Validators()
        validators.tag = tag
        #expect(validators.conditions.isEmpty)
    }
}
