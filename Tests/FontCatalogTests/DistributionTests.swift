import FontCatalog
import FontFetching
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// The distribution as a source of families: its catalogue data and its packages.
@Suite(.enabled(if: PackageRepository.isPossible)) struct DistributionTests {
    let home: PrivateHome
    let repository: PackageRepository

    init() throws {
        home = try PrivateHome()
        repository = try PackageRepository(in: home)
    }

    private func put(_ documents: String) throws {
        try home.put(
            PublishedFolder.gzip(Array(documents.utf8)),
            at: repository.lists + "/example.org_dists_stable_main_dep11_Components-amd64.yml.gz")
    }

    private func font(_ family: String, style: String = "Regular") -> [UInt8] {
        SyntheticFont(family: family, style: style).build()
    }

    private func places() -> DistributionPlaces {
        var places = DistributionPlaces(environment: repository.environment)
        places.releaseFiles = [repository.releaseFile]
        places.appStream = [repository.catalogueData]
        return places
    }

    private func folders() throws -> CatalogFolders {
        try CatalogFolders(
            home.paths, environment: home.environment, share: home.root + "/share", machine: home.root + "/etc")
    }

    private func source() throws -> DistributionSource { try #require(try folders().distribution(places())) }

    /// The families of the distribution alone.
    private func catalogs(isMetered: Bool = false) throws -> FontCatalogs {
        try FontCatalogs(
            try home.user(), folders: folders(), network: CatalogNetwork(FolderFiles()), distribution: places(),
            stallTime: .seconds(60), environment: CatalogEnvironment(isMetered: { isMetered }))
    }

    /// The error of a download.
    private func failure(_ name: String) async throws -> FontError? { try await catalogs().match([name]).all().failure }

    private func ids(_ source: DistributionSource, named text: String = "") async throws -> [String] {
        let index = try #require(try await source.index())
        return index.families { _, names in text.isEmpty || names.lowercased().contains(text) }.map(\.id)
    }

    @Test func catalogueDataNamesFamilies() async throws {
        try repository.add("fonts-lora", "1:2.0-1", fonts: ["Lora.ttf": font("Lora")])
        try repository.add("fonts-inter", "4.0", fonts: ["Inter.ttf": font("Inter")])
        try repository.add("editor", "1", fonts: [:], section: "editors")
        try put(Self.documents)
        try home.put(
            PublishedFolder.gzip(Array(Self.components.utf8)), at: repository.catalogueData + "/xml/testian.xml.gz")
        let source = try source()
        #expect(source.id == "testian" && source.name == "Testian 7" && source.origin == .distribution)
        #expect(try await ids(source) == ["inter", "lora"])
        #expect(try await ids(source, named: "ローラ") == ["lora"])
        #expect(try await ids(source, named: "lora bold") == ["lora"])
        #expect(try await ids(source, named: "fonts-inter") == ["inter"])
        let index = try #require(try await source.index())
        let lora = try #require(index.families { id, _ in id == "lora" }.first?.summary)
        #expect(lora.family == "Lora" && lora.names == ["ja": "ローラ", "sr-Latn": "Lora L"])
        #expect(lora.languages == ["ja", "pt-BR"] && lora.license == "OFL-1.1" && lora.version == "1:2.0-1")
        #expect(lora.size > 0)
        let document = try #require(try await source.family("lora"))
        #expect(document.description == ["en": "A serif for text", "de": "Eine Antiqua"])
        #expect(document.aliases == ["fonts-lora", "Lora Regular", "Lora Bold"])
        #expect(document.homepage == "https://example.org/lora" && document.designers == ["Cyreal"])
        let inter = try #require(try await source.family("inter"))
        #expect(inter.names == ["ja": "インター"] && inter.description == ["en": "Type & screens"])
        #expect(inter.homepage == "https://example.org/inter" && inter.designers == ["Rasmus"])
        #expect(inter.languages == ["vi"] && inter.aliases == ["fonts-inter", "Inter Regular"])
        for name in ["lora", "Lora-Bold", "ローラ", "fonts-lora"] {
            #expect(try await source.installation(of: name) == "apt install fonts-lora", "\(name)")
        }
        #expect(try await source.installation(of: "lor") == nil)
        let error = await #expect(throws: FontError.self) { try await source.family("gone") }
        #expect(error?.code == .insufficientInfo)
    }

    @Test func packagesWithoutDataHaveTheirOwnNames() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        try repository.add("fonts-closed", "1.0", fonts: ["C.ttf": font("C")], section: "non-free/fonts")
        try repository.add("birdfont", "2.0", fonts: [:], section: "fonts")
        try repository.add("editor", "1", fonts: [:], section: "editors")
        let source = try source()
        #expect(try await ids(source) == ["fonts-closed", "fonts-lora"])
        let document = try #require(try await source.family("fonts-lora"))
        #expect(document.description == ["en": "fonts for tests"] && document.version == "1.0")
    }

    @Test func dataIsReadAgainWhenItChanged() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        #expect(try await ids(try source()) == ["fonts-lora"])
        let copy = home.root + "/cache/fontd/catalogs/distribution/testian/index"
        func number() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: copy)[.systemFileNumber] as? Int
        }
        let first = try number()
        #expect(try await ids(try source()) == ["fonts-lora"])
        #expect(try number() == first)
        try put(Self.documents)
        #expect(try await ids(try source()) == ["lora"])
        // A damaged copy is read again, too.
        try home.put([0xFF], at: copy)
        #expect(try await ids(try source()) == ["lora"])
    }

    /// As in a home that is read-only and empty; the file hinders root, too.
    @Test func familiesAreListedWithoutACache() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        try home.put([], at: home.root + "/cache/fontd")
        #expect(try await ids(try source()) == ["fonts-lora"])
        #expect(try await source().family("fonts-lora")?.version == "1.0")
    }

    @Test func aMachineWithoutDataHasNoSource() throws {
        var places = DistributionPlaces(environment: home.environment)
        places.programs = home.root + "/nothing"
        places.appStream = [home.root + "/nothing"]
        let folders = try CatalogFolders(home.paths, environment: home.environment, share: home.root + "/share")
        #expect(folders.distribution(places) == nil)
    }

    @Test func aDownloadRegistersThePackage() async throws {
        try repository.add(
            "fonts-lora", "2.0-1",
            fonts: ["Lora.ttf": font("Lora"), "Lora-Bold.ttf": font("Lora", style: "Bold")])
        try put(Self.documents)
        let declined = try await catalogs().match(["Lora-Bold"], deciding: { _ in false }).all()
        #expect(declined.sequence == "0 4 6 1" && declined[1].currentAssetSize > 0)
        let events = try await catalogs().match(["Lora-Bold"]).all()
        #expect(events.sequence == "0 4 … 6 7 1")
        #expect(events.compactMap(\.percentage).first == 0 && events.compactMap(\.percentage).last == 100)
        #expect(events.last?.results.first?.face.postscriptName == "Lora-Bold")
        #expect(try await catalogs().match(["Lora"]).all().sequence == "0 6 7 1")
        // The name of the package is not that of a font.
        #expect(try await catalogs().match(["fonts-lora"]).all().sequence == "0 6 7 1")

        let user = try home.user()
        let registrations = try await user.registered(scope: .persistent, provider: "catalog:testian")
        #expect(registrations.count == 2)
        #expect(
            registrations.map(\.file).allSatisfy {
                $0.hasPrefix("fonts-lora_2.0-1_all.deb/usr/share/fonts/truetype/fonts-lora/")
            })
        let licenses = try await user.keptLicenses(of: registrations)
        #expect(licenses.count == 2)
        for file in licenses.values.compactMap(\.first) {
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("PERMISSION & CONDITIONS"))
        }
        let origin = try #require(try await catalogs().downloads().first?.origin)
        #expect(origin.catalog == "testian" && origin.id == "lora" && origin.version == "2.0-1" && origin.isWhole)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: home.root + "/cache/fontd/catalogs/distribution/testian")
        #expect(!left.contains { $0.hasPrefix("package-") })
    }

    /// What killed processes left is removed by the next download, of whatever package.
    @Test func foldersOfKilledProcessesAreRemoved() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        let cache = home.root + "/cache/fontd/catalogs/distribution/testian"
        try home.put([1], at: cache + "/package-killed/fonts-other_1_all.deb")
        try home.put([], at: cache + "/package-fonts-other.part")
        try home.put([1], at: cache + "/package-running/fonts-more_1_all.deb")
        let running = open(cache + "/package-running", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(running) }
        #expect(flock(running, LOCK_EX | LOCK_NB) == 0)
        #expect(try await catalogs().match(["fonts-lora"]).all().sequence == "0 4 … 6 7 1")
        let left = try FileManager.default.contentsOfDirectory(atPath: cache).filter { $0.hasPrefix("package-") }
        #expect(left == ["package-running"])
    }

    /// Undone, the fonts are not there; the next download brings them again.
    @Test func aDownloadIsUndone() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        let number = try #require(try await catalogs().match(["fonts-lora"]).all().last?.operations.first)
        let user = try home.user()
        try await user.undo(number)
        #expect(try await user.registered(scope: .persistent).isEmpty)
        #expect(try await catalogs().downloads().isEmpty)
        #expect(try await catalogs().match(["fonts-lora"]).all().sequence == "0 4 … 6 7 1")
        #expect(try await catalogs().downloads().count == 1)
    }

    @Test func meteredDownloadsAreAskedFor() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        let events = try await catalogs(isMetered: true).match(
            ["fonts-lora"], deciding: { $0.isMetered && !$0.license.isEmpty && $0.downloadSize > 0 ? false : true }
        ).all()
        #expect(events.sequence == "0 4 6 1")
    }

    @Test func aPackageWithoutThePromisedFontsIsRefused() async throws {
        try repository.add("fonts-lora", "2.0-1", fonts: ["Lora.ttf": font("Lora")])
        try put(Self.documents)
        let error = try await failure("Lora Bold")
        #expect(error?.code == .insufficientInfo && error?.message.contains("“Lora Bold”") == true)
        #expect(try await home.user().resolve("Lora Regular").match == nil)
        try repository.add("fonts-none", "1", fonts: [:])
        #expect(try await failure("fonts-none")?.code == .insufficientInfo)
        // As nearly all packages, it has a compressed file beside.
        try repository.add("fonts-tool", "1", fonts: ["changelog.gz": PublishedFolder.gzip(Array("news".utf8))])
        let other = try await failure("fonts-tool")
        #expect(other?.code == .insufficientInfo && other?.message.contains("fonts-tool") == true, "\(other as Any)")
    }

    /// No font is registered without the text of its licence.
    @Test func aPackageWithoutCopyrightIsRefused() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")], copyright: nil)
        let error = try await failure("fonts-lora")
        #expect(error?.code == .missingEntitlement && error?.message.contains("license") == true)
        #expect(try await home.user().registered(scope: .persistent).isEmpty)
    }

    @Test func laterVersionsAreOfferedAndReplaceFonts() async throws {
        func version(_ number: Double) -> [UInt8] {
            var font = SyntheticFont(family: "Lora")
            font.revision = number
            return font.build()
        }
        func upgrade() async throws -> FontUpgrade {
            let catalogs = try catalogs()
            return try #require(try await catalogs.upgrades(of: try await catalogs.downloads()).upgrades.first)
        }
        try repository.add("fonts-lora", "1.9-1", fonts: ["Lora.ttf": version(1.9)])
        _ = try await catalogs().match(["fonts-lora"]).all()
        #expect(try await upgrade().state == .current)
        // 1.10 is later than 1.9 for dpkg only.
        try repository.add("fonts-lora", "1.10-1", fonts: ["Lora.ttf": version(1.91)])
        let offered = try await upgrade()
        #expect(offered.state == .available && offered.version == "1.10-1" && offered.changesLineMetrics == nil)
        let result = try await catalogs().apply(offered) { _ in false }
        #expect(result.outcomes.map(\.status) == [.replaced] && result.operation != nil)
        #expect(try await upgrade().state == .current)
        // Undone, the version before is there, and the other one is offered again.
        try await home.user().undo(result.operation)
        #expect(try await catalogs().downloads().map(\.origin.version) == ["1.9-1"])
        #expect(try await upgrade().state == .available)
        // A later package may return to an earlier font.
        try repository.add("fonts-lora", "1.11-1", fonts: ["Lora.ttf": version(1.5)])
        let earlier = try await catalogs().apply(try await upgrade()) { _ in false }
        #expect(earlier.outcomes.map(\.status) == [.replaced])
        #expect(try await upgrade().state == .current)
    }

    @Test func whatAptSaysIsTheCause() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        let source = try source()
        _ = try await source.index()
        let path = repository.package("fonts-lora", "1.0")
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        guard case .download(.hash, _) = try await failure("fonts-lora")?.cause else {
            return #expect(Bool(false), "hash")
        }
        try FileManager.default.removeItem(atPath: path)
        guard case .network(.status, _) = try await failure("fonts-lora")?.cause else {
            return #expect(Bool(false), "status")
        }
        #expect(try await home.user().resolve("Lora Regular").match == nil)
    }
}
