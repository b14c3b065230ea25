import FontCatalog
import FontFetching
import FontModel
import FontRegistry
import Foundation
import Glibc
import TUF
import TestSupport
import Testing

@testable import FontsModel

/// The page of catalogues, downloads and updates.
@Suite(.fewAtOnce) struct CatalogTests {
    private let test: TestLibrary
    private let out: String
    private static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }
    private static let license = Array(
        """
        Copyright 2026 The Project Authors

        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        PERMISSION & CONDITIONS
        No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
        """.utf8)

    init() throws {
        test = try TestLibrary()
        out = test.home.root + "/out"
    }

    /// Publishes fonts, and returns the catalogues of the user after a time in seconds.
    private func publish(
        _ fonts: [SyntheticFont], isMetered: Bool = false, later: Int64 = 0
    ) async throws -> ManagerCatalogs {
        let home = test.home
        if !FileManager.default.fileExists(atPath: home.root + "/keys") {
            try PublisherKeys.create(in: home.root + "/keys")
        }
        for font in fonts {
            try home.write(Self.license, as: "\(font.family)/LICENSE.txt")
            try home.write(font, as: "\(font.family)/\(font.family)-\(font.style).ttf")
        }
        let publication = Publication(folder: out, keys: try PublisherKeys(in: home.root + "/keys"), now: Self.now)
        let built = try await CatalogBuild(
            of: .folder(home.root + "/given", nil), as: publication, allowing: [], context: home.context
        ).run()
        let folders = try CatalogFolders(
            home.paths, environment: home.environment, share: home.root + "/share", machine: home.root + "/etc")
        if try folders.entries().isEmpty {
            try folders.add(CatalogAddress(folder: out, root: try #require(built.publication?.root)))
        }
        let catalogs = try FontCatalogs(
            test.manager, folders: folders, network: CatalogNetwork(FolderFiles()),
            environment: CatalogEnvironment(
                isMetered: { isMetered }, now: { Timestamp(seconds: Self.now.seconds + later) },
                pause: DownloadPause { _ in }))
        return ManagerCatalogs(catalogs, locale: Locale(identifier: "en"))
    }

    private func download(
        _ names: [String], from catalogs: ManagerCatalogs, allowsMetered: Bool = true
    ) async throws -> (report: DownloadReport, states: [FontDownload.State]) {
        let download = FontDownload(
            names, from: catalogs,
            asking: DownloadQuestions(allowsMetered: { _ in allowsMetered }, agrees: { _ in true }))
        var states: [FontDownload.State] = []
        for await state in download.states { states.append(state) }
        guard case .finished(let report)? = states.last else { throw CancellationError() }
        return (report, states)
    }

    /// A package that the distribution says nothing else of has a readable title, and keeps its name.
    @Test func packagesHaveReadableTitles() {
        #expect(PackageTitle.text("fonts-noto-mono") == "Noto Mono" && PackageTitle.text("ttf-bitstream-vera") != nil)
        for name in ["Lora", "fonts", "birdfont", "Fonts-Works"] { #expect(PackageTitle.text(name) == nil, "\(name)") }
    }

    @Test func familiesAreFoundBeforeADownload() async throws {
        let catalogs = try await publish([
            SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold"),
            SyntheticFont(family: "Flex") { $0.axes = [.weight] },
            SyntheticFont(family: "Slavic") { $0.characters = [0x20...0x7E, 0x400...0x45F] },
        ])
        let listing = try await catalogs.families(isRefreshing: false)
        #expect(listing.rows.map(\.title) == ["Flex", "Lora", "Slavic"])
        #expect(listing.catalogs.map(\.isKnown) == [true] && listing.catalogs[0].failure == nil)
        let lora = try #require(listing.rows.first { $0.family == "Lora" })
        #expect(lora.size > 0 && lora.license == "OFL-1.1" && lora.withdrawal == nil)
        #expect(lora.styleCount == 2 && lora.subtitle.hasSuffix("OFL-1.1"))
        func found(_ change: (inout CatalogFilter) -> Void, present: Set<String> = []) -> [String] {
            var filter = CatalogFilter()
            change(&filter)
            return filter.rows(in: listing, present: present).map(\.family)
        }
        #expect(found { $0.search = "lor" } == ["Lora"] && found { $0.search = "Lora-Bold" } == ["Lora"])
        #expect(found { $0.search = "wght" } == ["Flex"] && found { $0.isVariable = true } == ["Flex"])
        #expect(found { $0.language = "ru" } == ["Slavic"] && found { $0.search = "russian" } == ["Slavic"])
        #expect(found { $0.license = "MIT" }.isEmpty && found { $0.catalog = "none" }.isEmpty)
        #expect(found({ $0.hidesPresent = true }, present: ["Lora"]) == ["Flex", "Slavic"])
        #expect(CatalogFilter.licenses(in: listing) == ["OFL-1.1"])
        #expect(CatalogFilter.languages(in: listing).contains("ru"))
        let page = try #require(try await catalogs.page(of: lora))
        #expect(page.title == "Lora" && page.license == "OFL-1.1" && !page.requiresAgreement)
        #expect(Set(page.styles) == ["Regular", "Bold"] && !page.sample.isEmpty)
        #expect(try await test.manager.registered().isEmpty)
    }

    @Test func aFamilyIsDownloadedAndTakenBack() async throws {
        let catalogs = try await publish([SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold")])
        let (report, states) = try await download(["Lora"], from: catalogs)
        #expect(report.sentence == "Lora was installed." && report.failures.isEmpty && report.operations.count == 1)
        guard case .preparing? = states.first else {
            Issue.record("\(states)")
            return
        }
        #expect(try await test.enabledNames() == ["Lora-Bold", "Lora-Regular"])
        // The side bar has the name of the catalogue, which is not its id.
        let title = try #require(try await catalogs.families(isRefreshing: false).catalogs.first?.title)
        let named = ManagerLibrary(
            test.manager, in: test.home.context, locale: Locale(identifier: "en"), catalogs: catalogs)
        #expect(try await named.providers().map(\.title) == [title])
        #expect(try await test.library.providers().first?.title.hasPrefix("Catalogue ") == true)
        let commands = LibraryCommands(test.library)
        for operation in report.operations { _ = try await commands.undo(operation) }
        #expect(try await test.enabledNames().isEmpty)
        let none = try await download(["Nothing"], from: catalogs).report
        #expect(none.sentence == "No catalogue offers it." && none.families.isEmpty)
    }

    /// Files of a catalogue on this machine cost nothing, and so nobody is asked.
    @Test func aCatalogInAFolderIsNotMetered() async throws {
        let large = SyntheticFont(family: "Large") { font in
            var generator = SystemRandomNumberGenerator()
            // Bytes that cannot be compressed.
            font.extraTables["RAND"] = (0..<1 << 21).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
        let catalogs = try await publish([large], isMetered: true)
        let report = try await download(["Large"], from: catalogs, allowsMetered: false).report
        #expect(report.families == ["Large"])
    }

    @Test func theQuestionNamesFamilyAndSize() {
        let (title, body) = DownloadQuestions.text(family: "Lora\u{202E}", size: 2_500_000)
        #expect(!title.isEmpty && body == "Lora\\u{202e} takes 2.5 MB. Your provider may charge for it.")
    }

    @Test func updatesSayWhatChanges() async throws {
        var catalogs = try await publish([SyntheticFont(family: "Lora")])
        _ = try await download(["Lora"], from: catalogs)
        #expect(try await catalogs.updates().rows.map(\.state) == [.current])
        // A refresh is due after a day.
        catalogs = try await publish([SyntheticFont(family: "Lora") { $0.revision = 2 }], later: 2 * 86_400)
        let row = try #require(try await catalogs.updates().rows.first)
        #expect(
            row.state == .available && row.title == "Lora" && row.size > 0
                && row.changes.first?.hasPrefix("Version ") == true)
        try await catalogs.pin(row, true)
        #expect(try await catalogs.updates().rows.map(\.state) == [.pinned])
        try await catalogs.pin(row, false)
        let available = try #require(try await catalogs.updates().rows.first)
        let operation = try await catalogs.install(available, agreeing: { _ in true }, reporting: { _, _ in })
        #expect(operation != nil)
        #expect(try await test.manager.registered().flatMap { $0.faces.map(\.revision) } == [2])
    }

    /// Catalogues whose server sends nothing, or whose store cannot be read.
    private struct Scripted: CatalogLibrary {
        var failure: FontError?

        func families(isRefreshing: Bool) async throws(FontError) -> CatalogListing { CatalogListing() }
        func page(of family: CatalogRow) async throws(FontError) -> CatalogFamilyPage? { nil }
        func updates() async throws(FontError) -> CatalogUpdates { CatalogUpdates() }
        func pin(_ update: UpdateRow, _ isPinned: Bool) async throws(FontError) {}

        func install(
            _ update: UpdateRow, agreeing: @escaping FontCatalogs.Agreement,
            reporting: @escaping @Sendable (_ received: Int64, _ total: Int64) -> Void
        ) async throws(FontError) -> Int64? { nil }

        func download(
            _ names: [String], deciding: @escaping FontCatalogs.Decision, agreeing: @escaping FontCatalogs.Agreement
        ) -> AsyncThrowingStream<FontMatchingEvent, any Error> {
            AsyncThrowingStream { continuation in
                if let failure { continuation.finish(throwing: failure) }
                // Without an end, as a server that sends nothing.
            }
        }
    }

    @Test func aDownloadIsStopped() async throws {
        let download = FontDownload(
            ["Lora"], from: Scripted(),
            asking: DownloadQuestions(allowsMetered: { _ in true }, agrees: { _ in true }))
        var iterator = download.states.makeAsyncIterator()
        guard case .preparing? = await iterator.next() else {
            Issue.record("no begin")
            return
        }
        download.stop()
        guard case .finished(let report)? = await iterator.next() else {
            Issue.record("no end")
            return
        }
        #expect(report.wasStopped && report.sentence.hasPrefix("Stopped."))
        let end = await iterator.next()
        #expect(end == nil)
    }

    @Test func aStoreThatCannotBeReadIsSaid() async throws {
        let scripted = Scripted(failure: FontError(.registrationFailed, "x", cause: .store(.locked, detail: "")))
        let download = FontDownload(
            ["Lora"], from: scripted,
            asking: DownloadQuestions(allowsMetered: { _ in true }, agrees: { _ in true }))
        var last: FontDownload.State?
        for await state in download.states { last = state }
        guard case .finished(let report)? = last else {
            Issue.record("no end")
            return
        }
        #expect(report.sentence == "The Font Store Is in Use" && report.failures.count == 1)
    }

    // MARK: Setting up

    @Test func catalogsAreAddedAndRemoved() async throws {
        let catalogs = try await publish([SyntheticFont(family: "Lora")])
        let row = try #require(try await catalogs.setups().first)
        #expect(row.canRemove && row.canRefresh && row.failure == nil)
        #expect(row.subtitle.contains("1 family") && row.subtitle.contains("refreshed"))
        try await catalogs.remove(row.id)
        #expect(try await catalogs.setups().isEmpty)
        // A folder is found without the hash of its root, which the user then confirms.
        let found = try await catalogs.find("  " + out + "\n")
        #expect(!found.isConfirmed && found.question.body.contains(found.address.root))
        try await catalogs.add(found)
        #expect(try await catalogs.setups().map(\.id) == [row.id])
        #expect(try await catalogs.refresh(nil).isEmpty)
        // With the hash nothing is asked, and the same catalogue is not added again.
        let address = try await catalogs.find(found.address.description)
        #expect(address.isConfirmed && address.address == found.address)
        try await catalogs.add(address)
        #expect(try await catalogs.setups().count == 1)
    }

    @Test func addressesOfNoCatalogueAreSaid() async throws {
        let catalogs = try await publish([SyntheticFont(family: "Lora")])
        for typed in ["", "ftp://example.org/", "https://example.org/#sha256=12", "javascript:1"] {
            await #expect(throws: FontError.self, "\(typed)") { _ = try await catalogs.find(typed) }
        }
        let error = await #expect(throws: FontError.self) { _ = try await catalogs.find(test.home.root + "/none") }
        #expect(error?.code == .fileNotFound)
    }

    // MARK: The list

    @Test func rowsSayWhatGoesOn() async throws {
        let listing = try await publish([SyntheticFont(family: "Lora")]).families(isRefreshing: false)
        let row = try #require(listing.rows.first)
        let offered = CatalogItem(row, isPresent: false, download: nil)
        #expect(offered.status == .offered && offered.statusText == nil && !offered.isRunning)
        #expect(CatalogItem(row, isPresent: true, download: nil).statusText == "Installed")
        let running = CatalogItem(row, isPresent: false, download: .downloading(received: 250, total: 1_000))
        #expect(running.isRunning && running.fraction == 0.25 && running.statusText == "25 %")
        #expect(running.spoken == "Lora, \(row.subtitle), 25 %")
        let stopped = CatalogItem(row, isPresent: false, download: .stopped)
        #expect(!stopped.isRunning && stopped.statusText == "Stopped")
        var withdrawn = row
        withdrawn.withdrawal = "Gone."
        #expect(CatalogItem(withdrawn, isPresent: false, download: nil).statusSentence == "Gone.")
        #expect(CatalogItem.Status(.finished(DownloadReport())) == nil)
    }

    @Test func pagesHaveFacts() async throws {
        let catalogs = try await publish([SyntheticFont(family: "Lora")])
        let row = try #require(try await catalogs.families(isRefreshing: false).rows.first)
        let page = try #require(try await catalogs.page(of: row))
        let facts = Dictionary(uniqueKeysWithValues: page.facts(of: row).map { ($0.title, $0.value) })
        #expect(facts["Licence"] == "OFL-1.1" && facts["Download"] == NumberText.bytes(row.size))
        #expect(facts["Styles"] == "Regular")
    }

    @Test func updatesSayWhatTheyTake() async throws {
        let catalogs = try await publish([SyntheticFont(family: "Lora")])
        _ = try await download(["Lora"], from: catalogs)
        let row = try #require(try await catalogs.updates().rows.first)
        #expect(row.state == .current && row.subtitle.hasSuffix("is the newest.") && row.canPin && !row.canInstall)
    }
}
