import FontCatalog
import FontModel
import FontTransfer
import Foundation
import TestSupport
import Testing

/// Documents of further names that are read before a name is decided.
@Suite struct ReadAheadTests {
    private static let families = (0..<9).map { "Many\($0)" }

    /// A site whose catalogue is on a server and was refreshed.
    private static func site(_ families: [String] = families) async throws -> (site: MatchSite, files: ScriptedFiles) {
        let site = try await MatchSite(families.map { SyntheticFont(family: $0) })
        _ = try site.useServer()
        let files = site.files()
        _ = try await site.catalogs(over: files).match(["Nothing"]).all()
        _ = files.takeRequests()
        return (site, files)
    }

    /// The addresses of the documents of families, by their identifiers.
    private static func documents(_ site: MatchSite) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: site.out + "/targets/families")
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (String(name.split(separator: ".")[1]), "\(MatchSite.server)targets/families/\(name)")
            })
    }

    /// The families whose documents were asked for.
    private static func asked(_ files: ScriptedFiles, _ documents: [String: String]) -> [String] {
        files.requests.compactMap { request in documents.first { $0.value == request.address }?.key }
    }

    /// A person who stops at a question asked servers for no further name.
    @Test func whoIsAskedForEachNameAsksForOneDocumentAtATime() async throws {
        let (site, files) = try await Self.site()
        let documents = try Self.documents(site)
        let asked = Collected<[String]>()
        _ = try await site.catalogs(over: files).match(Self.families) { _ in
            asked.add(Self.asked(files, documents))
            return false
        }.all()
        let ids = Self.families.map { $0.lowercased() }
        #expect(asked.all == ids.indices.map { Array(ids[...$0]) })
    }

    /// The first document arrives only when the sixth was asked for, and the last one when eight names were decided.
    @Test func aFewDocumentsAreReadAhead() async throws {
        let (site, files) = try await Self.site()
        let documents = try Self.documents(site)
        let (sixth, last, open) = (Gate(), Gate(), Gate())
        open.open()
        files.plan([.held(until: sixth, asked: Gate())], at: try #require(documents["many0"]))
        files.plan([.held(until: open, asked: sixth)], at: try #require(documents["many5"]))
        files.plan([.held(until: last, asked: Gate())], at: try #require(documents["many8"]))
        let asked = Collected<Set<String>>()
        let events = try await site.catalogs(over: files).match(Self.families, readsAhead: true) { request in
            asked.add(Set(Self.asked(files, documents)))
            if request.name == Self.families[7] { last.open() }
            return false
        }.all()
        #expect(events.filter { $0.state == .willBeginDownloading }.compactMap(\.name) == Self.families)
        let first = try #require(asked.all.first)
        #expect(first.isSubset(of: (0..<6).map { "many\($0)" }) && first.isSuperset(of: ["many0", "many5"]))
        #expect(Self.asked(files, documents).sorted() == documents.keys.sorted())
    }

    /// Each name fails alone, in its order, after one request.
    @Test(arguments: [false, true])
    func aMissingDocumentIsAskedForOnce(_ readsAhead: Bool) async throws {
        let (site, files) = try await Self.site()
        let documents = try Self.documents(site)
        for id in ["many0", "many3"] { files.plan([.missing], at: try #require(documents[id])) }
        let events = try await site.catalogs(over: files).match(Self.families, readsAhead: readsAhead) { _ in false }
            .all()
        #expect(events.filter { $0.state == .didFailWithError }.compactMap(\.name) == ["Many0", "Many3"])
        let named = events.filter { $0.state == .didFailWithError || $0.state == .willBeginDownloading }
        #expect(named.compactMap(\.name) == Self.families)
        #expect(Self.asked(files, documents).sorted() == documents.keys.sorted())
    }

    /// Nothing is read behind a family whose licence asks for agreement, until that has its answer.
    @Test func readingStopsAtALicenceThatAsksForAgreement() async throws {
        let site = try await MatchSite(
            ["Many0", "Many1"].map { SyntheticFont(family: $0) }, allowing: ["LicenseRef-unknown"])
        try await site.publish(SyntheticFont(family: "Closed"), text: Array("You may use it if you agree.".utf8))
        _ = try site.useServer()
        let files = site.files()
        let documents = try Self.documents(site)
        let asked = Collected<Set<String>>()
        let events = try await site.catalogs(over: files).match(
            ["Many0", "Closed", "Many1"], readsAhead: true, deciding: { $0.requiresAgreement },
            agreeing: { _ in
                asked.add(Set(Self.asked(files, documents)))
                return false
            }
        ).all()
        #expect(events.failure?.code == .cancelledByUser)
        #expect(asked.all == [["many0", "closed"]])
        #expect(Self.asked(files, documents).count == 3)
    }

    // MARK: Candidates

    /// A name that is given twice, also in another spelling, and families of two catalogues.
    @Test(arguments: [false, true])
    func aNameMayBeGivenTwice(_ readsAhead: Bool) async throws {
        let cafe = SyntheticFont(family: "Caf\u{E9} Serif") { $0.postscriptName = "CafeSerif-Regular" }
        let site = try await MatchSite([SyntheticFont(family: "Alpha"), cafe])
        let other = try await MatchSite([SyntheticFont(family: "Beta")])
        defer { withExtendedLifetime(other) {} }
        try site.folders.add(other.address)
        func offered(_ names: [String]) async throws -> [String] {
            let requests = Collected<String>()
            _ = try await site.catalogs().match(names, readsAhead: readsAhead) { request in
                requests.add("\(request.name): \(request.family)")
                return false
            }.all()
            return requests.all
        }
        let names = ["Alpha", "Beta", "Alpha", "Beta", "Cafe\u{301} Serif Regular", "Caf\u{E9} Serif Regular"]
        let together = try await offered(names)
        #expect(together.starts(with: ["Alpha: Alpha", "Beta: Beta", "Alpha: Alpha", "Beta: Beta"]))
        var alone: [String] = []
        for name in names { alone += try await offered([name]) }
        #expect(together == alone && alone.last == "Caf\u{E9} Serif Regular: Caf\u{E9} Serif")
        #expect(try await offered(names.reversed()).sorted() == alone.sorted())
    }

    /// Another process may refresh a catalogue while somebody decides.
    @Test func familiesOfAnEarlierIndexDoNotCount() async throws {
        let site = try await MatchSite([SyntheticFont(family: "Lora")])
        let refreshed = Collected<Int>()
        let events = try await site.catalogs().match(["Lora", "Added"], readsAhead: true) { request in
            if request.name == "Lora" {
                try? await site.publish(SyntheticFont(family: "Added"))
                let other = try? await site.folders.catalogs(over: site.files(), at: MatchSite.now, besides: nil).first
                if let families = try? await other?.refresh().result.families { refreshed.add(families) }
            }
            return false
        }.all()
        #expect(refreshed.all == [2])
        #expect(events.filter { $0.state == .willBeginDownloading }.compactMap(\.name) == ["Lora", "Added"])
        #expect(events.last?.unavailable.isEmpty == true)
    }

    // MARK: The process that fetches

    /// It starts for a refresh that is due, and for what a user agreed to download.
    @Test func nothingIsPreparedBeforeSomethingIsFetched() async throws {
        let site = try await MatchSite([SyntheticFont(family: "Lora")])
        _ = try site.useServer()
        let files = site.files()
        _ = try await site.catalogs(over: files, refreshes: false).match(["Lora"]).all()
        #expect(files.prepared.isEmpty)
        let first = Collected<[String]>()
        _ = try await site.catalogs(over: files).match(["Lora"]) { _ in
            first.add(files.prepared)
            return false
        }.all()
        #expect(first.all == [[MatchSite.server]] && files.prepared == [MatchSite.server])
        // The copy counts, and nobody agreed.
        _ = try await site.catalogs(over: files).match(["Lora", "Nothing"]) { _ in false }.all()
        #expect(files.prepared == [MatchSite.server])
        let before = Collected<[String]>()
        let events = try await site.catalogs(over: files).match(["Lora"]) { _ in
            before.add(files.prepared)
            return true
        }.all()
        #expect(events.last?.results.count == 1 && before.all == [[MatchSite.server]])
        let started = files.prepared.dropFirst()
        #expect(!started.isEmpty && started.allSatisfy { $0.hasPrefix(MatchSite.server) })
        // What is there needs nothing.
        _ = try await site.catalogs(over: files).match(["Lora"]) { _ in true }.all()
        #expect(files.prepared.count == started.count + 1)
    }
}
