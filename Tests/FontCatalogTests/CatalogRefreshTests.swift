import FontCatalog
import FontModel
import Foundation
import TUF
import TestSupport
import Testing

@Suite struct CatalogRefreshTests {
    private static let now = Timestamp(seconds: 1_795_694_400)

    /// A catalogue of a publisher and its copy on a client.
    private struct Site {
        let home: PrivateHome
        let out: String
        let copy: CatalogCopy
        private let keys: PublisherKeys

        init() throws {
            home = try PrivateHome()
            out = home.root + "/out"
            try PublisherKeys.create(in: home.root + "/keys")
            keys = try PublisherKeys(in: home.root + "/keys")
            let root = try Self.publish(out, keys, version: "1").root
            copy = CatalogCopy(
                of: CatalogAddress(url: "file://\(out)/", root: root), trusted: home.root + "/trusted",
                cache: home.root + "/copies")
        }

        /// Publishes 40 families, of which the first has a version.
        @discardableResult
        func publish(version: String) throws -> Publication.Result { try Self.publish(out, keys, version: version) }

        private static func publish(
            _ out: String, _ keys: PublisherKeys, version: String
        ) throws -> Publication.Result {
            let families = (0..<40).map { number in
                let version = number == 0 ? version : "1"
                return Publication.Entry(
                    path: "families/f\(number).json", document: Array("{\"version\":\"\(version)\"}".utf8),
                    custom: [
                        "family": .string("Family \(number)"), "names": .object([]), "scripts": .array([]),
                        "languages": .array([]), "license": "OFL-1.1", "version": .string(version),
                        "revised": "2026-11-01", "size": .integer(1), "files": .integer(1), "faces": .array([]),
                        "weights": .array([]), "axes": .array([]), "designers": .array([]),
                    ])
            }
            let document =
                "{\"formatVersion\":1,\"id\":\"example\",\"name\":\"Example\",\"names\":{},\"families\":40}"
            return try Publication(folder: out, keys: keys, now: now).publish(
                catalog: Publication.Entry(path: "catalog.json", document: Array(document.utf8)), families: families)
        }

        func refresh(_ copy: CatalogCopy? = nil, at now: Timestamp = now) async throws -> CatalogRefresh.Result {
            let copy = copy ?? self.copy
            let transport = try #require(FolderTransport(copy.address))
            return try await CatalogRefresh(of: copy, over: transport, now: now).run()
        }

        /// The fault for which a refresh fails.
        func fault(_ copy: CatalogCopy? = nil, at now: Timestamp = now) async -> FontError.CatalogFault? {
            do {
                _ = try await refresh(copy, at: now)
            } catch let error as FontError {
                if case .catalog(let fault, _) = error.cause { return fault }
            } catch {}
            return nil
        }

        /// The files of hash bins of a version.
        func bins(_ version: Int) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: out + "/metadata").sorted()
                .filter { $0.hasPrefix("\(version).families-") }.map { "\(out)/metadata/\($0)" }
        }

        func removePacks() throws { try FileManager.default.removeItem(atPath: out + "/metadata/packs") }
    }

    @Test func aRefreshFetchesOnlyWhatChanged() async throws {
        let site = try Site()
        let first = try await site.refresh()
        #expect(first.families == 40 && first.snapshot == 1 && !first.isUnchanged)
        let again = try await site.refresh()
        #expect(again.isUnchanged && again.fetchedBins == 0 && again.families == 40)
        try site.publish(version: "2")
        let changed = try await site.refresh()
        #expect(changed.fetchedBins == 1 && changed.snapshot == 2)
        let found = try #require(try site.copy.index()).families { id, _ in id == "f0" }
        #expect(found.map(\.summary.version) == ["2"])
    }

    @Test func aPackReplacesTheRequestsOfItsBins() async throws {
        let site = try Site()
        for bin in try site.bins(1) { try FileManager.default.removeItem(atPath: bin) }
        #expect(try await site.refresh().families == 40)
    }

    @Test func aDamagedPackIsIgnored() async throws {
        let site = try Site()
        try PublishedFolder.write(Array("no pack".utf8), to: site.out + "/metadata/packs/all.1.gz")
        #expect(try await site.refresh().families == 40)
    }

    @Test func exchangedBinsAreRefused() async throws {
        let site = try Site()
        try site.removePacks()
        let bins = try site.bins(1)
        let (one, other) = (try #require(bins.first), try #require(bins.last))
        let bytes = try #require(try PublishedFolder.read(one))
        try PublishedFolder.write(try #require(try PublishedFolder.read(other)), to: one)
        try PublishedFolder.write(bytes, to: other)
        #expect(await site.fault() == .wrongType)
        #expect(try site.copy.index() == nil)
    }

    @Test func anExpiredCatalogueKeepsItsFamilies() async throws {
        let site = try Site()
        _ = try await site.refresh()
        #expect(await site.fault(at: Timestamp(seconds: Self.now.seconds + 15 * 86_400)) == .expired)
        #expect(try site.copy.index()?.count == 40)
    }

    @Test func anOlderTimestampIsRefused() async throws {
        let site = try Site()
        let timestamp = try #require(try PublishedFolder.read(site.out + "/metadata/timestamp.json"))
        try site.publish(version: "2")
        _ = try await site.refresh()
        try PublishedFolder.write(timestamp, to: site.out + "/metadata/timestamp.json")
        #expect(await site.fault() == .rollback)
        #expect(try site.copy.index()?.snapshot == 2)
    }

    @Test func anotherRootIsRefused() async throws {
        let site = try Site()
        let address = CatalogAddress(url: site.copy.address.url, root: String(repeating: "0", count: 64))
        let copy = CatalogCopy(of: address, trusted: site.home.root + "/t", cache: site.home.root + "/c")
        #expect(await site.fault(copy) == .root)
        #expect(try copy.index() == nil)
    }

    @Test func documentsComeThroughTheirTargets() async throws {
        let site = try Site()
        let transport = try #require(FolderTransport(site.copy.address))
        let documents = CatalogDocuments(of: site.copy, over: transport)
        #expect(try await documents.catalog() == nil)
        _ = try await site.refresh()
        #expect(try await documents.catalog()?.id == "example")
        // The copy is used where the publisher's file is gone.
        try FileManager.default.removeItem(atPath: site.out + "/targets")
        #expect(try await documents.catalog()?.name == "Example")
        await #expect(throws: FontError.self) { try await documents.family("f0") }
    }
}
