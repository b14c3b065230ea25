import FontCatalog
import FontModel
import FontTransfer
import Foundation
import TestSupport
import Testing

/// Matches of names of many families.
@Suite struct ManyNamesTests {
    /// Documents of several families are fetched at the same time, each once, and verified for each catalogue once.
    @Test func namesOfManyFamiliesAreAnsweredInTheirOrder() async throws {
        let families = (0..<12).map { "Many\($0)" }
        let site = try await MatchSite(families.map { SyntheticFont(family: $0) })
        _ = try site.useServer()
        let files = site.files()
        let names = families + ["Nothing", "Many3-Regular"]
        let events = try await site.catalogs(over: files).match(names) { _ in false }.all()
        let offered = events.filter { $0.state == .willBeginDownloading }.compactMap(\.name)
        #expect(offered == families + ["Many3-Regular"])
        #expect(events.last?.unavailable.map(\.name) == ["Nothing"])
        let documents = files.requests.map(\.address).filter { $0.contains("/targets/families/") }
        #expect(documents.count == families.count && Set(documents).count == families.count)
    }

    /// If the server fails, each name fails, and no more is asked at once than before.
    @Test func manyNamesFailAlone() async throws {
        let families = (0..<9).map { "Many\($0)" }
        let site = try await MatchSite(families.map { SyntheticFont(family: $0) })
        _ = try site.useServer()
        _ = try await site.catalogs(over: site.files()).match(["Nothing"]).all()
        try FileManager.default.removeItem(atPath: site.out + "/targets/families")
        let events = try await site.catalogs(over: site.files()).match(families).all()
        let failed = events.filter { $0.state == .didFailWithError }
        #expect(failed.compactMap(\.name) == families)
        #expect(failed.allSatisfy { $0.error?.code == .registrationFailed })
    }
}
