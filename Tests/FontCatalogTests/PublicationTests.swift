import FontCatalog
import FontModel
import Foundation
import Glibc
import TUF
import TestSupport
import Testing

@Suite struct PublicationTests {
    private static let now = Timestamp(seconds: 1_795_694_400)

    private static func entry(_ number: Int, text: String = "") -> Publication.Entry {
        Publication.Entry(
            path: "families/f\(number).json", document: Array("{\"id\":\"f\(number)\",\"text\":\"\(text)\"}".utf8),
            custom: ["family": .string("Family \(number)")])
    }

    private static let catalog = Publication.Entry(path: "catalog.json", document: Array("{}".utf8))

    /// Updates from the files of a folder as a client does.
    private static func update(_ folder: String, at now: Timestamp = now) throws -> TrustedMetadata {
        let root = try #require(try PublishedFolder.read("\(folder)/metadata/1.root.json"))
        var update = try MetadataUpdate(root: root, now: now)
        while let request = update.next {
            _ = try update.supply(try PublishedFolder.read("\(folder)/metadata/\(request.fileName)"))
        }
        return update.trusted
    }

    @Test func aClientFindsEachFamilyInItsHashBin() throws {
        let home = try PrivateHome()
        try PublisherKeys.create(in: home.root + "/keys")
        let keys = try PublisherKeys(in: home.root + "/keys")
        let publication = Publication(folder: home.root + "/out", keys: keys, now: Self.now)
        let families = (0..<100).map { Self.entry($0) }
        let first = try publication.publish(catalog: Self.catalog, families: families)
        #expect(first.snapshot == 1)
        #expect(first.changedBins == 16)
        for number in [0, 57, 99] {
            var search = MetadataSearch(for: "families/f\(number).json", in: try Self.update(home.root + "/out"))
            while let request = search.next {
                try search.supply(try PublishedFolder.read("\(home.root)/out/metadata/\(request.file.fileName)"))
            }
            let target = try #require(search.found?.target)
            #expect(target.custom?["family"]?.text == "Family \(number)")
            let name = target.fileName(isConsistent: true)
            let document = try #require(try PublishedFolder.read("\(home.root)/out/targets/\(name)"))
            try target.verify(document)
        }
        // Nothing changed, so no byte does.
        let before = try contents(home.root + "/out")
        let again = try publication.publish(catalog: Self.catalog, families: families)
        #expect(again.snapshot == 1 && again.changedBins == 0 && again.root == first.root)
        #expect(try contents(home.root + "/out") == before)
        // One family changed: one bin.
        var changed = families
        changed[57] = Self.entry(57, text: "new")
        #expect(try publication.publish(catalog: Self.catalog, families: changed).changedBins == 1)
        #expect(try Self.update(home.root + "/out").snapshotVersion == 2)
        #expect(try bins(home.root, "2") == 1)
        #expect(try bins(home.root, "all.2") == 16)
        // After 15 days only the timestamp has expired.
        let later = Timestamp(seconds: Self.now.seconds + 15 * 86_400)
        #expect(throws: TrustError.self) { try Self.update(home.root + "/out", at: later) }
        _ = try Publication(folder: home.root + "/out", keys: keys, now: later).renew()
        #expect(try Self.update(home.root + "/out", at: later).snapshotVersion == 2)
    }

    /// Clients would refuse all that other keys sign.
    @Test func otherKeysPublishNothing() throws {
        let home = try PrivateHome()
        for name in ["keys", "others"] { try PublisherKeys.create(in: "\(home.root)/\(name)") }
        let folder = home.root + "/out"
        let keys = try PublisherKeys(in: home.root + "/keys")
        _ = try Publication(folder: folder, keys: keys, now: Self.now).publish(
            catalog: Self.catalog, families: [Self.entry(1)])
        let before = try contents(folder)
        let other = Publication(folder: folder, keys: try PublisherKeys(in: home.root + "/others"), now: Self.now)
        for attempt in [
            { _ = try other.publish(catalog: Self.catalog, families: [Self.entry(2)]) }, { _ = try other.renew() },
        ] {
            #expect { try attempt() } throws: { ($0 as? FontError)?.code == .insufficientInfo }
        }
        #expect(try contents(folder) == before)
        #expect(try Self.update(folder).snapshotVersion == 1)
    }

    /// A renewal by cron does not replace the timestamp of a publication at the same time.
    @Test func oneProcessAtATimePublishes() async throws {
        let home = try PrivateHome()
        try PublisherKeys.create(in: home.root + "/keys")
        let (folder, keys) = (home.root + "/out", try PublisherKeys(in: home.root + "/keys"))
        _ = try Publication(folder: folder, keys: keys, now: Self.now).publish(
            catalog: Self.catalog, families: [Self.entry(1)])
        let before = try contents(folder)
        let other = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
        let (publications, sink) = AsyncThrowingStream.makeStream(of: Int64.self)
        // A thread of its own, for it waits for the lock.
        Thread.detachNewThread {
            do {
                sink.yield(
                    try Publication(folder: folder, keys: keys, now: Self.now).publish(
                        catalog: Self.catalog, families: [Self.entry(1), Self.entry(2)]
                    ).snapshot)
                sink.finish()
            } catch {
                sink.finish(throwing: error)
            }
        }
        var status = stat()
        try #require(fstat(other, &status) == 0)
        let inode = ":\(status.st_ino) "
        #expect(
            await eventually {
                let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
                return locks.split(separator: "\n").contains { $0.contains("-> FLOCK") && $0.contains(inode) }
            })
        #expect(try contents(folder) == before)
        close(other)
        var snapshots: [Int64] = []
        for try await snapshot in publications { snapshots.append(snapshot) }
        #expect(snapshots == [2])
    }

    /// Two processes may keep a copy of one file at the same time: none fails, and the file is whole.
    @Test func writersOfOneFileDoNotDisturbEachOther() async throws {
        let home = try PrivateHome()
        let path = home.root + "/file"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in UInt8(0)..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        try PublishedFolder.write([UInt8](repeating: writer, count: 100_000), to: path)
                    }
                }
            }
            try await group.waitForAll()
        }
        let bytes = try #require(try PublishedFolder.read(path))
        #expect(bytes.count == 100_000 && Set(bytes).count == 1)
        #expect(try home.inventory(of: home.root).filter { $0.contains("fontd~") } == [])
    }

    @Test func ofAPackOnlyWhatIsWantedIsTaken() {
        let pack = BinPack.pack([("a", [1, 10]), ("b", []), ("c", [2])])
        #expect(BinPack.files(in: pack, named: ["b", "c", "d"]) == ["b": [], "c": [2]])
    }

    /// The number of hash bins in a pack.
    private func bins(_ root: String, _ pack: String) throws -> Int? {
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: root + "/out/metadata"))
        return try PublishedFolder.read("\(root)/out/metadata/packs/\(pack).gz")
            .flatMap { BinPack.files(in: $0, named: names)?.count }
    }

    private func contents(_ folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            contents[path] = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
        }
        return contents
    }
}
