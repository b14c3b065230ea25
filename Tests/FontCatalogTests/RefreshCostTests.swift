import FontFetching
import FontModel
import Foundation
import Synchronization
import TUF
import TestSupport
import Testing

@testable import FontCatalog

/// What refreshes cost: the requests of a client, and the bytes of their answers.
@Suite struct RefreshCostTests {
    /// A transport that notes the requests.
    private final class CountingTransport: CatalogTransport {
        private let transport: AddressTransport
        private let counted = Mutex<(requests: [String], bytes: Int)>(([], 0))

        init(_ transport: AddressTransport) { self.transport = transport }

        func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]? {
            let bytes = try await transport.fetch(path, atMost: limit)
            counted.withLock {
                $0.requests.append(path)
                $0.bytes += bytes?.count ?? 0
            }
            return bytes
        }

        /// The requests and bytes since the last call.
        func take() -> (requests: [String], bytes: Int) {
            counted.withLock { counted in
                defer { counted = ([], 0) }
                return counted
            }
        }
    }

    private static let now = Timestamp(seconds: 1_795_694_400)
    private let home: PrivateHome
    private let keys: PublisherKeys
    private var folder: String { home.root + "/out" }

    init() throws {
        home = try PrivateHome()
        try PublisherKeys.create(in: home.root + "/keys")
        keys = try PublisherKeys(in: home.root + "/keys")
    }

    /// Publishes families of a revision each.
    private func publish(_ revisions: [Int]) throws -> String {
        let families = revisions.enumerated().map { number, revision in
            let summary: JSONValue = [
                "family": .string("Family \(number)"), "names": .object([]), "scripts": [], "languages": ["en"],
                "license": "OFL-1.1", "version": .string("\(revision)"), "revised": "2026-11-26", "size": 1000,
                "files": 1,
                "faces": [.string("Family\(number)-Regular")], "weights": [400], "axes": [], "designers": [],
            ]
            return Publication.Entry(
                path: "families/f\(number).json", document: Array("{\"revision\":\(revision)}".utf8), custom: summary)
        }
        return try Publication(folder: folder, keys: keys, now: Self.now).publish(
            catalog: Publication.Entry(path: "catalog.json", document: Array("{}".utf8)), families: families
        ).root
    }

    private struct Client {
        let copy: CatalogCopy
        let transport: CountingTransport

        func refresh() async throws -> (requests: [String], bytes: Int) {
            _ = try await CatalogRefresh(of: copy, over: transport, now: RefreshCostTests.now).run()
            return transport.take()
        }
    }

    private func client(_ root: String, _ name: String) throws -> Client {
        let address = CatalogAddress(folder: folder, root: root)
        return Client(
            copy: CatalogCopy(
                of: address, trusted: "\(home.root)/\(name)/trusted", cache: "\(home.root)/\(name)/copies"),
            transport: CountingTransport(AddressTransport(address, over: FolderFiles())))
    }

    @Test func refreshesTakeFewRequests() async throws {
        var revisions = [Int](repeating: 0, count: 640)
        let root = try publish(revisions)
        let client = try client(root, "client")
        #expect(
            try await client.refresh().requests == [
                "metadata/1.root.json", "metadata/2.root.json", "metadata/timestamp.json", "metadata/1.snapshot.json",
                "metadata/1.targets.json", "metadata/packs/all.1.gz",
            ])
        let unchanged = try await client.refresh()
        #expect(unchanged.requests == ["metadata/2.root.json", "metadata/timestamp.json"])
        #expect(unchanged.bytes <= 1_000)
        revisions[7] = 1
        _ = try publish(revisions)
        #expect(
            try await client.refresh().requests == [
                "metadata/2.root.json", "metadata/timestamp.json", "metadata/2.snapshot.json", "metadata/packs/2.gz",
            ])
        // Five publications later: their packs, the newest first.
        for number in 1...5 {
            for family in 0..<4 { revisions[number * 20 + family] = 1 }
            _ = try publish(revisions)
        }
        let behind = try await client.refresh().requests
        #expect(Array(behind.dropFirst(3)) == ["7", "6", "5", "4", "3"].map { "metadata/packs/\($0).gz" })
        #expect(try client.copy.index()?.count == 640)
        // All is new.
        _ = try publish(revisions.map { $0 + 1 })
        #expect(try await Array(client.refresh().requests.dropFirst(3)) == ["metadata/packs/all.8.gz"])
    }

    /// Only what is missing is fetched, also without packs.
    @Test func aMissingPackIsReplaced() async throws {
        var revisions = [Int](repeating: 0, count: 1_280)
        let root = try publish(revisions)
        let (one, other) = (try client(root, "one"), try client(root, "other"))
        _ = (try await one.refresh(), try await other.refresh())
        revisions[7] = 1
        _ = try publish(revisions)
        try FileManager.default.removeItem(atPath: folder + "/metadata/packs/2.gz")
        let requests = try await one.refresh().requests
        #expect(requests.count == 5 && requests.last?.hasPrefix("metadata/2.f-") == true)
        for family in 0..<50 { revisions[family * 6] = 2 }
        _ = try publish(revisions)
        try FileManager.default.removeItem(atPath: folder + "/metadata/packs/3.gz")
        let replaced = try await other.refresh().requests.dropFirst(3)
        #expect(replaced == ["metadata/packs/3.gz", "metadata/packs/all.3.gz"])
    }

    /// The index is made of the hash bins that are there.
    @Test(arguments: ["cut", "zeros"]) func aDamagedIndexIsMadeAgain(damage: String) async throws {
        let root = try publish([Int](repeating: 0, count: 40))
        let client = try client(root, "client")
        _ = try await client.refresh()
        let indices = try FileManager.default.subpathsOfDirectory(atPath: home.root + "/client/copies").filter {
            $0.hasSuffix("/index")
        }
        let path = home.root + "/client/copies/" + (try #require(indices.first))
        let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // As after a power cut.
        let damaged = damage == "cut" ? whole.dropLast(100) : whole.prefix(200) + whole.dropFirst(200).map { _ in 0 }
        try Data(damaged).write(to: URL(filePath: path))
        #expect(try client.copy.index() == nil)
        #expect(try await client.refresh().requests == ["metadata/2.root.json", "metadata/timestamp.json"])
        #expect(try client.copy.index()?.count == 40)
        #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == whole)
    }

    /// Of bins of a cut transfer nothing is fetched twice.
    @Test func acceptedBinsStay() async throws {
        let root = try publish([Int](repeating: 0, count: 40))
        let client = try client(root, "client")
        try FileManager.default.removeItem(atPath: folder + "/metadata/packs/all.1.gz")
        let last = folder + "/metadata/1.f-3.json"
        try FileManager.default.moveItem(atPath: last, toPath: last + ".away")
        await #expect(throws: FontError.self) { try await client.refresh() }
        _ = client.transport.take()
        try FileManager.default.moveItem(atPath: last + ".away", toPath: last)
        let requests = try await client.refresh().requests
        #expect(requests.last == "metadata/1.f-3.json")
        #expect(!requests.contains("metadata/1.f-2.json"))
        #expect(try client.copy.index()?.count == 40)
    }

    @Test(
        arguments: [
            (1024, 1024, 9, nil, ["all.9"]), (1, 1024, 9, 8, ["9"]), (1, 1024, 9, 5, []),
            (14, 1024, 9, 6, ["9", "8", "7"]),
            (600, 1024, 9, 8, ["all.9"]), (40, 1024, 99, 9, ["all.99"]), (32, 1024, 99, 9, []), (1, 2, 3, nil, []),
            (1, 1024, 3, 7, []),
        ] as [(Int, Int, Int64, Int64?, [String])])
    func thePacksDependOnWhatIsMissing(
        _ missing: Int, _ bins: Int, _ snapshot: Int64, _ former: Int64?, _ expected: [String]
    ) {
        #expect(
            CatalogRefresh.packs(for: missing, of: bins, to: snapshot, after: former)
                == expected.map { "metadata/packs/\($0).gz" })
    }
}
