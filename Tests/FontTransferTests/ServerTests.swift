import FontCatalog
import FontFetching
import FontModel
import FontTransfer
import Foundation
import TUF
import TestSupport
import Testing

/// Files and catalogues of real servers, and of folders.
@Suite struct ServerTests {
    private let home: PrivateHome
    private var folder: String { home.root + "/site" }
    private let now = Timestamp(seconds: 1_795_694_400)

    init() throws {
        home = try PrivateHome()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func files(_ environment: [String: String] = [:]) -> AnyFiles {
        AnyFiles(network: NetworkFiles(program: Command.product("fontd-fetch"), environment: environment))
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: folder + "/" + name))
    }

    private func body(_ answer: any FileAnswer) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = try await answer.next() { bytes += part }
        return bytes
    }

    /// Publishes a catalogue and fetches it from an address.
    private func refresh(_ address: String, over files: AnyFiles) async throws {
        try PublisherKeys.create(in: home.root + "/keys")
        let keys = try PublisherKeys(in: home.root + "/keys")
        let families = (0..<40).map { number in
            let summary: JSONValue = [
                "family": .string("Family \(number)"), "names": [:], "scripts": [], "languages": ["en"],
                "license": "OFL-1.1", "version": "1.0", "revised": "2026-11-26", "size": 1000, "files": 1,
                "faces": [.string("Family\(number)-Regular")], "weights": [400], "axes": [], "designers": [],
            ]
            return Publication.Entry(
                path: "families/f\(number).json", document: Array("{\"id\":\"f\(number)\"}".utf8), custom: summary)
        }
        let published = try Publication(folder: folder, keys: keys, now: now).publish(
            catalog: Publication.Entry(path: "catalog.json", document: Array("{}".utf8)), families: families)
        let catalog = CatalogAddress(url: address, root: published.root)
        let copy = CatalogCopy(of: catalog, trusted: home.root + "/trusted", cache: home.root + "/copies")
        let transport = AddressTransport(catalog, over: files)
        let first = try await CatalogRefresh(of: copy, over: transport, now: now).run()
        #expect(first.families == 40 && !first.isUnchanged)
        #expect(try await CatalogRefresh(of: copy, over: transport, now: now).run().isUnchanged)
        await #expect { try await transport.fetch("metadata/timestamp.json", atMost: 10) } throws: { error in
            if case .catalog(.tooLong, _) = (error as? FontError)?.cause { true } else { false }
        }
        #expect(try await transport.fetch("metadata/none.json", atMost: 10) == nil)
    }

    @Test func pythonsServer() async throws {
        try write(Array(repeating: 7, count: 300_000), "font.ttf")
        let server = try TestServer.files(in: folder)
        let files = files()
        let address = "http://127.0.0.1:\(server.port)/"
        var request = FileRequest(address + "font.ttf", limit: 300_000)
        let whole = try await files.open(request)
        #expect(whole.head.status == 200 && whole.head.length == 300_000 && whole.head.tag == nil)
        #expect(try await body(whole) == Array(repeating: 7, count: 300_000))
        // It begins again, since it has no ranges.
        request.offset = 1_000
        #expect(try await files.open(request).head.offset == 0)
        #expect(try await files.open(FileRequest(address + "none", limit: 10)).head.isMissing)
        try await refresh(address, over: files)
        server.end()
        let lost = CatalogAddress(url: address, root: "")
        await #expect { try await AddressTransport(lost, over: files).fetch("x", atMost: 1) } throws: { error in
            if case .network(.unreachable, _) = (error as? FontError)?.cause { true } else { false }
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx") && Command.find("openssl") != nil))
    func nginx() async throws {
        let bytes = [UInt8]((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try write(bytes, "font.ttf")
        try write(Array(repeating: 0x20, count: 500_000), "spaces.json")
        let certificate = try TestCertificate.make(in: home.root)
        let server = try #require(
            try TestServer.nginx(in: home.root, serving: folder, certificate: certificate))
        let files = files(["SSL_CERT_FILE": certificate + ".crt"])
        let address = "https://localhost:\(server.port)/"
        var request = FileRequest(address + "font.ttf", limit: 1_000_000)
        let whole = try await files.open(request)
        let tag = try #require(whole.head.tag)
        #expect(whole.head.status == 200 && whole.head.length == 1_000_000)
        #expect(try await body(whole) == bytes)
        (request.offset, request.part) = (400_000, tag)
        let rest = try await files.open(request)
        #expect(rest.head.status == 206 && rest.head.offset == 400_000 && rest.head.length == 1_000_000)
        #expect(try await body(rest) == Array(bytes[400_000...]))
        request.part = "\"other\""
        #expect(try await files.open(request).head.status == 200)
        request.offset = 1_000_001
        request.part = nil
        await #expect { try await files.open(request) } throws: { ($0 as? TransferFault)?.status == 416 }
        // Compressed in transit: no length and no strong tag, and the limit counts decompressed bytes.
        var compressed = FileRequest(address + "spaces.json", limit: 500_000, isCompressible: true)
        let answer = try await files.open(compressed)
        #expect(answer.head.length == nil && answer.head.tag == nil)
        #expect(try await body(answer).count == 500_000)
        compressed.limit = 499_999
        let long = try await files.open(compressed)
        await #expect { try await body(long) } throws: { ($0 as? TransferFault)?.kind == .tooLong }
        try await refresh(address, over: files)
    }

    @Test func folders() async throws {
        let bytes = [UInt8]((0..<600_000).map { UInt8(truncatingIfNeeded: $0) })
        try write(bytes, "a font.ttf")
        let files = files()
        let base = URL(filePath: folder, directoryHint: .isDirectory)
        var request = FileRequest(base.appending(path: "a font.ttf").absoluteString, limit: 600_000)
        let whole = try await files.open(request)
        #expect(whole.head.status == 200 && whole.head.length == 600_000)
        #expect(try await body(whole) == bytes)
        (request.offset, request.part) = (100_000, whole.head.tag)
        let rest = try await files.open(request)
        #expect(rest.head.status == 206 && rest.head.offset == 100_000)
        #expect(try await body(rest) == Array(bytes[100_000...]))
        request = FileRequest(request.address, limit: 599_999)
        let long = try await files.open(request)
        await #expect { try await body(long) } throws: { ($0 as? TransferFault)?.kind == .tooLong }
        for missing in ["none", "", "../site/a font.ttf/x"] {
            let request = FileRequest(base.absoluteString + missing, limit: 10)
            #expect(try await files.open(request).head.isMissing, "\(missing)")
        }
        try await refresh(base.absoluteString, over: files)
    }
}
