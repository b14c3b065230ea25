import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TUF
import TestSupport
import Testing

/// Downloads belong to the catalogue with the root from which they came, whatever publishers call themselves later.
@Suite struct CatalogOwnerTests {
    @Test func aBadAddressFileIsAWarningOfAMatch() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let bad = site.home.root + "/etc/fontd/catalogs.d/dir.catalog"
        try PublishedFolder.create(bad)
        let events = try await site.catalogs().match(["Lora"]).all()
        #expect(events.sequence == "0 4 … 6 7 1" && events.last?.warnings.map(\.file) == [bad])
    }

    private static let later: Int64 = 2 * 86_400

    /// A catalogue of another publisher.
    private struct Other {
        let home: PrivateHome
        private var folder: String { home.root + "/others" }

        init(in home: PrivateHome) throws {
            self.home = home
            try PublisherKeys.create(in: home.root + "/other-keys")
        }

        /// Publishes a family under an identifier.
        func publish(_ font: SyntheticFont, as id: String) async throws -> CatalogAddress {
            try home.put(Array(#"{"id": "\#(id)"}"#.utf8), at: folder + "/catalog.json")
            try home.put(DownloadSite.text, at: "\(folder)/\(font.family)/OFL.txt")
            try home.put(font.build(), at: "\(folder)/\(font.family)/\(font.family).ttf")
            let publication = Publication(
                folder: home.root + "/other-out", keys: try PublisherKeys(in: home.root + "/other-keys"),
                now: MatchSite.now)
            let result = try await CatalogBuild(
                of: .folder(folder, nil), as: publication, allowing: [], context: home.context
            ).run()
            return CatalogAddress(folder: home.root + "/other-out", root: try #require(result.publication?.root))
        }
    }

    /// Sets a catalogue up before the others.
    private func addFirst(_ address: CatalogAddress, in site: MatchSite) throws {
        try site.home.put(Array("\(address)\n".utf8), at: site.folders.folders[0].path + "/!.catalog")
    }

    private func providers(_ site: MatchSite) async throws -> Set<String> {
        Set(try await site.home.user().registered(scope: .persistent).map(\.provider))
    }

    @Test func anotherIdentifierChangesNoOwner() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora"]).all()
        try site.home.write(Array(#"{"id": "renamed"}"#.utf8), as: "catalog.json")
        for var font in MatchSite.lora {
            font.revision = 2
            try await site.publish(font)
        }
        let catalogs = try site.catalogs(later: Self.later)
        let upgrade = try #require(try await catalogs.upgrades(of: try await catalogs.downloads()).upgrades.first)
        #expect(upgrade.state == .available)
        _ = try await catalogs.apply(upgrade) { _ in false }
        #expect(try await providers(site) == ["catalog:given"])
        #expect(try await site.registered().count == 2)
        let origins = try await catalogs.downloads().map(\.origin)
        #expect(origins.map(\.catalog) == ["given"] && origins.map(\.version) == ["2.000"])
        // Later downloads have the same owner.
        try await site.publish(SyntheticFont(family: "More"))
        _ = try await site.catalogs(later: 2 * Self.later).match(["More"]).all()
        #expect(try await providers(site) == ["catalog:given"])
    }

    @Test func withoutDownloadsACatalogueMayBeRenamed() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora"]) { _ in false }.all()
        try site.home.write(Array(#"{"id": "renamed"}"#.utf8), as: "catalog.json")
        try await site.publish(SyntheticFont(family: "More"))
        _ = try await site.catalogs(later: Self.later).match(["More"]).all()
        #expect(try await providers(site) == ["catalog:renamed"])
    }

    @Test func aPublisherCannotTakeTheIdentifierOfAnother() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora"]).all()
        let other = try Other(in: site.home)
        let address = try await other.publish(SyntheticFont(family: "Second"), as: "second")
        try addFirst(address, in: site)
        _ = try await site.catalogs().match(["Nothing"]).all()
        _ = try await other.publish(SyntheticFont(family: "Third"), as: "given")
        _ = try await site.catalogs(later: Self.later).match(["Third"]).all()
        let own = "catalog:given-\(address.root.prefix(8))"
        #expect(try await providers(site) == ["catalog:given", own])
        #expect(try await site.registered().flatMap(\.faces).map(\.family) == ["Lora", "Lora"])
    }

    /// Fonts of a catalogue that was removed stay those of its publisher.
    @Test func aRemovedCatalogueKeepsItsDownloads() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora"]).all()
        try site.folders.remove(try #require(try site.folders.entries().first))
        let address = try await Other(in: site.home).publish(SyntheticFont(family: "Second"), as: "given")
        try site.folders.add(address)
        _ = try await site.catalogs().match(["Second"]).all()
        #expect(try await providers(site) == ["catalog:given", "catalog:given-\(address.root.prefix(8))"])
        // Added again, the first one has its identifier and its downloads.
        try site.folders.add(site.address)
        let catalogs = try site.catalogs()
        #expect(
            try await catalogs.upgrades(of: try await catalogs.downloads(named: ["Lora"])).upgrades.map(\.state)
                == [.current])
    }
}
