import FontCatalog
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TUF
import TestSupport
import Testing

/// The states of matches in the order of Core Text.
@Suite struct MatchTests {
    @Test func aFontOfTheSystemNeedsNoCatalogue() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let folder = site.home.root + "/system"
        try site.home.put(SyntheticFont(family: "Shipped").build(), at: folder + "/Shipped.ttf")
        try site.home.configure(folder: folder)
        let path = try site.home.write(SyntheticFont(family: "Mine"), as: "mine/Mine.ttf")
        try await site.home.manager().register(URL(filePath: path), scope: .persistent)
        let files = site.files()
        for name in ["Shipped-Regular", "Mine-Regular"] {
            let events = try await site.catalogs(over: files).match([name]).all()
            #expect(events.sequence == "0 7 1", "\(name)")
            #expect(events.map { $0.results.map(\.postscriptName) } == [[], [name], [name]])
            #expect(events.map(\.name) == [nil, name, nil] && events.allSatisfy { $0.names == [name] })
        }
        #expect(files.requests.isEmpty)
        #expect(site.folders.copy(of: site.address).refreshedAt == nil, "no catalogue was asked")
    }

    @Test func anOfferedFontIsDownloaded() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let decided = Collected<FontDownloadRequest>()
        let events = try await site.catalogs().match(["Lora-Regular"]) { request in
            decided.add(request)
            return true
        }.all()
        #expect(events.sequence == "0 4 … 6 7 1")

        let request = try #require(decided.all.first)
        #expect(decided.all.count == 1 && request.name == "Lora-Regular" && request.family == "Lora")
        #expect(request.catalog == "given" && request.id == "lora" && request.license == "OFL-1.1")
        #expect(Set(request.faces) == ["Lora-Regular", "Lora-Bold"] && request.files == 2)
        #expect(!request.requiresAgreement && !request.isMetered && request.downloadSize > 0)

        let progress = events.filter { $0.state == .downloading }
        let percentages = progress.compactMap(\.percentage)
        #expect(percentages.count == progress.count && percentages == percentages.sorted())
        #expect(percentages.last == 100 && percentages.dropLast().allSatisfy { (0..<100).contains($0) })
        #expect(events[events.count - 3].state == .didFinishDownloading && events[events.count - 4].percentage == 100)
        #expect(progress.allSatisfy { $0.currentAssetSize == request.downloadSize })
        #expect(progress.last?.totalDownloadedSize == request.downloadSize)
        #expect(events.dropFirst().dropLast(2).allSatisfy { $0.totalAssetSize == request.downloadSize })
        #expect(events.last?.results.map(\.postscriptName) == ["Lora-Regular"])

        #expect(try await site.registered().count == 2, "the siblings come with it")
        #expect(try site.parts().isEmpty)
        // Another object, as after a restart: without download.
        #expect(try await site.catalogs().match(["Lora-Regular"]).all().sequence == "0 6 7 1")
        #expect(try await site.catalogs().match(["Lora-Bold"]).all().sequence == "0 6 7 1")
    }

    @Test func aDeclinedOfferLeavesNothing() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let files = site.files()
        let events = try await site.catalogs(over: files).match(["Lora-Regular"]) { _ in false }.all()
        #expect(events.sequence == "0 4 6 1")
        #expect(events.last?.results.isEmpty == true && files.requests.isEmpty)
        #expect(try await site.registered().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: site.folders.downloads.path))
    }

    @Test func anUnknownNameEndsWithoutError() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let events = try await site.catalogs().match(["Nothing"]).all()
        #expect(events.sequence == "0 1")
        #expect(events.last?.unavailable.map(\.name) == ["Nothing"] && events.last?.unavailable.first?.status == nil)
    }

    @Test func aWithdrawnFamilyNamesItsReplacement() async throws {
        let site = try await MatchSite(MatchSite.lora + [SyntheticFont(family: "Lora Next")])
        let status = try MatchSite.status(.replaced, reason: "It is renamed.", replacedBy: "lora-next")
        try site.publish("lora", document: { $0.status = status }, summary: { $0.status = status })
        for name in ["Lora-Regular", "Lora"] {
            let events = try await site.catalogs().match([name]).all()
            #expect(events.sequence == "0 1", "\(name)")
            let unavailable = try #require(events.last?.unavailable.first)
            #expect(unavailable.status == status && unavailable.replacement == "Lora Next")
        }
    }

    /// The replacement would not be offered either.
    @Test func aFamilyThatIsReplacedByItselfHasNoReplacement() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let itself = try MatchSite.status(.replaced, reason: "It is renamed.", replacedBy: "lora")
        try site.publish("lora", document: { $0.status = itself }, summary: { $0.status = itself })
        let ends = try await site.catalogs().match(["Lora"]).all()
        let unavailable = try #require(ends.last?.unavailable.first)
        #expect(unavailable.status == itself && unavailable.replacement == nil)
    }

    @Test func aFailureIsAnEvent() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let files = site.files()
        files.plan([.missing], at: try site.addresses(of: "lora")[0])
        let events = try await site.catalogs(over: files).match(["Lora-Regular"]).all()
        #expect(events.sequence == "0 4 … 8 1" || events.sequence == "0 4 8 1")
        let error = try #require(events.failure)
        #expect(error.code == .registrationFailed)
        if case .network(.status, _) = error.cause {} else { Issue.record("\(error)") }
        #expect(try await site.registered().isEmpty)
        // The next match tries again.
        #expect(try await site.catalogs(over: files).match(["Lora-Regular"]).all().sequence == "0 4 … 6 7 1")
    }

    @Test func aPauseIsAStall() async throws {
        let site = try await MatchSite([SyntheticFont(family: "Lora")])
        let files = site.files()
        files.plan([.cut(after: 400)], at: try site.addresses(of: "lora")[0])
        let events = try await site.catalogs(over: files).match(["Lora-Regular"]).all()
        #expect(events.sequence == "0 4 … 6 7 1")
        let states = events.map(\.state)
        let stall = try #require(states.firstIndex(of: .stalled))
        #expect(states.suffix(from: stall).contains(.downloading))
        #expect(files.requests.last?.offset == 400)
    }

    /// A server that falls silent is reported, and leaving the loop ends the download but for its part.
    @Test func silenceIsAStallAndLeavingEndsTheMatch() async throws {
        let site = try await MatchSite([SyntheticFont(family: "Lora")])
        let files = site.files()
        let font = try site.addresses(of: "lora")[0]
        files.plan([.silent(after: 400)], at: font)
        let catalogs = try site.catalogs(over: files, stallTime: .milliseconds(20))
        for try await event in catalogs.match(["Lora-Regular"]) where event.state == .stalled {
            await files.silence.pass()
            break
        }
        // The part is unlocked when the download has ended; the next one continues it.
        #expect(try await site.catalogs(over: files).match(["Lora-Regular"]).all().sequence.hasSuffix("6 7 1"))
        #expect(files.requests.last?.offset == 400)
        #expect(try await site.registered().count == 1)
        #expect(try site.parts().isEmpty)
    }

    @Test func cancellingTheTaskEndsTheMatch() async throws {
        let site = try await MatchSite([SyntheticFont(family: "Lora")])
        let files = site.files()
        files.plan([.silent(after: 400)], at: try site.addresses(of: "lora")[0])
        let catalogs = try site.catalogs(over: files)
        let task = Task { try await catalogs.match(["Lora-Regular"]).all() }
        await files.silence.pass()
        task.cancel()
        #expect(try await task.value.last?.state != .didFinish)
        #expect(try await site.registered().isEmpty)
        #expect(site.home.staged.isEmpty)
    }

    @Test func namesOfOneFamilyAreOneDownload() async throws {
        let site = try await MatchSite(MatchSite.lora + [SyntheticFont(family: "Other")])
        let files = site.files()
        let names = ["Lora-Regular", "Nothing", "Lora Bold", "Other"]
        let events = try await site.catalogs(over: files).match(names).all()
        let ends = events.filter { $0.state != .downloading && $0.state != .stalled }
        #expect(ends.map(\.state.rawValue) == [0, 4, 4, 4, 6, 7, 6, 7, 6, 7, 1])
        #expect(ends.last?.results.map(\.postscriptName) == ["Lora-Regular", "Lora-Bold", "Other-Regular"])
        #expect(ends.last?.unavailable.map(\.name) == ["Nothing"])
        for address in try site.addresses(of: "lora") {
            #expect(files.requests.filter { $0.address == address }.count == 1)
        }
        for name in ["Lora-Regular", "Lora Bold", "Other"] {
            let percentages = events.filter { $0.name == name }.compactMap(\.percentage)
            #expect(percentages == percentages.sorted() && percentages.last == 100)
        }
    }

    // MARK: Names

    /// PostScript names, instances, full names, families, and names in other languages.
    @Test(arguments: ["Flex-Bold", "Flex Bold", "flex", "フレックス", "フレックス Regular"])
    func allKindsOfNamesAreFound(_ name: String) async throws {
        var font = SyntheticFont.variable(family: "Flex")
        font.localizedNames = [.init(1, language: 0x411, "フレックス")]
        let site = try await MatchSite([font])
        let events = try await site.catalogs().match([name]).all()
        #expect(events.sequence == "0 4 … 6 7 1")
        #expect(events.last?.results.count == 1)
    }

    @Test func aStyleTakesItsFileAlone() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let events = try await site.catalogs().match(["Lora"], style: "Bold").all()
        #expect(events.sequence == "0 4 … 6 7 1")
        #expect(events.last?.results.map(\.postscriptName) == ["Lora-Bold"])
        #expect(try await site.registered().flatMap(\.faces).map(\.postscriptName) == ["Lora-Bold"])
        // The other style is still to be downloaded.
        let request = Collected<FontDownloadRequest>()
        let more = try await site.catalogs().match(["Lora-Regular"]) {
            request.add($0); return true
        }.all()
        #expect(more.sequence == "0 4 … 6 7 1")
        #expect(
            request.all.first.map { $0.downloadSize < 2 * Int64(SyntheticFont(family: "Lora").build().count) } == true)
    }

    /// The name of a family means all of it; that of a font, or a style, what is there.
    @Test func theRestOfAFamilyIsOffered() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora"], style: "Bold").all()
        #expect(try await site.catalogs().match(["Lora"], style: "Bold").all().sequence == "0 6 7 1")
        #expect(try await site.catalogs().match(["Lora-Bold"]).all().sequence == "0 6 7 1")
        let declined = try await site.catalogs().match(["lora"]) { _ in false }.all()
        #expect(declined.sequence == "0 4 6 7 1")
        #expect(declined.last?.results.map(\.postscriptName) == ["Lora-Bold"])
        #expect(try await site.registered().count == 1)

        let rest = try await site.catalogs().match(["Lora"]).all()
        #expect(rest.sequence == "0 4 … 6 7 1")
        #expect(rest.last?.results.map(\.postscriptName) == ["Lora-Regular"])
        #expect(try await site.registered().count == 2)
        #expect(try await site.catalogs().match(["Lora"]).all().sequence == "0 6 7 1")
        #expect(try await site.catalogs().downloads().map(\.origin.isWhole) == [true])
    }

    /// Of another version, only an upgrade brings the rest; and without the catalogue the font that is there is found.
    @Test func theRestOfAnotherVersionIsNotOffered() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora"], style: "Bold").all()
        for var font in MatchSite.lora {
            font.revision = 2
            try await site.publish(font)
        }
        #expect(try await site.catalogs(later: 2 * 86_400).match(["Lora"]).all().sequence == "0 6 7 1")
        try site.folders.remove(try #require(try site.folders.entries().first))
        #expect(try await site.catalogs().match(["Lora"]).all().sequence == "0 6 7 1")
    }

    @Test func aFontThatTheUserDisabledIsNotDownloaded() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Lora-Regular"]).all()
        let user = try site.home.user()
        for registration in try await site.registered() { try await user.setEnabled(false, registration) }
        let events = try await site.catalogs().match(["Lora-Regular"]).all()
        #expect(events.sequence == "0 8 1" && events.failure?.code == .missingEntitlement)
    }

    // MARK: Refreshes

    /// A match refreshes a catalogue whose last refresh is more than a day old, and no other.
    @Test func aMatchRefreshesWhatIsDue() async throws {
        let site = try await MatchSite(MatchSite.lora)
        #expect(try await site.catalogs().match(["Lora"]) { _ in false }.all().sequence == "0 4 6 1")
        try await site.publish(SyntheticFont(family: "Later"))
        #expect(try await site.catalogs().match(["Later"]).all().sequence == "0 1")
        #expect(try await site.catalogs(later: 86_000).match(["Later"]).all().sequence == "0 1")
        #expect(try await site.catalogs(later: 2 * 86_400).match(["Later"]).all().sequence == "0 4 … 6 7 1")
    }

    @Test func anExpiredCatalogueGivesAWarning() async throws {
        let site = try await MatchSite(MatchSite.lora)
        _ = try await site.catalogs().match(["Nothing"]).all()
        let events = try await site.catalogs(later: 30 * 86_400).match(["Lora"]).all()
        #expect(events.sequence == "0 4 … 6 7 1")
        let warning = try #require(events.last?.warnings.first)
        if case .catalog(.expired, _) = warning.cause {} else { Issue.record("\(warning)") }
    }

    @Test func aCatalogueThatIsGoneIsAFailureOnlyWithoutCopy() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let away = site.home.root + "/away"
        try FileManager.default.moveItem(atPath: site.out, toPath: away)
        let events = try await site.catalogs().match(["Lora"]).all()
        #expect(events.sequence == "0 8 1" && events.failure?.file == "Lora")
        try FileManager.default.moveItem(atPath: away, toPath: site.out)
        _ = try await site.catalogs().match(["Nothing"]).all()
        try FileManager.default.moveItem(atPath: site.out, toPath: away)
        let later = try await site.catalogs(later: 2 * 86_400).match(["Nothing"]).all()
        #expect(later.sequence == "0 1" && later.last?.warnings.count == 1)
    }

    @Test func theScheduleIsSpread() throws {
        let address = CatalogAddress(url: "https://example.org/", root: String(repeating: "a", count: 64))
        let now = MatchSite.now
        func isDue(after seconds: Int64) -> Bool {
            RefreshSchedule.isDue(address, refreshed: now.seconds - seconds, at: now)
        }
        #expect(RefreshSchedule.isDue(address, refreshed: nil, at: now))
        #expect(!isDue(after: 0) && !isDue(after: 86_399) && isDue(after: 86_400 + 3 * 3_600))
        // A clock that was set back by days.
        #expect(!isDue(after: -3_600) && isDue(after: -2 * 86_400))
        let delays = (0..<200).map { RefreshSchedule.delay(address, Int64($0)) }
        #expect(delays.allSatisfy { (0..<10_800).contains($0) } && Set(delays).count > 190)
    }
}
