import FontCatalog
import FontFetching
import FontModel
import Foundation
import Glibc
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
        let transport = AddressTransport(address(root), over: FolderFiles())
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

    /// Of two refreshes at the same time, one could store older metadata over newer.
    @Test func oneRefreshAtATimeChangesTheCopy() async throws {
        let root = try publish([entry(0)]).root
        let trusted = "\(home.root)/trusted/\(address(root).folderName)"
        let transport = WatchedTransport(files: AddressTransport(address(root), over: FolderFiles()), folder: trusted)
        _ = try await CatalogRefresh(of: copy(root), over: transport, now: now).run()
        let lock = open(trusted, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    }

    /// The way to a folder, which checks that the copy is locked.
    private struct WatchedTransport: CatalogTransport {
        var files: AddressTransport
        var folder: String

        func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]? {
            let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #expect(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            close(lock)
            return try await files.fetch(path, atMost: limit)
        }
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
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.root + "/trusted") == [])
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

    /// What is known stays usable when a refresh ends between two documents.
    @Test(arguments: ["snapshot", "targets", CatalogLayout.binPrefix + "-0"])
    func aRefreshThatEndsEarlyLeavesTheCopy(_ role: String) async throws {
        let root = try publish([entry(1)]).root
        _ = try await refresh(root)
        let documents = CatalogDocuments(of: copy(root), over: AddressTransport(address(root), over: FolderFiles()))
        let expiry = try #require(try await documents.expires())
        // Another key of the hash bins and all families: each document is new.
        try PublisherKeys.replace(in: home.root + "/keys", roles: [.bins])
        let others = try PublisherKeys(in: home.root + "/keys")
        let later = Timestamp(seconds: now.seconds + 86_400)
        _ = try Publication(folder: folder, keys: others, now: later).publish(
            catalog: Publication.Entry(path: "catalog.json", document: Array("{ }".utf8)),
            families: (0..<8).map { entry($0) })
        for name in ["2.\(role).json", "packs/2.gz", "packs/all.2.gz"] {
            try FileManager.default.removeItem(atPath: "\(folder)/metadata/\(name)")
        }
        await #expect(throws: FontError.self) { try await refresh(root, at: later) }
        #expect(try families(root) == ["Family 1"])
        #expect(try await documents.expires() == expiry)
    }

    /// In a folder of this machine, only files are read: nothing else stops a refresh, or takes it elsewhere.
    @Test func onlyFilesOfAFolderAreRead() async throws {
        let root = try publish([entry(0)]).root
        let file = folder + "/metadata/1.root.json"
        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        for make in [{ mkfifo(file, 0o600) }, { mkdir(file, 0o700) }] {
            try #require(make() == 0)
            let error = await #expect(throws: FontError.self) { try await refresh(root) }
            #expect(error?.code == .fileNotFound)
            try FileManager.default.removeItem(atPath: file)
        }
        let transport = AddressTransport(address(root), over: FolderFiles())
        #expect(try await transport.fetch("metadata/1.root.json.away", atMost: 1 << 20) != nil)
        #expect(try await transport.fetch("metadata/../metadata/1.root.json.away", atMost: 1 << 20) == nil)
        #expect(try await transport.fetch("metadata/%2E%2E/metadata/1.root.json.away", atMost: 1 << 20) == nil)
        // A link is that of the publisher.
        symlink(file + ".away", file)
        #expect(try await refresh(root).families == 1)
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

    /// A catalogue that is removed and added again cannot be older than it was.
    @Test func aRemovedCatalogueDoesNotReturnOlder() async throws {
        let root = try publish([entry(1)]).root
        let old = home.root + "/old"
        try FileManager.default.copyItem(atPath: folder, toPath: old)
        try publish([entry(1), entry(2)])
        _ = try await refresh(root)
        #expect(copy(root).refreshedAt != nil)
        copy(root).remove()
        #expect(copy(root).refreshedAt == nil)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.root + "/copies") == [])
        let new = home.root + "/new"
        try FileManager.default.moveItem(atPath: folder, toPath: new)
        try FileManager.default.moveItem(atPath: old, toPath: folder)
        await #expect { try await refresh(root) } throws: { error in
            if case .catalog(.rollback, _) = (error as? FontError)?.cause { true } else { false }
        }
        // A command forgets a catalogue that it could not add.
        copy(root).remove()
        await #expect(throws: FontError.self) { try await refresh(root) }
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: new, toPath: folder)
        #expect(try await refresh(root).families == 2)
    }
}
