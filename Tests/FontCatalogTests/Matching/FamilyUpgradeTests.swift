import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TUF
import TestSupport
import Testing

/// Downloaded families and what their catalogues offer later.
@Suite struct FamilyUpgradeTests {
    private static let later: Int64 = 2 * 86_400

    /// A site with a downloaded family.
    private func site(_ fonts: [SyntheticFont] = MatchSite.lora) async throws -> MatchSite {
        let site = try await MatchSite(fonts)
        #expect(try await site.catalogs().match(["Lora"]).all().sequence == "0 4 … 6 7 1")
        return site
    }

    private func upgrades(_ site: MatchSite) async throws -> [FontUpgrade] {
        let catalogs = try site.catalogs(later: Self.later)
        return try await catalogs.upgrades(of: try await catalogs.downloads()).upgrades
    }

    /// Publishes all styles with another revision.
    private func publish(_ revision: Double, at site: MatchSite) async throws {
        for var font in MatchSite.lora {
            font.revision = revision
            try await site.publish(font)
        }
    }

    @Test func downloadsHaveTheirOrigin() async throws {
        let site = try await site()
        let path = try site.home.write(SyntheticFont(family: "Mine"), as: "mine/Mine.ttf")
        try await site.home.manager().register(URL(filePath: path), scope: .persistent)
        let family = try #require(try await site.catalogs().downloads().first)
        #expect(try await site.catalogs().downloads().count == 1)
        #expect(family.origin.family == "Lora" && family.origin.catalog == "given" && family.origin.version == "1.000")
        #expect(family.origin.asker == .person && !family.origin.isPinned)
        #expect(family.size == MatchSite.lora.reduce(0) { $0 + Int64($1.build().count) })
        #expect(Set(family.faces.map(\.postscriptName)) == ["Lora-Regular", "Lora-Bold"])
        #expect(abs(family.origin.date - MatchSite.now.seconds) < 3_600)
        let error = await #expect(throws: FontError.self) { try await site.catalogs().downloads(named: ["Mine"]) }
        #expect(error?.code == .insufficientInfo)
    }

    /// Names are those by which the family is downloaded.
    @Test(arguments: ["lora", "LORA", "Lora-Bold", "Lora Bold", "ローラ"])
    func downloadsAreFoundByName(_ name: String) async throws {
        var fonts = MatchSite.lora
        fonts[0].localizedNames = [.init(1, language: 0x411, "ローラ")]
        let site = try await site(fonts)
        #expect(try await site.catalogs().downloads(named: [name]).map(\.origin.id) == ["lora"])
    }

    @Test func anotherVersionIsOfferedAndApplied() async throws {
        let site = try await site()
        #expect(try await upgrades(site).map(\.state) == [.current])
        let before = try await site.registered().map(\.sha256)
        try await publish(2, at: site)
        let offered = try #require(try await upgrades(site).first)
        #expect(offered.state == .available && offered.version == "2.000" && offered.changesLineMetrics == false)
        #expect(Set(try await site.registered().map(\.sha256)) == Set(before), "nothing is applied unasked")

        let catalogs = try site.catalogs(later: Self.later)
        let result = try await catalogs.apply(offered) { _ in false }
        #expect(result.outcomes.allSatisfy(\.isSuccess) && result.outcomes.count == 2)
        let after = try await site.registered()
        #expect(after.count == 2 && Set(after.map(\.sha256)).isDisjoint(with: before))
        #expect(try await upgrades(site).map(\.state) == [.current])
        #expect(try await catalogs.downloads().map(\.origin.version) == ["2.000"])
    }

    /// A publisher returns to an earlier version.
    @Test func anEarlierVersionIsOfferedAndApplied() async throws {
        let site = try await site()
        let first = Set(try await site.registered().map(\.sha256))
        let catalogs = try site.catalogs(later: Self.later)
        for (revision, version) in [(2, "2.000"), (1, "1.000")] {
            try await publish(Double(revision), at: site)
            let offered = try #require(try await upgrades(site).first)
            #expect(offered.state == .available && offered.version == version)
            let result = try await catalogs.apply(offered) { _ in false }
            #expect(result.outcomes.map(\.status) == [.replaced, .replaced])
            #expect(try await upgrades(site).map(\.state) == [.current])
            #expect(try await catalogs.downloads().map(\.origin.version) == [version])
        }
        #expect(Set(try await site.registered().map(\.sha256)) == first)
    }

    @Test func changedLinesAreNamed() async throws {
        let site = try await site()
        try await publish(2, at: site)
        try site.publish("lora") { document in document.files[0].faces[0].metrics.ascent += 100 }
        let offered = try #require(try await upgrades(site).first)
        #expect(offered.state == .available && offered.changesLineMetrics == true)
    }

    @Test func aPinnedFamilyStays() async throws {
        let site = try await site()
        try await publish(2, at: site)
        let catalogs = try site.catalogs(later: Self.later)
        try catalogs.pin(try #require(try await catalogs.downloads().first), true)
        let pinned = try #require(try await upgrades(site).first)
        #expect(pinned.state == .pinned && pinned.version == "2.000")
        try catalogs.pin(try #require(try await catalogs.downloads().first), false)
        #expect(try await upgrades(site).map(\.state) == [.available])
    }

    /// Nothing is removed because a publisher does not offer it any more.
    @Test(arguments: [FamilyStatus.State.withdrawn, .replaced, nil])
    func whatIsWithdrawnStays(_ state: FamilyStatus.State?) async throws {
        let site = try await site(MatchSite.lora + [SyntheticFont(family: "Other")])
        if let state {
            let status = try MatchSite.status(state, reason: "So it is.", replacedBy: "other")
            try site.publish("lora", document: { $0.status = status }, summary: { $0.status = status })
        } else {
            try FileManager.default.removeItem(atPath: site.home.root + "/given/Lora")
            try await site.publish(SyntheticFont(family: "Other") { $0.revision = 2 })
        }
        let upgrade = try #require(try await upgrades(site).first)
        #expect(upgrade.state == (state == .replaced ? .replaced : .withdrawn))
        if state != nil { #expect(upgrade.replacement == "Other" && upgrade.reason == "So it is.") }
        #expect(try await site.registered().count == 2)
    }

    @Test func withoutItsCatalogueNothingIsKnown() async throws {
        let site = try await site()
        try site.folders.remove(try #require(try site.folders.entries().first))
        #expect(try await upgrades(site).map(\.state) == [.unknown])
    }

    /// An upgrade takes the styles that are there.
    @Test func oneStyleIsUpgradedAlone() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora"], style: "Bold").all()
        try await publish(2, at: site)
        let offered = try #require(try await upgrades(site).first)
        _ = try await site.catalogs(later: Self.later).apply(offered) { _ in false }
        #expect(try await site.registered().flatMap(\.faces).map(\.postscriptName) == ["Lora-Bold"])
    }

    /// A family that is there as a whole gets its new styles, too.
    @Test func newStylesComeWithAnUpgrade() async throws {
        let site = try await site()
        try await publish(2, at: site)
        try await site.publish(SyntheticFont(family: "Lora", style: "Italic", salt: 3) { $0.revision = 2 })
        let offered = try #require(try await upgrades(site).first)
        _ = try await site.catalogs(later: Self.later).apply(offered) { _ in false }
        #expect(
            Set(try await site.registered().flatMap(\.faces).map(\.postscriptName))
                == ["Lora-Regular", "Lora-Bold", "Lora-Italic"])
    }

    /// The new version has the files of the one before, too.
    ///
    /// An undo leaves what an upgrade leaves that was killed between its record and its registration.
    @Test func anUpgradeThatOnlyAddsStylesIsOfferedUntilTheyAreThere() async throws {
        let site = try await site([MatchSite.lora[0]])
        let before = try await site.registered().map(\.sha256)
        try await site.publish(MatchSite.lora[1])
        let catalogs = try site.catalogs(later: Self.later)
        let offered = try #require(try await upgrades(site).first)
        #expect(offered.state == .available)
        let undone = try #require(try await catalogs.apply(offered) { _ in false }.operation)
        #expect(try await upgrades(site).map(\.state) == [.current])
        try await site.home.user().undo(undone)
        #expect(try await site.registered().map(\.sha256) == before)

        let again = try #require(try await upgrades(site).first)
        #expect(again.state == .available && again.plan?.missing.count == 1)
        _ = try await catalogs.apply(again) { _ in false }
        #expect(try await site.registered().count == 2)
        #expect(try await upgrades(site).map(\.state) == [.current])
    }

    /// A style that a person removed is not offered as an upgrade.
    @Test func aRemovedStyleOfTheVersionIsNotOffered() async throws {
        let site = try await site()
        let bold = try #require(
            try await site.registered().first { $0.faces.contains { $0.postscriptName == "Lora-Bold" } })
        _ = try await site.home.user().acting(as: "catalog:given", isUser: true)
            .unregister([.registration(bold)], scope: .persistent).orFailure()
        #expect(try await site.registered().count == 1)
        #expect(try await upgrades(site).map(\.state) == [.current])
    }

    /// The rest of the version is the same as before, so that only the removed style was new.
    @Test func aRemovedStyleOfAnUpgradeIsNotOffered() async throws {
        let site = try await site()
        var bold = MatchSite.lora[1]
        bold.revision = 2
        try await site.publish(bold)
        let offered = try #require(try await upgrades(site).first)
        let upgrade = try #require(try await site.catalogs(later: Self.later).apply(offered) { _ in false }.operation)
        let new = try #require(
            try await site.registered().first { $0.faces.contains { $0.postscriptName == "Lora-Bold" } })
        let owner = try site.home.user().acting(as: "catalog:given", isUser: true)
        _ = try await owner.unregister([.registration(new)], scope: .persistent).orFailure()
        #expect(try await upgrades(site).map(\.state) == [.current])
        // Without the new file, an undo has the one before, and the upgrade is offered again.
        try await site.home.user().undo()
        try await site.home.user().undo(upgrade)
        #expect(try await upgrades(site).map(\.state) == [.available])
    }

    /// Nothing is lost by an undo, and an undone upgrade is offered again.
    @Test func undoReturnsToTheVersionBefore() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let events = try await site.catalogs().match(["Lora"]).all()
        let number = try #require(events.last?.operations.first)
        let before = Set(try await site.registered().map(\.sha256))
        try await publish(2, at: site)
        let offered = try #require(try await upgrades(site).first)
        let result = try await site.catalogs(later: Self.later).apply(offered) { _ in false }
        let user = try site.home.user()
        let upgrade = try #require(result.operation)
        try await user.undo(upgrade)
        #expect(Set(try await site.registered().map(\.sha256)) == before)
        #expect(try await site.catalogs().downloads().map(\.origin.version) == ["1.000"])
        #expect(try await upgrades(site).map(\.state) == [.available])
        try await user.undo(number)
        #expect(try await site.registered().isEmpty)
        #expect(try await site.catalogs().downloads().isEmpty)
        try await user.redo()
        #expect(Set(try await site.registered().map(\.sha256)) == before)
        #expect(try await site.catalogs().downloads().map(\.origin.version) == ["1.000"])
    }
}
