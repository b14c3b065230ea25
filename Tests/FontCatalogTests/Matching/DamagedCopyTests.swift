import FontCatalog
import FontModel
import Foundation
import TestSupport
import Testing

/// A damaged copy of a catalogue on a server is repaired without a request, of what else is there.
@Suite struct DamagedCopyTests {
    private let site: MatchSite
    private let files: ScriptedFiles
    /// The folders of the copy below the cache and beside the store.
    private let (cache, trusted): (String, String)

    init() async throws {
        site = try await MatchSite(MatchSite.lora)
        let address = try site.useServer()
        files = site.files()
        cache = "\(site.home.root)/cache/fontd/catalogs/\(address.folderName)"
        trusted = "\(site.home.paths.store)/catalogs/\(address.folderName)"
        _ = try await catalog().refresh()
        _ = files.takeRequests()
    }

    private func catalog() async throws -> KnownCatalog {
        try #require(try await site.folders.catalogs(over: files, at: MatchSite.now, besides: nil).first)
    }

    private func cut(_ path: String) throws {
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    }

    @Test func searchesAndListsMakeTheIndexAgain() async throws {
        let whole = try Data(contentsOf: URL(filePath: cache + "/index"))
        let refreshed = try await catalog().copy.refreshedAt
        try cut(cache + "/index")
        #expect(try await catalog().index()?.count == 1)
        try FileManager.default.removeItem(atPath: cache + "/index")
        #expect(try await catalog().indexHead()?.count == 1)
        // As after a power cut: the size is right.
        try (whole.prefix(60) + Data(count: whole.count - 60)).write(to: URL(filePath: cache + "/index"))
        #expect(try await catalog().index()?.count == 1)
        #expect(try Data(contentsOf: URL(filePath: cache + "/index")) == whole)
        #expect(try await catalog().copy.refreshedAt == refreshed)
        #expect(files.takeRequests().isEmpty)
    }

    @Test func matchesFindTheFamilyWithADamagedIndex() async throws {
        try cut(cache + "/index")
        let events = try await site.catalogs(over: files).match(["Lora"]) { _ in false }.all()
        #expect(events.sequence.hasSuffix("4 6 1"), "\(events)")
    }

    @Test func damagedMetadataAreThoseOfTheRoles() async throws {
        let whole = try Data(contentsOf: URL(filePath: trusted + "/complete.gz"))
        try cut(trusted + "/complete.gz")
        #expect(try await catalog().family("lora")?.family == "Lora")
        let events = try await site.catalogs(over: files).match(["Lora"]) { _ in false }.all()
        #expect(events.sequence == "0 4 6 1", "\(events)")
        // The next refresh writes them anew.
        _ = try await catalog().refresh()
        #expect(try Data(contentsOf: URL(filePath: trusted + "/complete.gz")) == whole)
    }

    /// Without the copies of the hash bins only a refresh helps.
    @Test func anEmptiedCacheIsLeftToARefresh() async throws {
        try FileManager.default.removeItem(atPath: cache)
        #expect(try await catalog().index() == nil)
        let events = try await site.catalogs(over: files).match(["Lora"]) { _ in false }.all()
        #expect(events.sequence == "0 2 4 6 1", "\(events)")
    }
}
