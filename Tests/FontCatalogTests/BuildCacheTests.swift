import FontCatalog
import FontModel
import FontRegistry
import Foundation
import Inspection
import TestSupport
import Testing

/// A build reads, packs and draws only what earlier builds do not know.
@Suite struct BuildCacheTests {
    private func site() throws -> CatalogSite {
        let site = try CatalogSite()
        try site.offer(SyntheticFont(family: "Lora") { $0.localizedNames = [.init(9, language: 0x409, "Ada")] })
        try site.offer(SyntheticFont.variable(family: "Flex"))
        try site.offer(
            SyntheticFont(family: "Large") { $0.extraTables["TEST"] = [UInt8](repeating: 7, count: 300_000) })
        return site
    }

    @Test func whatIsKnownGivesTheSameBytes() async throws {
        let site = try site()
        try await site.build()
        let before = try site.contents()
        #expect(try await site.build().publication?.isChanged == false)
        #expect(try site.contents() == before)
        #expect(!before.keys.contains { $0.contains("catalog-build") })
        // Without the cache, and without a program that draws, the earlier documents suffice.
        try FileManager.default.removeItem(atPath: site.cacheFolder)
        let again = try await site.build(BuildOptions())
        #expect(again.families.allSatisfy { $0.state == .unchanged } && again.families.count == 3)
        #expect(try site.contents() == before)
    }

    @Test func documentsAreEqualWithAndWithoutTheCache() async throws {
        let site = try site()
        try await site.build()
        let other = site.home.root + "/other"
        try await site.build(in: other)
        for id in ["lora", "flex", "large"] { #expect(try site.family(id) == site.family(id, in: other)) }
    }

    /// The records decide, which shows that the fonts are not read again.
    @Test func recordsReplaceTheReading() async throws {
        let site = try site()
        try await site.build()
        let sha256 = try #require(try site.family("lora").files.first).sha256
        var facts = try #require(site.cache.facts(of: sha256, size: 1, given: "Lora"))
        #expect(facts.details.first?.text(.designer) == "Ada")
        facts.inspection.faces[0].glyphCount = 4_321
        site.cache.keep(facts)
        let other = site.home.root + "/other"
        try await site.build(in: other)
        #expect(try site.family("lora", in: other).files.first?.faces.first?.face.glyphCount == 4_321)
        // In the first catalogue nothing changed, so that not even the facts are asked for.
        #expect(try await site.build().publication?.isChanged == false)
    }

    @Test func whatIsMissingIsMadeAgain() async throws {
        let site = try site()
        try await site.build()
        let before = try site.contents()
        let folders = ["files/", "licenses/", "previews/"]
        let names = before.keys.filter { name in folders.contains { name.hasPrefix($0) } && name.contains(".") }
        #expect(names.count >= 6, "\(names)")
        for name in names.sorted() {
            try FileManager.default.removeItem(atPath: "\(site.out)/\(name)")
            try await site.build()
            #expect(try site.contents() == before, "\(name)")
        }
    }

    @Test func whatDecidesIsSeen() async throws {
        let site = try site()
        try await site.build()
        func changed(_ options: BuildOptions? = nil) async throws -> [String] {
            try await site.build(options).families.filter { $0.state != .unchanged }.map(\.id)
        }
        #expect(try await changed() == [])
        try site.home.write(CatalogSite.license + Array("More.".utf8), as: "Lora/OFL.txt")
        #expect(try await changed() == ["lora"])
        try site.home.write(SyntheticFont(family: "Flex", style: "Bold") { $0.weight = 700 }, as: "Flex/Bold.ttf")
        #expect(try await changed() == ["flex"])
        #expect(try await changed(site.options { $0.packs = false }) == ["large"])
        #expect(try await changed() == ["large"])
        #expect(try await changed() == [])
    }

    @Test func damagedRecordsAreMadeAgain() async throws {
        let site = try site()
        try await site.build()
        let before = try site.contents()
        let folder = site.cacheFolder
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard var bytes = FileManager.default.contents(atPath: "\(folder)/\(name)"), !bytes.isEmpty else {
                continue
            }
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(filePath: "\(folder)/\(name)"))
        }
        #expect(try await site.build().publication?.isChanged == false)
        #expect(try site.contents() == before)
    }

    @Test func anotherReaderHasItsOwnRecords() async throws {
        let site = try site()
        try await site.build()
        let sha256 = try #require(try site.family("lora").files.first).sha256
        let newer = BuildCache(folder: site.cacheFolder, reader: "2")
        #expect(newer.facts(of: sha256, size: 1, given: "Lora") == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.cacheFolder) == [])
    }
}
