import FontCatalog
import FontModel
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

    @Test func anUnchangedCatalogueKeepsItsDocuments() async throws {
        let before = try await catalog.documents().signedFamily("lora")
        let (id, result) = try await catalog.refresh()
        #expect(id == "given" && result.isUnchanged)
        #expect(try await catalog.documents().signedFamily("lora")?.sha256 == before?.sha256)
    }
}
