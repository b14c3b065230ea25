import FontCatalog
import FontModel
import FontRegistry
import Foundation
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

    /// DEP-11, as Debian publishes it.
    static let documents = """
        ---
        File: DEP-11
        Version: '0.16'
        Origin: testian-main
        MediaBaseUrl: https://example.org/media
        Priority: 30
        ---
        Type: desktop-application
        ID: org.example.Editor
        Package: editor
        Name:
          C: Editor
        Description:
          C: |-
            <p>
            ---
            Type: font
            </p>
        ---
        Type: font
        ID: org.example.Lora
        Package: fonts-lora
        Name:
          C: Lora
          ja: ローラ
          sr@latin: Lora L
        Summary:
          C: A serif for text
          de: Eine Antiqua
        DeveloperName:
          C: Cyreal
        ProjectLicense: OFL-1.1
        Url:
          homepage: https://example.org/lora
        Provides:
          fonts:
          - name: Lora Regular
          - name: Lora Bold
        Languages:
        - locale: ja
          percentage: 100
        - locale: pt_BR
        ---
        Type: font
        ID: org.example.Gone
        Package: fonts-gone
        Name:
          C: Gone

        """

    static let components = """
        <?xml version="1.0" encoding="UTF-8"?>
        <components version="0.14" origin="testian-more">
          <component type="desktop-application"><id>x</id><pkgname>x</pkgname><name>X</name></component>
          <component type="font">
            <id>org.example.Inter</id>
            <pkgname>fonts-inter</pkgname>
            <name>Inter</name>
            <name xml:lang="ja">インター</name>
            <summary>Type &amp; screens</summary>
            <project_license>OFL-1.1</project_license>
            <developer id="x"><name>Rasmus</name></developer>
            <url type="bugtracker">https://example.org/bugs</url>
            <url type="homepage">https://example.org/inter</url>
            <provides><font>Inter Regular</font><binary>no</binary></provides>
            <languages><lang percentage="90">vi</lang></languages>
          </component>
        </components>
        """

    private func put(_ documents: String) throws {
        try home.put(
            PublishedFolder.gzip(Array(documents.utf8)),
            at: repository.lists + "/example.org_dists_stable_main_dep11_Components-amd64.yml.gz")
    }

    private func font(_ family: String, style: String = "Regular") -> [UInt8] {
        SyntheticFont(family: family, style: style).build()
    }

    private func source() throws -> DistributionSource {
        var places = DistributionPlaces(environment: repository.environment)
        places.releaseFiles = [repository.releaseFile]
        places.appStream = [repository.catalogueData]
        let folders = try CatalogFolders(
            home.paths, environment: home.environment, share: home.root + "/share", machine: home.root + "/etc")
        return try #require(folders.distribution(places))
    }

    private func ids(_ source: DistributionSource, named text: String = "") async throws -> [String] {
        let index = try #require(try await source.index())
        return index.families { _, names in text.isEmpty || names.lowercased().contains(text) }.map(\.id)
    }

    private func manager() throws -> FontManager { try home.manager(provider: "catalog:testian", authority: .user) }

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
        for name in ["lora", "Lora Bold", "ローラ", "fonts-lora"] {
            #expect(try await source.families(named: name) == ["lora"], "\(name)")
        }
        #expect(try await source.families(named: "lor").isEmpty)
        let error = await #expect(throws: FontError.self) { try await source.family("gone") }
        #expect(error?.code == .insufficientInfo)
    }

    @Test func packagesWithoutDataHaveTheirOwnNames() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        try repository.add("fonts-closed", "1.0", fonts: ["C.ttf": font("C")], section: "non-free/fonts")
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
        let (source, fonts) = (try source(), try manager())
        let summary = try await source.download("lora", into: fonts)
        #expect(summary.outcomes.map(\.status) == [.registered, .registered])
        #expect(summary.registrations.allSatisfy { $0.provider == "catalog:testian" })
        #expect(
            summary.registrations.map(\.file).allSatisfy {
                $0.hasPrefix("fonts-lora_2.0-1_all.deb/usr/share/fonts/truetype/fonts-lora/")
            })
        #expect(try await fonts.resolve("Lora Bold").match != nil)
        let licenses = try await fonts.keptLicenses(of: summary.registrations)
        #expect(licenses.count == 2)
        for file in licenses.values.compactMap(\.first) {
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("PERMISSION & CONDITIONS"))
        }
        let left = try FileManager.default.contentsOfDirectory(
            atPath: home.root + "/cache/fontd/catalogs/distribution/testian")
        #expect(!left.contains { $0.hasPrefix("package-") })
        #expect(try await source.download("lora", into: fonts).outcomes.allSatisfy { $0.status == .alreadyRegistered })
        #expect(try await source.installation(of: "lora") == "apt install fonts-lora")
    }

    @Test func aPackageWithoutThePromisedFontsIsRefused() async throws {
        try repository.add("fonts-lora", "2.0-1", fonts: ["Lora.ttf": font("Lora")])
        try put(Self.documents)
        let (source, fonts) = (try source(), try manager())
        let error = await #expect(throws: FontError.self) { try await source.download("lora", into: fonts) }
        #expect(error?.code == .insufficientInfo && error?.message.contains("“Lora Bold”") == true)
        #expect(try await fonts.resolve("Lora Regular").match == nil)
        try repository.add("fonts-none", "1", fonts: [:])
        let none = await #expect(throws: FontError.self) { try await self.source().download("fonts-none", into: fonts) }
        #expect(none?.code == .insufficientInfo)
    }

    @Test func laterVersionsAreOfferedAndReplaceFonts() async throws {
        func version(_ number: Double) -> [UInt8] {
            var font = SyntheticFont(family: "Lora")
            font.revision = number
            return font.build()
        }
        try repository.add("fonts-lora", "1.9-1", fonts: ["Lora.ttf": version(1.9)])
        let fonts = try manager()
        try await source().download("fonts-lora", into: fonts)
        #expect(try await source().updates().isEmpty)
        // 1.10 is later than 1.9 for dpkg only.
        try repository.add("fonts-lora", "1.10-1", fonts: ["Lora.ttf": version(1.91)])
        let update = try #require(try await source().updates().first)
        #expect(update.families == ["fonts-lora"] && update.registered == "1.9-1" && update.offered == "1.10-1")
        #expect(try await source().download("fonts-lora", into: fonts).outcomes.map(\.status) == [.replaced])
        #expect(try await source().updates().isEmpty)
    }

    @Test func whatAptSaysIsTheCause() async throws {
        try repository.add("fonts-lora", "1.0", fonts: ["Lora.ttf": font("Lora")])
        let (source, fonts) = (try source(), try manager())
        func failure() async -> FontError? {
            await #expect(throws: FontError.self) { try await source.download("fonts-lora", into: fonts) }
        }
        _ = try await source.index()
        let path = repository.package("fonts-lora", "1.0")
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        guard case .download(.hash, _) = await failure()?.cause else { return #expect(Bool(false), "hash") }
        try FileManager.default.removeItem(atPath: path)
        guard case .network(.status, _) = await failure()?.cause else { return #expect(Bool(false), "status") }
        let list = repository.lists
        for name in try FileManager.default.contentsOfDirectory(atPath: list) where name.hasSuffix("Packages") {
            try FileManager.default.removeItem(atPath: "\(list)/\(name)")
        }
        let gone = await failure()
        #expect(gone?.code == .insufficientInfo && gone?.message.contains("apt update") == true)
        #expect(try await fonts.resolve("Lora Regular").match == nil)
    }
}
