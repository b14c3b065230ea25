import FontCatalog
import FontFetching
import FontModel
import FontTransfer
import Foundation
import TUF
import TestSupport
import Testing

/// A server that does not answer is not asked by each program that needs a font.
@Suite struct RefreshPauseTests {
    private static let hour: Int64 = 3_600
    private static let twoDays: Int64 = 2 * 86_400

    /// Refreshes as `fontctl catalog refresh` does.
    private func refresh(_ site: MatchSite, _ address: CatalogAddress, over files: ScriptedFiles) async throws {
        _ = try await CatalogRefresh(
            of: site.folders.copy(of: address), over: AddressTransport(address, over: files), now: MatchSite.now
        ).run()
    }

    @Test func aFailedFirstRefreshIsRepeatedAfterAnHour() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try site.useServer()
        let files = site.files()
        files.plan([.fault(.unreachable)], at: MatchSite.server + "metadata/1.root.json")
        let failed = try await site.catalogs(over: files).match(["Lora"]).all()
        #expect(failed.sequence == "0 2 8 1")
        #expect(files.takeRequests().count == 1)
        // The reason is still known, and nothing is asked.
        let soon = try await site.catalogs(over: files, later: Self.hour / 2).match(["Lora", "Nothing"]).all()
        #expect(soon.sequence == "0 8 8 1" && soon.failure == failed.failure)
        #expect(files.takeRequests().isEmpty)
        let later = try await site.catalogs(over: files, later: Self.hour + 60).match(["Lora"]).all()
        #expect(later.sequence == "0 2 4 … 6 7 1")
    }

    @Test func whatIsKnownIsUsedMeanwhile() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let address = try site.useServer()
        let files = site.files()
        try await refresh(site, address, over: files)
        let timestamp = MatchSite.server + "metadata/timestamp.json"
        files.plan([.fault(.unreachable)], at: timestamp)
        let failed = try await site.catalogs(over: files, later: Self.twoDays).match(["Lora"]) { _ in false }.all()
        #expect(failed.sequence == "0 2 4 6 1" && failed.last?.warnings.count == 1)
        #expect(files.takeRequests().contains { $0.address == timestamp })
        let soon = try await site.catalogs(over: files, later: Self.twoDays + 60).match(["Lora"]) { _ in false }.all()
        #expect(soon.sequence == "0 4 6 1" && soon.last?.warnings == failed.last?.warnings)
        #expect(files.takeRequests().isEmpty)
    }

    /// Before the user has agreed to a download, a program learns what is known, and the server hears of nothing.
    @Test func withoutARefreshTheCopyCounts() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let address = try site.useServer()
        let files = site.files()
        func offered() async throws -> [FontMatchingEvent] {
            try await site.catalogs(over: files, later: Self.twoDays, refreshes: false).match(["Lora"]) { _ in false }
                .all()
        }
        let unknown = try await offered()
        #expect(!unknown.sequence.contains("2") && !unknown.sequence.contains("4"), "\(unknown)")
        #expect(files.takeRequests().isEmpty)
        #expect(site.folders.copy(of: address).recentFailure(at: MatchSite.now) == nil)
        try await refresh(site, address, over: files)
        _ = files.takeRequests()
        #expect(try await offered().sequence == "0 4 6 1")
        #expect(!files.takeRequests().contains { $0.address.hasSuffix("timestamp.json") })
        let due = try await site.catalogs(over: files, later: Self.twoDays).match(["Lora"]) { _ in false }.all()
        #expect(due.sequence == "0 2 4 6 1")
    }

    /// A person who refreshes does not wait.
    @Test func aRefreshByHandEndsThePause() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let address = try site.useServer()
        let files = site.files()
        files.plan([.fault(.unreachable)], at: MatchSite.server + "metadata/1.root.json")
        #expect(try await site.catalogs(over: files).match(["Lora"]).all().sequence == "0 2 8 1")
        try await refresh(site, address, over: files)
        #expect(site.folders.copy(of: address).recentFailure(at: MatchSite.now) == nil)
        #expect(try await site.catalogs(over: files).match(["Lora"]).all().sequence == "0 4 … 6 7 1")
    }

    /// A catalogue that is removed leaves no note.
    @Test func aRemovedCatalogueIsForgotten() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let address = try site.useServer()
        let files = site.files()
        files.plan([.fault(.unreachable)], at: MatchSite.server + "metadata/1.root.json")
        _ = try await site.catalogs(over: files).match(["Lora"]).all()
        #expect(site.folders.copy(of: address).recentFailure(at: MatchSite.now) != nil)
        _ = try site.useServer()
        #expect(try await site.catalogs(over: files).match(["Lora"]).all().sequence == "0 2 4 … 6 7 1")
    }

    /// Another clock than that of the failure ends the pause, too.
    @Test func aClockThatWasSetBackDoesNotProlongThePause() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try site.useServer()
        let files = site.files()
        files.plan([.fault(.unreachable)], at: MatchSite.server + "metadata/1.root.json")
        _ = try await site.catalogs(over: files, later: Self.twoDays).match(["Lora"]).all()
        #expect(try await site.catalogs(over: files).match(["Lora"]).all().sequence == "0 2 4 … 6 7 1")
    }

    /// The cache may be emptied at any time.
    @Test func anEmptiedCacheIsFilledAgain() async throws {
        let site = try await MatchSite(MatchSite.lora)
        #expect(try await site.catalogs().match(["Lora"]) { _ in false }.all().sequence == "0 4 6 1")
        try FileManager.default.removeItem(atPath: site.home.root + "/cache/fontd/catalogs")
        #expect(try await site.catalogs().match(["Lora"]) { _ in false }.all().sequence == "0 4 6 1")
    }
}
