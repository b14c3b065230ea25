import FontCatalog
import FontFetching
import FontModel
import Foundation
import TUF
import TestSupport
import Testing

@Suite struct KeyRotationTests {
    private static let now = Timestamp(seconds: 1_795_694_400)

    /// A catalogue of a publisher, and a client that has a copy of it.
    private struct Site {
        let home: PrivateHome
        let out: String
        let keys: String
        let copy: CatalogCopy

        init(families: Int) throws {
            home = try PrivateHome()
            (out, keys) = (home.root + "/out", home.root + "/keys")
            try PublisherKeys.create(in: keys)
            let publication = Publication(folder: out, keys: try PublisherKeys(in: keys), now: KeyRotationTests.now)
            let root = try Self.publish(publication, families: families).root
            copy = CatalogCopy(
                of: CatalogAddress(folder: out, root: root), trusted: home.root + "/trusted",
                cache: home.root + "/copies")
        }

        /// Publishes with keys of a folder.
        @discardableResult
        func publish(families: Int, keys folder: String? = nil) throws -> Publication.Result {
            try Self.publish(
                Publication(folder: out, keys: try PublisherKeys(in: folder ?? keys), now: KeyRotationTests.now),
                families: families)
        }

        private static func publish(_ publication: Publication, families: Int) throws -> Publication.Result {
            let entries = (0..<families).map { number in
                Publication.Entry(
                    path: "families/f\(number).json", document: Array("{}".utf8),
                    custom: [
                        "family": .string("Family \(number)"), "names": .object([]), "scripts": .array([]),
                        "languages": .array([]), "license": "OFL-1.1", "version": "1", "revised": "2026-11-01",
                        "size": .integer(1), "files": .integer(1), "faces": .array([]), "weights": .array([]),
                        "axes": .array([]), "designers": .array([]),
                    ])
            }
            return try publication.publish(
                catalog: Publication.Entry(path: "catalog.json", document: Array("{}".utf8)), families: entries)
        }

        func replace(_ roles: PublisherKeys.Role...) throws -> Publication.Result {
            try Publication.replaceKeys(roles, in: keys, of: out, now: KeyRotationTests.now)
        }

        /// The families that the client has after a refresh.
        func refreshed() async throws -> Int {
            let transport = AddressTransport(copy.address, over: FolderFiles())
            return try await CatalogRefresh(of: copy, over: transport, now: KeyRotationTests.now).run().families
        }

        func file(_ name: String) throws -> [UInt8]? { try PublishedFolder.read("\(home.root)/\(name)") }

        func contents() throws -> [String: Data] {
            var contents: [String: Data] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: out) {
                contents[path] = FileManager.default.contents(atPath: "\(out)/\(path)") ?? Data()
            }
            return contents
        }
    }

    @Test func clientsFollowNewKeysOfAllRoles() async throws {
        let site = try Site(families: 30)
        #expect(try await site.refreshed() == 30)
        let former = try PublisherKeys.Role.allCases.map { try site.file("keys/\($0.fileName)") }
        let result = try site.replace(.root, .targets, .bins, .snapshot, .timestamp)
        #expect(result.rootVersion == 2 && result.snapshot == 2 && result.root == site.copy.address.root)
        #expect(try PublisherKeys.Role.allCases.map { try site.file("keys/\($0.formerFileName)") } == former)
        #expect(try PublisherKeys.Role.allCases.map { try site.file("keys/\($0.fileName)") } != former)
        #expect(try await site.refreshed() == 30)
        // The next change of keys begins with the present ones.
        #expect(try site.replace(.root).rootVersion == 3)
        #expect(try await site.refreshed() == 30)
        // A publication with the present keys alone.
        for role in PublisherKeys.Role.allCases { unlink("\(site.keys)/\(role.formerFileName)") }
        try site.publish(families: 31)
        #expect(try await site.refreshed() == 31)
    }

    @Test(arguments: PublisherKeys.Role.allCases)
    func clientsFollowANewKeyOfOneRole(_ role: PublisherKeys.Role) async throws {
        let site = try Site(families: 3)
        #expect(try await site.refreshed() == 3)
        // The key of the hash bins is in the targets.
        #expect(try site.replace(role).rootVersion == (role == .bins ? 1 : 2))
        #expect(try await site.refreshed() == 3)
    }

    @Test func hashBinsAreCountedAnewWithAKeyOfTheSnapshot() async throws {
        let site = try Site(families: 10)
        #expect(try await site.refreshed() == 10)
        #expect(try site.publish(families: 100).changedBins == 2)
        #expect(try await site.refreshed() == 100)
        #expect(try site.replace(.snapshot).changedBins == 16)
        #expect(try await site.refreshed() == 100)
        // Fewer again: no bin gets a version that it had before.
        #expect(try site.publish(families: 10).changedBins == 16)
        #expect(try site.replace(.snapshot).changedBins == 2)
        #expect(try await site.refreshed() == 10)
        #expect(try site.publish(families: 100).changedBins == 2)
        let before = try site.contents()
        #expect(try site.replace(.snapshot).changedBins == 16)
        let after = try site.contents()
        #expect(before.allSatisfy { path, bytes in path == "metadata/timestamp.json" || after[path] == bytes })
        #expect(try await site.refreshed() == 100)
    }

    @Test func anInterruptedChangeIsCompletedByTheNextPublication() async throws {
        let site = try Site(families: 3)
        #expect(try await site.refreshed() == 3)
        try PublisherKeys.replace(in: site.keys, roles: [.root, .timestamp])
        let result = try site.publish(families: 4)
        #expect(result.rootVersion == 2 && result.isChanged)
        #expect(try await site.refreshed() == 4)
    }

    @Test func theKeysOfAnotherCatalogueChangeNothing() throws {
        let site = try Site(families: 3)
        let before = try site.contents()
        let other = site.home.root + "/other"
        try PublisherKeys.create(in: other)
        #expect(throws: FontError.self) { try site.publish(families: 4, keys: other) }
        let publication = Publication(folder: site.out, keys: try PublisherKeys(in: other), now: Self.now)
        #expect(throws: FontError.self) { try publication.renew() }
        #expect(throws: FontError.self) {
            try Publication.replaceKeys([.timestamp], in: other, of: site.out, now: Self.now)
        }
        #expect(try site.contents() == before)
        #expect(try site.file("other/timestamp.old.pem") == nil)
    }

    @Test func withoutAllKeysNoneIsReplaced() throws {
        let site = try Site(families: 3)
        let key = try site.file("keys/timestamp.pem")
        unlink(site.keys + "/root.pem")
        let error = #expect(throws: FontError.self) { try site.replace(.timestamp) }
        #expect(error?.file == site.keys + "/root.pem")
        #expect(try site.file("keys/timestamp.pem") == key)
        // The root's key is needed neither for a publication nor for a renewal.
        #expect(try site.publish(families: 4).snapshot == 2)
        let renewal = try Publication(folder: site.out, keys: try PublisherKeys(in: site.keys), now: Self.now).renew()
        #expect(renewal.snapshot == 2 && renewal.root == site.copy.address.root)
    }
}
