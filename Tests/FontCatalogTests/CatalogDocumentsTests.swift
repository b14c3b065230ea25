import FontCatalog
import FontFetching
import FontModel
import Foundation
import TUF
import TestSupport
import Testing

@Suite struct CatalogDocumentsTests {
    private static let now = Timestamp(seconds: 1_795_694_400)

    /// A catalogue of a publisher and its copy on a client.
    private struct Site {
        let home: PrivateHome
        let out: String
        let copy: CatalogCopy

        init() throws {
            home = try PrivateHome()
            out = home.root + "/out"
            try PublisherKeys.create(in: home.root + "/keys")
            let keys = try PublisherKeys(in: home.root + "/keys")
            let root = try Self.publish(out, keys).root
            copy = CatalogCopy(
                of: CatalogAddress(url: "file://\(out)/", root: root), trusted: home.root + "/trusted",
                cache: home.root + "/copies")
        }

        /// Publishes 40 families.
        private static func publish(_ out: String, _ keys: PublisherKeys) throws -> Publication.Result {
            let families = (0..<40).map { number in
                Publication.Entry(
                    path: "families/f\(number).json", document: Array("{}".utf8),
                    custom: [
                        "family": .string("Family \(number)"), "names": .object([]), "scripts": .array([]),
                        "languages": .array([]), "license": "OFL-1.1", "version": "1",
                        "revised": "2026-11-01", "size": .integer(1), "files": .integer(1), "faces": .array([]),
                        "weights": .array([]), "axes": .array([]), "designers": .array([]),
                    ])
            }
            let document =
                "{\"formatVersion\":1,\"id\":\"example\",\"name\":\"Example\",\"names\":{},\"families\":40}"
            return try Publication(folder: out, keys: keys, now: now).publish(
                catalog: Publication.Entry(path: "catalog.json", document: Array(document.utf8)), families: families)
        }

        func refresh() async throws -> CatalogRefresh.Result {
            let transport = AddressTransport(copy.address, over: FolderFiles())
            return try await CatalogRefresh(of: copy, over: transport, now: now).run()
        }

        /// The files of hash bins of a version.
        func bins(_ version: Int) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: out + "/metadata").sorted()
                .filter { $0.hasPrefix("\(version).f-") }.map { "\(out)/metadata/\($0)" }
        }
    }

    @Test func aPackReplacesTheRequestsOfItsBins() async throws {
        let site = try Site()
        for bin in try site.bins(1) { try FileManager.default.removeItem(atPath: bin) }
        #expect(try await site.refresh().families == 40)
    }

    @Test func documentsComeThroughTheirTargets() async throws {
        let site = try Site()
        let transport = AddressTransport(site.copy.address, over: FolderFiles())
        let documents = CatalogDocuments(of: site.copy, over: transport)
        #expect(try await documents.catalog() == nil)
        _ = try await site.refresh()
        #expect(try await documents.catalog()?.id == "example")
        // The copy is used where the publisher's file is gone.
        try FileManager.default.removeItem(atPath: site.out + "/targets")
        #expect(try await documents.catalog()?.name == "Example")
        await #expect(throws: FontError.self) { try await documents.family("f0") }
    }

    /// A document that cannot be kept, as on a full disk, is still shown.
    @Test func aDocumentNeedsNoCopy() async throws {
        let site = try Site()
        _ = try await site.refresh()
        let targets = "\(site.home.root)/copies/\(site.copy.address.folderName)/targets"
        try PublishedFolder.write([], to: targets)
        let transport = AddressTransport(site.copy.address, over: FolderFiles())
        #expect(try await CatalogDocuments(of: site.copy, over: transport).catalog()?.id == "example")
        #expect(PublishedFolder.has(0, at: targets))
    }
}
