import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The server of `catalog build --serve`, asked by curl.
@Suite(.enabled(if: Command.find("curl") != nil, "Needs curl.")) struct FolderServerTests {
    /// A folder and its server, which ends with the value.
    private final class Site: Sendable {
        let home: PrivateHome
        let server: FolderServer

        init() throws {
            home = try PrivateHome()
            try home.write(Array("0123456789".utf8), as: "site/files/a b[1].ttf")
            try home.write(Array("{}".utf8), as: "site/metadata/timestamp.json")
            try home.write([], as: "site/empty.txt")
            try home.write(Array("secret".utf8), as: "outside.txt")
            try home.write(Array("secret".utf8), as: "site/.hidden")
            try FileManager.default.createSymbolicLink(
                atPath: home.root + "/given/site/link.txt", withDestinationPath: "../outside.txt")
            server = try FolderServer(of: home.root + "/given/site", port: 0)
            BlockingWork.start { [server] in server.run() }
        }

        deinit { server.stop() }

        /// Asks for a path; returns the status, the fields by name in lower case, and the body.
        func ask(_ path: String, _ arguments: String...) throws -> (status: Int, fields: [String: String], body: String)
        {
            let result = try Command.run(
                "curl",
                ["-s", "-i", "--path-as-is", "--max-time", "20"] + arguments
                    + ["http://127.0.0.1:\(server.port)\(path)"], environment: ["PATH": "/usr/bin:/bin"])
            try #require(result.status == 0, "\(path): \(result)")
            let parts = result.output.components(separatedBy: "\r\n\r\n")
            let lines = parts[0].components(separatedBy: "\r\n")
            let fields = lines.dropFirst().map { $0.components(separatedBy: ": ") }
            return (
                Int(lines[0].split(separator: " ")[1]) ?? 0,
                Dictionary(fields.map { ($0[0].lowercased(), $0.dropFirst().joined()) }) { first, _ in first },
                parts.dropFirst().joined()
            )
        }
    }

    private static let font = "/files/a%20b%5B1%5D.ttf"

    @Test func filesAreDelivered() throws {
        let site = try Site()
        let whole = try site.ask(Self.font)
        #expect(whole.status == 200 && whole.body == "0123456789" && whole.fields["content-length"] == "10")
        #expect(whole.fields["content-type"] == "font/ttf" && whole.fields["accept-ranges"] == "bytes")
        #expect(whole.fields["etag"]?.hasPrefix("\"") == true)
        let head = try site.ask(Self.font, "--head")
        #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == "10")
        #expect(try site.ask("/metadata/timestamp.json?x=1").fields["content-type"] == "application/json")
        #expect(try site.ask("/empty.txt").fields["content-length"] == "0")
        // Two requests on one connection.
        let twice = try site.ask(
            "/empty.txt", "http://127.0.0.1:\(site.server.port)\(Self.font)", "-w", "%{num_connects} ")
        #expect(twice.body.contains("0123456789"))
    }

    @Test(arguments: [
        ("0-3", 206, "0123"), ("8-", 206, "89"), ("-3", 206, "789"), ("2-99", 206, "23456789"), ("10-", 416, ""),
        ("-0", 416, ""), ("3-1", 200, "0123456789"), ("x", 200, "0123456789"), ("0-1,3-4", 200, "0123456789"),
        ("0-99999999999999999999", 206, "0123456789"),
    ])
    func ranges(_ range: String, _ status: Int, _ body: String) throws {
        let answer = try Site().ask(Self.font, "-H", "Range: bytes=\(range)")
        #expect(answer.status == status && answer.body == body, "\(range): \(answer)")
        if status == 416 { #expect(answer.fields["content-range"] == "bytes */10") }
        if status == 206 { #expect(answer.fields["content-range"]?.hasSuffix("/10") == true) }
    }

    @Test func versionsDecide() throws {
        let site = try Site()
        let tag = try #require(try site.ask(Self.font).fields["etag"])
        let same = try site.ask(Self.font, "-H", "If-None-Match: \"x\", \(tag)")
        #expect(same.status == 304 && same.body.isEmpty)
        #expect(try site.ask(Self.font, "-H", "Range: bytes=1-1", "-H", "If-Range: \(tag)").status == 206)
        #expect(try site.ask(Self.font, "-H", "Range: bytes=1-1", "-H", "If-Range: W/\(tag)").status == 200)
        try site.home.write(Array("abcdefghij".utf8), as: "site/files/new")
        try FileManager.default.removeItem(atPath: site.home.root + "/given/site/files/a b[1].ttf")
        try FileManager.default.moveItem(
            atPath: site.home.root + "/given/site/files/new",
            toPath: site.home.root + "/given/site/files/a b[1].ttf")
        let changed = try site.ask(Self.font, "-H", "If-None-Match: \(tag)")
        #expect(changed.status == 200 && changed.body == "abcdefghij" && changed.fields["etag"] != tag)
        #expect(try site.ask(Self.font, "-H", "Range: bytes=1-1", "-H", "If-Range: \(tag)").status == 200)
    }

    @Test(arguments: [
        "/", "/files", "/files/", "/missing", "/../outside.txt", "/files/../../outside.txt", "/%2e%2e/outside.txt",
        "/files/..%2F..%2Foutside.txt", "/link.txt", "/.hidden", "/%00", "/%zz", "//etc/passwd", "/./empty.txt",
    ])
    func nothingElseIsDelivered(_ path: String) throws {
        let answer = try Site().ask(path)
        #expect(answer.status == 404 && answer.body.isEmpty && answer.fields["content-length"] == "0", "\(answer)")
    }

    @Test func otherRequestsAreRefused() throws {
        let site = try Site()
        let put = try site.ask("/empty.txt", "-X", "DELETE")
        #expect(put.status == 405 && put.fields["allow"] == "GET, HEAD")
        #expect(try site.ask("/empty.txt", "-d", "text").status == 405)
        #expect(try site.ask("/empty.txt", "-H", "X: \(String(repeating: "x", count: 20_000))").status == 431)
        #expect(FileManager.default.fileExists(atPath: site.home.root + "/given/site/empty.txt"))
    }

    /// The port belongs to the loopback address, and to one program.
    @Test func thePortIsForThisMachine() throws {
        let site = try Site()
        let listening = try Command.run("cat", ["/proc/net/tcp"], environment: ["PATH": "/usr/bin:/bin"]).lines
        let port = String(site.server.port, radix: 16, uppercase: true)
        let place = "0100007F:" + String(repeating: "0", count: 4 - port.count) + port
        #expect(listening.contains { $0.contains(" \(place) 00000000:0000 0A ") })
        let error = #expect(throws: FontError.self) {
            try FolderServer(of: site.home.root + "/given/site", port: site.server.port)
        }
        #expect(error?.message.contains("Port \(site.server.port) cannot be used") == true)
    }
}
