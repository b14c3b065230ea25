import FontCatalog
import FontModel
import FontTransfer
import Foundation
import TestSupport
import Testing

/// Matches of names of many families.
@Suite struct ManyNamesTests {
    /// Each document is fetched once, also if several are fetched at the same time.
    @Test(arguments: [false, true])
    func namesOfManyFamiliesAreAnsweredInTheirOrder(_ readsAhead: Bool) async throws {
        let families = (0..<12).map { "Many\($0)" }
        let site = try await MatchSite(families.map { SyntheticFont(family: $0) })
        _ = try site.useServer()
        let files = site.files()
        let names = families + ["Nothing", "Many3-Regular"]
        let events = try await site.catalogs(over: files).match(names, readsAhead: readsAhead) { _ in false }.all()
        let offered = events.filter { $0.state == .willBeginDownloading }.compactMap(\.name)
        #expect(offered == families + ["Many3-Regular"])
        #expect(events.last?.unavailable.map(\.name) == ["Nothing"])
        let documents = files.requests.map(\.address).filter { $0.contains("/targets/families/") }
        #expect(documents.count == families.count && Set(documents).count == families.count)
    }

    /// If the server fails, each name fails.
    @Test(arguments: [false, true])
    func manyNamesFailAlone(_ readsAhead: Bool) async throws {
        let families = (0..<9).map { "Many\($0)" }
        let site = try await MatchSite(families.map { SyntheticFont(family: $0) })
        _ = try site.useServer()
        _ = try await site.catalogs(over: site.files()).match(["Nothing"]).all()
        try FileManager.default.removeItem(atPath: site.out + "/targets/families")
        let events = try await site.catalogs(over: site.files()).match(families, readsAhead: readsAhead) { _ in true }
            .all()
        let failed = events.filter { $0.state == .didFailWithError }
        #expect(failed.compactMap(\.name) == families)
        #expect(failed.allSatisfy { $0.error?.code == .registrationFailed })
    }
}
