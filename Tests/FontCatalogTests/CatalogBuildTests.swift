import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TUF
import TestSupport
import Testing

@Suite struct CatalogBuildTests {
    private static let now = Timestamp(seconds: 1_795_694_400)

    /// A text of the Open Font License, as it lies beside fonts.
    private static func ofl(_ copyright: String = "") -> [UInt8] {
        Array(
            """
            \(copyright)

            SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
            PERMISSION & CONDITIONS
            No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
            """.utf8)
    }

    /// A folder of fonts and the catalogue that is built from it.
    private struct Site {
        let home: PrivateHome
        let out: String
        let keys: String

        init() throws {
            home = try PrivateHome()
            (out, keys) = (home.root + "/out", home.root + "/keys")
            try PublisherKeys.create(in: keys)
        }

        var publication: Publication {
            get throws { Publication(folder: out, keys: try PublisherKeys(in: keys), now: CatalogBuildTests.now) }
        }

        @discardableResult
        func build(allowing licenses: [String] = []) async throws -> CatalogBuildResult {
            try await CatalogBuild(
                of: .folder(home.root + "/given", nil), as: publication, allowing: licenses, context: home.context
            ).run()
        }

        /// Writes a font into a folder of its own, with its licence.
        @discardableResult
        func offer(_ font: SyntheticFont, text: [UInt8] = CatalogBuildTests.ofl()) throws -> String {
            try home.write(text, as: "\(font.family)/OFL.txt")
            return try home.write(font, as: "\(font.family)/Font.ttf")
        }

        /// The published document of a family and what the index says of it.
        func family(_ id: String) throws -> (document: FamilyDocument, summary: FamilySummary) {
            let listed = try #require(try publication.listedFamilies().first { $0.path == "families/\(id).json" })
            let custom = try #require(listed.custom)
            return (
                try JSONDecoder().decode(
                    FamilyDocument.self, from: Data(try publication.document(of: listed))),
                try JSONDecoder().decode(FamilySummary.self, from: Data(custom.canonical))
            )
        }

        /// The bytes of a file of the catalogue, by its relative address.
        func file(_ address: String) throws -> [UInt8]? {
            try PublishedFolder.read("\(out)/\(try #require(address.removingPercentEncoding))")
        }

        func contents() throws -> [String: Data] {
            var contents: [String: Data] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: out) {
                contents[path] = FileManager.default.contents(atPath: "\(out)/\(path)") ?? Data()
            }
            return contents
        }
    }

    private static let lora = SyntheticFont(family: "Lora") { font in
        font.fsType = 8
        font.unitsPerEm = 2_000
        font.localizedNames = [
            .init(0, language: 0x409, "Copyright 2026 The Lora Project Authors"), .init(1, language: 0x411, "ローラ"),
            .init(9, language: 0x409, "Ada"),
        ]
    }

    /// Returns the ranges of a value of `unicode-range`.
    private func ranges(_ text: String) -> [ClosedRange<UInt32>] {
        text.split(separator: ", ").compactMap { part in
            let ends = part.dropFirst(2).split(separator: "-").compactMap { UInt32($0, radix: 16) }
            return ends.first.flatMap { first in ends.last.map { first...$0 } }
        }
    }

    @Test func everyFactIsThatOfTheReader() async throws {
        let site = try Site()
        try site.home.write(Self.lora, as: "Lora/static/Lora-Regular.ttf")
        try site.home.write(
            SyntheticFont(family: "Lora", style: "Bold", salt: 86_400) { $0.weight = 700 },
            as: "Lora/static/Lora-Bold.ttf")
        try site.home.write(SyntheticFont.variable(family: "Lora"), as: "Lora/Lora[wght].ttf")
        let text = Self.ofl("Copyright 2026 The Lora Project Authors, with Reserved Font Name \"Lora\".")
        try site.home.write(text, as: "Lora/OFL.txt")
        let result = try await site.build()
        #expect(result.refused.isEmpty && result.families.map(\.id) == ["lora"])
        #expect(result.families.first?.state == .new)

        let (document, summary) = try site.family("lora")
        #expect(document.files.map(\.urls.first).count == 3)
        var faces: [FontFace] = []
        for file in document.files {
            let address = try #require(file.urls.first)
            #expect(address.hasPrefix("files/\(file.sha256)/") && !address.contains("["))
            let bytes = try #require(try site.file(address))
            let font = try FontFile(data: Data(bytes))
            #expect(file.sha256 == font.sha256 && file.size == font.size && file.format == "ttf")
            #expect(file.faces.map(\.face) == font.faces)
            for (index, face) in file.faces.enumerated() {
                let details = font.details(ofFace: index)
                #expect(ranges(face.characters) == font.coverage(ofFace: index).ranges)
                #expect(face.metrics.unitsPerEm == details.unitsPerEm && face.metrics.ascent == details.ascender)
                #expect(face.metrics.descent == details.descender && face.metrics.lineGap == details.lineGap)
            }
            faces += font.faces
        }
        #expect(document.family == "Lora" && document.names == ["ja": "ローラ"] && document.aliases.isEmpty)
        #expect(document.category == "serif" && document.designers == ["Ada"])
        #expect(document.version == "1.000")
        // The bold face was changed a day later.
        #expect(document.revised == "2024-01-02")
        #expect(document.languages == Set(faces.flatMap(\.languages)).sorted() && document.scripts == ["Latn"])
        #expect(document.sets.map(\.name) == ["variable", "static"] && document.sets.map(\.files.count) == [1, 2])
        #expect(document.history.isEmpty && document.status == nil)

        let license = document.license
        #expect(license.spdx == "OFL-1.1" && license.reservedNames == ["Lora"] && !license.requiresAgreement)
        #expect(license.embedding == "editable" && license.copyrights.first?.contains("Lora Project") == true)
        #expect(license.texts.map(\.name) == ["OFL.txt"] && license.texts.map(\.size) == [Int64(text.count)])
        let hash = try #require(license.texts.first?.sha256)
        #expect(try site.file("licenses/\(hash).txt") == text)

        #expect(summary.family == "Lora" && summary.names == document.names && summary.license == "OFL-1.1")
        #expect(summary.files == 3 && summary.size == document.files.reduce(0) { $0 + $1.size })
        #expect(summary.weights == [300, 400, 700] && summary.axes == ["wght"])
        #expect(Set(summary.faces).isSuperset(of: ["Lora-Regular", "Lora-Bold", "Lora-Light"]))
        #expect(summary.version == document.version && summary.revised == document.revised)
        #expect(summary.languages == document.languages && summary.scripts == document.scripts)
    }

    @Test func aCollectionIsInTheFamilyOfItsFirstFace() async throws {
        let site = try Site()
        let faces = [SyntheticFont(family: "Duo Sans"), SyntheticFont(family: "Duo Serif")]
        try site.home.write(SyntheticCollection(faces).build(), as: "Duo/Duo.ttc")
        try site.home.write(Self.ofl(), as: "Duo/OFL.txt")
        try await site.build()
        let document = try site.family("duo-sans").document
        #expect(document.aliases == ["Duo Serif"])
        #expect(document.files.map(\.format) == ["ttc"] && document.files.first?.faces.map(\.face.index) == [0, 1])
    }

    @Test func aSecondBuildChangesNoByte() async throws {
        let site = try Site()
        for number in 0..<12 { try site.offer(SyntheticFont(family: "Family \(number)")) }
        let first = try #require(try await site.build().publication)
        let before = try site.contents()
        let again = try await site.build()
        #expect(try site.contents() == before)
        #expect(again.families.allSatisfy { $0.state == .unchanged } && again.families.count == 12)
        let publication = try #require(again.publication)
        #expect(publication.changedBins == 0 && !publication.isChanged && publication.root == first.root)
    }

    @Test func aChangedFontChangesOneBinAndKeepsTheEarlierVersion() async throws {
        let site = try Site()
        for number in 0..<30 { try site.offer(SyntheticFont(family: "Family \(number)")) }
        let first = try #require(try await site.build().publication)
        #expect(first.changedBins == 4)
        let listed = try #require(try site.publication.listedFamilies().first { $0.path == "families/family-7.json" })
        try site.offer(SyntheticFont(family: "Family 7") { $0.revision = 2 })
        let changed = try await site.build()
        #expect(changed.publication?.changedBins == 1 && changed.publication?.snapshot == 2)
        #expect(changed.families.filter { $0.state == .changed }.map(\.id) == ["family-7"])
        let document = try site.family("family-7").document
        #expect(document.version == "2.000")
        #expect(document.history.map(\.version) == ["1.000"] && document.history.first?.document == listed.sha256)
        // Its document and its font are still there.
        let earlier = try JSONDecoder().decode(
            FamilyDocument.self, from: Data(try site.publication.document(of: listed)))
        #expect(try site.file(try #require(earlier.files.first?.urls.first)) != nil)
        // Another build keeps the history.
        #expect(try await site.build().publication?.isChanged == false)
        // A family that is gone is listed no longer.
        try FileManager.default.removeItem(atPath: site.home.root + "/given/Family 7")
        #expect(try await site.build().removed == ["family-7"])
        #expect(try site.publication.listedFamilies().count == 29)
    }

    @Test func licensesDecide() async throws {
        let site = try Site()
        for name in ["Missing", "Unknown"] { try site.home.write(SyntheticFont(family: name), as: "\(name)/Font.ttf") }
        try site.home.write(Array("Do what you like.".utf8), as: "Unknown/EULA.txt")
        let closed = SyntheticFont(family: "Closed") {
            $0.localizedNames = [.init(14, language: 0x409, "https://creativecommons.org/licenses/by-nc/4.0/")]
        }
        try site.offer(closed, text: Array("You may not sell this.".utf8))
        try site.offer(SyntheticFont(family: "Open"))
        let result = try await site.build()
        #expect(result.families.map(\.id) == ["open"])
        let reasons = Dictionary(uniqueKeysWithValues: result.refused.map { ($0.family ?? "", $0.error.message) })
        #expect(Set(reasons.keys) == ["Missing", "Unknown", "Closed"])
        #expect(reasons["Missing"]?.contains("license text of the family is missing") == true)
        #expect(reasons["Unknown"]?.contains("--allow-license LicenseRef-unknown") == true)
        #expect(reasons["Closed"]?.contains("--allow-license CC-BY-NC-4.0") == true)

        let allowed = try await site.build(allowing: ["cc-by-nc-4.0", "LicenseRef-unknown"])
        #expect(allowed.families.map(\.id) == ["closed", "open", "unknown"])
        #expect(allowed.refused.map(\.family) == ["Missing"], "no family without a text")
        let license = try site.family("closed").document.license
        #expect(license.spdx == "CC-BY-NC-4.0" && license.requiresAgreement)
        #expect(try site.family("unknown").document.license.requiresAgreement)
        #expect(try !site.family("open").document.license.requiresAgreement)
    }

    @Test func twoFamiliesInOneFolderHaveTheirOwnTexts() async throws {
        let site = try Site()
        try site.home.write(SyntheticFont(family: "Alpha"), as: "both/Alpha-Regular.ttf")
        try site.home.write(SyntheticFont(family: "Beta"), as: "both/Beta-Regular.ttf")
        try site.home.write(Self.ofl("Copyright 2026 The Beta Project Authors"), as: "both/OFL.txt")
        let one = try await site.build()
        #expect(one.families.map(\.id) == ["beta"] && one.refused.map(\.family) == ["Alpha"])
        try site.home.write(Self.ofl("Copyright 2026 The Alpha Project Authors"), as: "both/OFL-Alpha.txt")
        #expect(try await site.build().families.map(\.id) == ["alpha", "beta"])
        #expect(try site.family("alpha").document.license.texts.map(\.name) == ["OFL-Alpha.txt"])
        #expect(try site.family("beta").document.license.texts.map(\.name) == ["OFL.txt"])
    }

    @Test func aDamagedFontIsLeftOutWithItsReason() async throws {
        let site = try Site()
        try site.offer(SyntheticFont(family: "Good"))
        let bytes = SyntheticFont(family: "Cut").build()
        try site.home.write(Self.ofl(), as: "Cut/OFL.txt")
        let path = try site.home.write(Damage.truncated(bytes, to: bytes.count / 2), as: "Cut/Cut.ttf")
        let result = try await site.build()
        #expect(result.families.map(\.id) == ["good"] && result.publication != nil)
        #expect(result.refused.map(\.family) == [nil] && result.refused.map(\.error.file) == [path])
        #expect(result.refused.first?.error.code == .invalidFontData)
    }

    @Test func withoutAFamilyNothingIsPublished() async throws {
        let site = try Site()
        try site.home.write(SyntheticFont(family: "Missing"), as: "Missing/Font.ttf")
        #expect(try await site.build().publication == nil)
        #expect(!FileManager.default.fileExists(atPath: site.out + "/metadata"))
        #expect(!FileManager.default.fileExists(atPath: site.out + "/files"))
    }

    @Test func identifiersComeFromNamesAndStay() async throws {
        let site = try Site()
        try site.offer(SyntheticFont(family: "Klee-One") { $0.postscriptName = "KleeOther" })
        try site.offer(SyntheticFont(family: "Café Größe") { $0.postscriptName = "Cafe" })
        try site.offer(SyntheticFont(family: "游明朝") { $0.postscriptName = "YuMincho" })
        #expect(try await site.build().families.map(\.id) == ["cafe-gro-e", "klee-one", "yumincho"])
        try site.offer(SyntheticFont(family: "Klee One"))
        let result = try await site.build()
        #expect(result.families.map(\.id) == ["cafe-gro-e", "klee-one", "klee-one-2", "yumincho"])
        #expect(try site.family("klee-one").document.family == "Klee-One", "it had the identifier before")
    }

    @Test func thePublisherDescribesTheCatalogue() async throws {
        let site = try Site()
        try site.offer(SyntheticFont(family: "Good"))
        let plain = try await site.build().catalog
        #expect(plain.id == "given" && plain.name == "given" && plain.families == 1)
        let settings =
            #"{"id":"org.example.fonts","name":"Example","names":{"ja":"例"},"homepage":"https://example.org"}"#
        try site.home.write(Array(settings.utf8), as: "catalog.json")
        let result = try await site.build()
        #expect(result.catalog.id == "org.example.fonts" && result.catalog.names == ["ja": "例"])
        #expect(result.catalog.homepage == "https://example.org" && result.publication?.changedBins == 0)
        #expect(result.publication?.isChanged == true)
        for wrong in [#"{"id":"Org Example"}"#, #"{"id":1}"#, "no"] {
            try site.home.write(Array(wrong.utf8), as: "catalog.json")
            let error = await #expect(throws: FontError.self) { try await site.build() }
            #expect(error?.file?.hasSuffix("/catalog.json") == true)
        }
    }

    @Test func aCatalogueAmongItsFontsIsRefused() async throws {
        let site = try Site()
        try site.offer(SyntheticFont(family: "Good"))
        let publication = Publication(
            folder: site.home.root + "/given/out", keys: try PublisherKeys(in: site.keys), now: Self.now)
        let build = CatalogBuild(
            of: .folder(site.home.root + "/given", nil), as: publication, allowing: [], context: site.home.context)
        let error = await #expect(throws: FontError.self) { try await build.run() }
        #expect(error?.code == .invalidFilePath)
    }
}
