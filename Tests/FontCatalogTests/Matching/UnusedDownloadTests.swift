import FontCatalog
import FontFetching
import FontModel
import FontRegistry
import Foundation
import TUF
import TestSupport
import Testing

/// Families that programs asked for and nobody uses can be removed.
@Suite struct UnusedDownloadTests {
    private func catalogs(_ site: MatchSite, for asker: DownloadOrigin.Asker = .request) throws -> FontCatalogs {
        try FontCatalogs(
            try site.home.user(), folders: site.folders, network: CatalogNetwork(FolderFiles()),
            environment: CatalogEnvironment(asker: asker, pause: DownloadPause { _ in }))
    }

    /// Makes a download of long ago, of which nothing was found since.
    private func age(_ site: MatchSite) throws {
        let origins = DownloadOrigins(site.home.paths)
        for var origin in try origins.all() {
            origin.date = 1_000
            try origins.record(origin)
        }
        try? FileManager.default.removeItem(atPath: site.home.paths.store + "/downloads/used")
    }

    private let limit = MatchSite.now.seconds - 86_400

    @Test func whatProgramsDoNotFindIsUnused() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let catalogs = try catalogs(site)
        #expect(try await catalogs.match(["Lora"]).all().sequence == "0 4 … 6 7 1")
        #expect(try await catalogs.unusedDownloads(since: limit).isEmpty)
        try age(site)
        let unused = try await catalogs.unusedDownloads(since: limit)
        #expect(unused.map(\.family.origin.id) == ["lora"] && unused.first?.used == 1_000)

        // One font of the family is enough.
        #expect(try await site.home.user().resolve("Lora-Bold").match != nil)
        #expect(try await catalogs.unusedDownloads(since: limit).isEmpty)
        try age(site)
        #expect(try await site.home.user().match(family: "Lora") != nil)
        #expect(try await catalogs.unusedDownloads(since: limit).isEmpty)

        try await catalogs.remove(unused)
        #expect(try await site.registered().isEmpty)
        try await site.home.user().undo()
        #expect(try await site.registered().count == 2)
    }

    /// A person who asks for a family that is there wants it, too.
    @Test func whatAPersonAsksForLaterStays() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let programs = try catalogs(site)
        _ = try await programs.match(["Lora"]).all()
        try age(site)
        let font = try #require(try await site.home.user().resolve("Lora-Bold").match)
        try age(site)
        try await programs.keep([font])
        #expect(try await programs.unusedDownloads(since: limit).count == 1, "no person asked")
        try await catalogs(site, for: .person).keep([font])
        #expect(try await programs.downloads().map(\.origin.asker) == [.person])
        #expect(try await programs.unusedDownloads(since: limit).isEmpty)
    }

    @Test func pinnedFamiliesAndThoseOfPersonsStay() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await catalogs(site, for: .person).match(["Lora"]).all()
        try age(site)
        #expect(try await catalogs(site).unusedDownloads(since: limit).isEmpty)

        let other = try await MatchSite(MatchSite.lora)
        let catalogs = try catalogs(other)
        _ = try await catalogs.match(["Lora"]).all()
        try age(other)
        try catalogs.pin(try #require(try await catalogs.downloads().first), true)
        #expect(try await catalogs.unusedDownloads(since: limit).isEmpty)
    }
}
