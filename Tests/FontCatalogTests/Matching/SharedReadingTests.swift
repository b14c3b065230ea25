import FontCatalog
import FontModel
import FontTransfer
import Foundation
import TestSupport
import Testing

/// What was read of a catalogue is read again as soon as the catalogue is another.
@Suite struct SharedReadingTests {
    private let site: MatchSite
    private let catalog: KnownCatalog

    init() async throws {
        site = try await MatchSite([SyntheticFont(family: "Lora")])
        let catalogs = try await site.folders.catalogs(over: site.files(), at: MatchSite.now, besides: nil)
        catalog = try #require(catalogs.first)
    }

    @Test func aRefreshGivesNewDocuments() async throws {
        let before = try await catalog.documents().signedFamily("lora")
        #expect(try await catalog.index()?.count == 1)
        try site.publish("lora") { $0.version = "9" }
        let (id, result) = try await catalog.refresh()
        #expect(id == "given" && !result.isUnchanged && result.families == 1)
        let after = try await catalog.documents().signedFamily("lora")
        #expect(after?.document.version == "9" && after?.sha256 != before?.sha256)

        try await site.publish(SyntheticFont(family: "Added"))
        #expect(try await catalog.refresh().result.families == 2)
        #expect(try await catalog.index()?.count == 2)
        #expect(try await catalog.family("added")?.family == "Added")
    }

    /// A document for which earlier keys vouched is verified again by the present ones, whatever the version of the snapshot.
    @Test func aDocumentOfEarlierKeysIsNotOneOfThePresentOnes() async throws {
        let address = try site.useServer()
        let files = site.files()
        let served = try #require(
            try await site.folders.catalogs(over: files, at: MatchSite.now, besides: nil).first)
        let before = try await served.refresh().result.snapshot
        let listed = try FileManager.default.contentsOfDirectory(atPath: site.out + "/targets/families")
        let document = "targets/families/\(try #require(listed.first))"
        #expect(listed.count == 1)
        let (asked, gate) = (Gate(), Gate())
        files.plan([.held(until: gate, asked: asked)], at: MatchSite.server + document)
        async let early = served.documents().signedFamily("lora")
        await asked.pass()
        let keys = site.home.root + "/keys"
        #expect(
            try Publication.replaceKeys([.timestamp], in: keys, of: site.out, now: MatchSite.now).snapshot == before)
        #expect(try await served.refresh().result.snapshot == before)
        // The new metadata are verified before the document of the earlier ones arrives.
        #expect(try await served.documents().catalog()?.id == "given")
        gate.open()
        #expect(try await early?.document.family == "Lora")
        let copy = "\(site.home.root)/cache/fontd/catalogs/\(address.folderName)/\(document)"
        try FileManager.default.removeItem(atPath: copy)
        _ = files.takeRequests()
        for _ in 0..<2 { #expect(try await served.family("lora")?.family == "Lora") }
        #expect(files.requests.map(\.address) == [MatchSite.server + document])
    }

    @Test func anUnchangedCatalogueKeepsItsDocuments() async throws {
        let before = try await catalog.documents().signedFamily("lora")
        let (id, result) = try await catalog.refresh()
        #expect(id == "given" && result.isUnchanged)
        #expect(try await catalog.documents().signedFamily("lora")?.sha256 == before?.sha256)
    }
}
