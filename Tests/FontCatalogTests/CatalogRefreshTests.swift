import FontCatalog
import FontModel
import Foundation
import TUF
import TestSupport
import Testing

@Suite struct CatalogRefreshTests {
    private let home: PrivateHome
    private let keys: PublisherKeys
    private let now = Timestamp(seconds: 1_795_694_400)
    private var folder: String { home.root + "/out" }

    init() throws {
        home = try PrivateHome()
        try PublisherKeys.create(in: home.root + "/keys")
        keys = try PublisherKeys(in: home.root + "/keys")
    }

    private func entry(_ number: Int, family: String? = nil) -> Publication.Entry {
        let summary: JSONValue = [
            "family": .string(family ?? "Family \(number)"), "names": ["ja": "書体"], "scripts": [], "languages": ["en"],
            "license": "OFL-1.1", "version": "1.0", "revised": "2026-11-26", "size": 1000, "files": 1,
            "faces": [.string("Family\(number)-Regular")], "weights": [400], "axes": [], "designers": [],
        ]
        return Publication.Entry(
            path: "families/f\(number).json", document: Array("{\"id\":\"f\(number)\"}".utf8), custom: summary)
    }

    @discardableResult
    private func publish(_ families: [Publication.Entry], at moment: Timestamp? = nil) throws -> Publication.Result {
        try Publication(folder: folder, keys: keys, now: moment ?? now).publish(
            catalog: Publication.Entry(path: "catalog.json", document: Array("{}".utf8)), families: families)
    }

    private func address(_ root: String) -> CatalogAddress {
        CatalogAddress(url: URL(fileURLWithPath: folder, isDirectory: true).absoluteString, root: root)
    }

    private func copy(_ root: String) -> CatalogCopy {
        CatalogCopy(of: address(root), trusted: home.root + "/trusted", cache: home.root + "/copies")
    }

    private func refresh(_ root: String, at moment: Timestamp? = nil) async throws -> CatalogRefresh.Result {
        let transport = try #require(FolderTransport(address(root)))
        return try await CatalogRefresh(of: copy(root), over: transport, now: moment ?? now).run()
    }

    private func families(_ root: String) throws -> [String] {
        try #require(try copy(root).index()).families { _, _ in true }.map(\.summary.family)
    }

    @Test func aRefreshFetchesWhatChanged() async throws {
        var entries = (0..<40).map { entry($0) }
        let root = try publish(entries).root
        var result = try await refresh(root)
        #expect(result.families == 40 && result.fetchedBins == 4 && !result.isUnchanged)
        #expect(Set(try families(root)) == Set((0..<40).map { "Family \($0)" }))
        #expect(try copy(root).index()?.families { _, names in names.contains("書体") }.count == 40)
        result = try await refresh(root)
        #expect(result.isUnchanged && result.fetchedBins == 0)
        entries[7] = entry(7, family: "New")
        try publish(entries)
        result = try await refresh(root)
        #expect(result.fetchedBins == 1)
        #expect(try families(root).contains("New"))
    }

    /// A pack is a shorter way only: without it or with a damaged one, each bin is fetched.
    @Test(arguments: [nil, Data("no pack".utf8)])
    func packsAreNotNeeded(_ pack: Data?) async throws {
        let root = try publish((0..<40).map { entry($0) }).root
        let path = folder + "/metadata/packs/all.1.gz"
        try FileManager.default.removeItem(atPath: path)
        try pack?.write(to: URL(fileURLWithPath: path))
        #expect(try await refresh(root).families == 40)
    }

    /// The bins of one key and version could be exchanged by a mirror; TUF itself would accept it.
    @Test func exchangedBinsAreRefused() async throws {
        let root = try publish((0..<40).map { entry($0) }).root
        try FileManager.default.removeItem(atPath: folder + "/metadata/packs/all.1.gz")
        let bins = [folder + "/metadata/1.f-0.json", folder + "/metadata/1.f-1.json"]
        let bytes = try bins.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        for (bin, other) in zip(bins, bytes.reversed()) { try other.write(to: URL(fileURLWithPath: bin)) }
        await #expect { try await refresh(root) } throws: { error in
            (error as? FontError)?.cause == .catalog(.wrongType, detail: "f-0.json has the type “f-1”.")
        }
        #expect(try copy(root).index() == nil)
    }

    @Test func anotherRootIsNotTrusted() async throws {
        try publish([entry(1)])
        let root = String(repeating: "0", count: 64)
        await #expect { try await refresh(root) } throws: { error in
            if case .catalog(.root, _) = (error as? FontError)?.cause { true } else { false }
        }
        #expect(!FileManager.default.fileExists(atPath: home.root + "/trusted"))
    }

    @Test func anExpiredCatalogueStillLists() async throws {
        let root = try publish([entry(1)]).root
        _ = try await refresh(root)
        let later = Timestamp(seconds: now.seconds + 20 * 86_400)
        await #expect { try await refresh(root, at: later) } throws: { error in
            if case .catalog(.expired, _) = (error as? FontError)?.cause { true } else { false }
        }
        #expect(try families(root) == ["Family 1"])
        // A publisher renews it.
        _ = try Publication(folder: folder, keys: keys, now: later).renew()
        #expect(try await refresh(root, at: later).families == 1)
    }

    @Test func anOlderStateIsRefused() async throws {
        let root = try publish([entry(1)]).root
        let old = home.root + "/old"
        try FileManager.default.copyItem(atPath: folder, toPath: old)
        try publish([entry(1), entry(2)])
        _ = try await refresh(root)
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: old, toPath: folder)
        await #expect { try await refresh(root) } throws: { error in
            if case .catalog(.rollback, _) = (error as? FontError)?.cause { true } else { false }
        }
        #expect(try families(root).count == 2)
    }

    @Test func aLongerFileIsRefused() async throws {
        let root = try publish([entry(1)]).root
        _ = try await refresh(root)
        let timestamp = URL(fileURLWithPath: folder + "/metadata/timestamp.json")
        try Data(repeating: 0x20, count: MetadataLimits.timestamp + 1).write(to: timestamp)
        await #expect { try await refresh(root) } throws: { error in
            if case .catalog(.tooLong, _) = (error as? FontError)?.cause { true } else { false }
        }
        #expect(try families(root) == ["Family 1"])
    }

    @Test func removingACopyLeavesNothing() async throws {
        let root = try publish((0..<40).map { entry($0) }).root
        _ = try await refresh(root)
        #expect(copy(root).refreshedAt != nil)
        copy(root).remove()
        #expect(copy(root).refreshedAt == nil)
        for folder in ["trusted", "copies"] {
            #expect(try FileManager.default.subpathsOfDirectory(atPath: home.root + "/" + folder) == [])
        }
    }
}
