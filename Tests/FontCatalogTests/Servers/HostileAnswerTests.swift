import FontCatalog
import FontFetching
import FontModel
import FontTransfer
import Foundation
import TestSupport
import Testing

/// Wrong answers of a real server to a download through fontd-fetch: an error for each, with its cause (R34).
@Suite(.timeLimit(.minutes(60))) struct HostileAnswerTests {
    /// The bytes that `answers.py` has, and its version of them.
    private static let file = [UInt8]((0..<4_000).flatMap { _ in UInt8.min...UInt8.max })
    private static let tag = "\"one\""

    private static func files(_ environment: [String: String] = [:], patience: Int = 60) -> AnyFiles {
        AnyFiles(
            network: NetworkFiles(
                program: Command.product("fontd-fetch"), environment: environment, patience: patience))
    }

    /// Downloads a family whose font is at an address; returns the cause, and the bytes of the part that is kept.
    ///
    /// - Parameter part: The number of bytes that an earlier transfer left.
    private func download(_ address: String, over files: AnyFiles, part: Int = 0) async throws -> (String, Int) {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let sha256 = ContentHash.of(Self.file)
        let family = try await site.family("lora") { document in
            document.sets = []
            (document.files[0].sha256, document.files[0].size) = (sha256, Int64(Self.file.count))
            (document.files[0].urls, document.files[0].packed) = ([address], [])
        }
        if part > 0 {
            try site.home.put(Array(Self.file.prefix(part)), at: "\(site.folder.path)/\(sha256).part")
            let origin = try JSONEncoder().encode(["address": address, "tag": Self.tag])
            try site.home.put([UInt8](origin), at: "\(site.folder.path)/\(sha256).json")
        }
        let plan = try await site.plan(family)
        let result = try #require(try await site.run([plan], over: files).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(try await site.registered().isEmpty && site.origin("lora") == nil)
        let kept = try site.parts().first { $0.hasPrefix(sha256 + ".part ") }
        let cause =
            error?.code == .registrationFailed ? DownloadFaultTests.cause(error) : "\(error?.code.rawValue ?? 0)"
        return (cause, kept.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0)
    }

    @Test(
        arguments: [
            ("status/404", "network status", 0), ("status/429", "network status", 0),
            ("status/503/1", "network status", 0), ("status/304", "network status", 0),
            ("cut", "network cut", 1), ("header", "network cut", 0), ("noise", "network cut", 0),
            ("itself", "network redirect", 0), ("hops/6", "network redirect", 0),
            ("away/file:///etc/passwd", "network redirect", 0), ("away/http://localhost:1/x", "network redirect", 0),
            ("unasked", "network status", 0), ("longer", "download too-long", 0),
            ("shorter", "download too-short", 0), ("endless", "download too-long", 0),
            ("flipped", "download hash", 0), ("bomb", "download too-short", 0), ("page", "download too-short", 0),
        ] as [(String, String, Int)])
    func everyAnswerHasItsCause(path: String, cause: String, leastKept: Int) async throws {
        let server = try TestServer.answers()
        let found = try await download("http://127.0.0.1:\(server.port)/\(path)", over: Self.files())
        #expect(found.0 == cause)
        // What can be continued is kept.
        #expect(leastKept > 0 ? found.1 >= leastKept : found.1 == 0)
    }

    @Test(arguments: ["stall", "slow"])
    func aSlowAnswerIsGivenUp(path: String) async throws {
        let server = try TestServer.answers()
        let found = try await download("http://127.0.0.1:\(server.port)/\(path)", over: Self.files(patience: 1))
        #expect(found.0 == "network stalled")
    }

    /// What does not continue a part begins anew, and a file that is whole but no font is refused as one.
    @Test(arguments: ["file/one", "file/two", "whole", "elsewhere"])
    func anotherRangeBeginsAnew(path: String) async throws {
        let server = try TestServer.answers()
        let found = try await download(
            "http://127.0.0.1:\(server.port)/\(path)", over: Self.files(), part: 100_000)
        // One server never sends the file from its beginning.
        #expect(path == "elsewhere" ? found.0 == "network status" : ["103", "104"].contains(found.0))
        #expect(found.1 == 0)
    }

    @Test func nobodyAnswers() async throws {
        let port = try TestServer.freePort()
        #expect(try await download("http://127.0.0.1:\(port)/x", over: Self.files()) == ("network unreachable", 0))
        let unknown = try await download("https://fonts.invalid/x", over: Self.files())
        #expect(["network unreachable", "network timed-out"].contains(unknown.0))
    }

    @Test(.enabled(if: Command.find("openssl") != nil, "Needs openssl."))
    func aServerProvesItsIdentity() async throws {
        let home = try PrivateHome()
        let own = try TestCertificate.make(in: home.root)
        let other = try TestCertificate.make(in: home.root, for: "other.example")
        let expired = try TestCertificate.make(in: home.root, isExpired: true)
        for (certificate, isTrusted) in [(own, false), (other, true), (expired, true)] {
            let server = try TestServer.answers(certificate: certificate)
            let environment = isTrusted ? ["CURL_CA_BUNDLE": certificate + ".crt"] : [:]
            let found = try await download(
                "https://localhost:\(server.port)/file", over: Self.files(environment))
            #expect(found == ("network tls", 0), "\(certificate)")
        }
    }
}
