import FontCatalog
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TUF
import TestSupport
import Testing

/// Licences that ask for agreement, and metered connections.
@Suite struct ConsentTests {
    private static let text = Array("You may use this font if you agree.".utf8)

    /// A site with a family whose licence asks for agreement.
    private func site() async throws -> MatchSite {
        try await MatchSite(MatchSite.lora, text: Self.text, allowing: ["LicenseRef-unknown"])
    }

    @Test func withoutAgreementNothingIsDownloaded() async throws {
        let site = try await site()
        let files = site.files()
        let asked = Collected<FontLicenseRequest>()
        let events = try await site.catalogs(over: files).match(
            ["Lora-Regular"], deciding: { $0.requiresAgreement },
            agreeing: { request in
                asked.add(request)
                return false
            }
        ).all()
        #expect(events.sequence == "0 4 8 1" && events.failure?.code == .cancelledByUser)
        let request = try #require(asked.all.first)
        #expect(asked.all.count == 1 && request.family == "Lora" && request.license == "LicenseRef-unknown")
        #expect(request.texts.map(\.text) == [String(decoding: Self.text, as: UTF8.self)])
        #expect(request.texts.map(\.sha256) == [ContentHash.of(Self.text)])
        // Only the text was read.
        #expect(files.requests.count == 1 && files.requests.allSatisfy { $0.address.contains("/licenses/") })
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().isEmpty)
        #expect(try DownloadOrigins(site.home.paths).all().isEmpty)
        // By default nobody agrees.
        #expect(try await site.catalogs().match(["Lora"]).all().sequence == "0 4 8 1")
    }

    @Test func aTextIsAskedForAgain() async throws {
        let site = try await site()
        let files = site.files()
        let address = site.address.resolve("licenses/\(ContentHash.of(Self.text)).txt")
        files.plan([.fault(.status, status: 503, retryAfter: 1), .cut(after: 10)], at: address)
        let asked = Collected<FontLicenseRequest>()
        let events = try await site.catalogs(over: files).match(
            ["Lora"],
            agreeing: { request in
                asked.add(request)
                return false
            }
        ).all()
        #expect(events.failure?.code == .cancelledByUser)
        #expect(asked.all.first?.texts.map(\.text) == [String(decoding: Self.text, as: UTF8.self)])
        #expect(files.requests.map(\.address) == [address, address, address])
    }

    @Test func anAgreementIsRecordedAndHolds() async throws {
        let site = try await site()
        let events = try await site.catalogs().match(["Lora"], agreeing: { _ in true }).all()
        #expect(events.sequence == "0 4 … 6 7 1")
        let consent = try #require(try DownloadOrigins(site.home.paths).all().first?.consent.first)
        #expect(consent.text == ContentHash.of(Self.text))
        #expect(abs(consent.date - MatchSite.now.seconds) < 3_600)

        let user = try site.home.user()
        for registration in try await site.registered() { try await user.unregister(registration) }
        let decided = Collected<FontDownloadRequest>()
        let again = try await site.catalogs().match(["Lora"]) {
            decided.add($0); return true
        }.all()
        #expect(again.sequence == "0 4 … 6 7 1" && decided.all.first?.requiresAgreement == false)
    }

    /// A family under a text that changed is asked for again; the fonts that are there stay.
    @Test func aChangedLicenceIsAskedForAgain() async throws {
        let site = try await site()
        _ = try await site.catalogs().match(["Lora"], agreeing: { _ in true }).all()
        let other = Array("You may use this font if you agree to more.".utf8)
        for font in MatchSite.lora {
            var font = font
            font.revision = 2
            try await site.publish(font, text: other)
        }
        let catalogs = try site.catalogs(later: 2 * 86_400)
        let upgrade = try #require(try await catalogs.upgrades(of: try await catalogs.downloads()).upgrades.first)
        #expect(upgrade.state == .available)
        let error = await #expect(throws: FontError.self) {
            _ = try await catalogs.apply(upgrade) { _ in false }
        }
        #expect(error?.code == .cancelledByUser)
        #expect(try await site.registered().count == 2)
        let asked = Collected<FontLicenseRequest>()
        _ = try await catalogs.apply(upgrade) { request in
            asked.add(request)
            return true
        }
        #expect(asked.all.first?.texts.map(\.sha256) == [ContentHash.of(other)])
        let consents = try DownloadOrigins(site.home.paths).all().flatMap(\.consent)
        #expect(Set(consents.map(\.text)) == [ContentHash.of(Self.text), ContentHash.of(other)])
    }

    /// An identifier that a publisher chose says nothing of the text: an agreement is one to a text.
    @Test func familiesShareAnAgreementOnlyIfTheirTextsAreEqual() async throws {
        let site = try await site()
        let other = Array("You may use this font if you agree to something else.".utf8)
        try await site.publish(SyntheticFont(family: "Other"), text: other)
        try await site.publish(SyntheticFont(family: "Same"), text: Self.text)
        try await site.publish(SyntheticFont(family: "Last"), text: other)
        let asked = Collected<FontLicenseRequest>()
        let names = ["Lora", "Other", "Same"]
        let events = try await site.catalogs().match(
            names,
            agreeing: { request in
                asked.add(request)
                return true
            }
        ).all()
        #expect(events.last?.results.map(\.face.family) == names)
        #expect(asked.all.map(\.family) == ["Lora", "Other"])
        #expect(Set(asked.all.map(\.license)) == ["LicenseRef-unknown"])
        #expect(asked.all.map { $0.texts.map(\.sha256) } == [[ContentHash.of(Self.text)], [ContentHash.of(other)]])
        // The record holds for other families of the same text, too.
        #expect(try await site.catalogs().match(["Last"]).all().sequence == "0 4 … 6 7 1")
        let consents = try DownloadOrigins(site.home.paths).all().map { origin in
            [origin.id] + origin.consent.map(\.text)
        }
        let hashes = (ContentHash.of(Self.text), ContentHash.of(other))
        #expect(
            Set(consents) == [
                ["lora", hashes.0], ["same", hashes.0], ["other", hashes.1], ["last", hashes.1],
            ])
    }

    // MARK: Metered connections

    @Test(arguments: [true, false])
    func aMeteredConnectionIsAsked(_ isMetered: Bool) async throws {
        let site = try await MatchSite(MatchSite.lora)
        try site.publish(
            "lora",
            document: { document in
                for place in document.files.indices {
                    document.files[place].urls = document.files[place].urls.map { "https://fonts.example/" + $0 }
                }
            })
        let decided = Collected<FontDownloadRequest>()
        let events = try await site.catalogs(over: site.files(), isMetered: isMetered).match(["Lora"]) { request in
            decided.add(request)
            return request.isModest
        }.all()
        #expect(events.sequence == "0 4 … 6 7 1", "it is small")
        #expect(decided.all.map(\.isMetered) == [isMetered])
        var large = try #require(decided.all.first)
        large.downloadSize = FontDownloadRequest.meteredLimit + 1
        #expect(large.isModest == !isMetered)
    }

    /// Files of a folder do not use the network.
    @Test func aFolderIsNotMetered() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let decided = Collected<FontDownloadRequest>()
        _ = try await site.catalogs(isMetered: true).match(["Lora"]) {
            decided.add($0); return false
        }.all()
        #expect(decided.all.map(\.isMetered) == [false])
    }
}
