import FontCatalog
import FontModel
import TestSupport
import Testing

/// Files of one family with one PostScript name, which nobody can register together.
@Suite struct DuplicateFontTests {
    /// Of two versions the newer one is offered, and the other one is reported; a variable file is a set of its own.
    @Test func theNewestFileOfANameIsOffered() async throws {
        let site = try CatalogSite()
        try site.home.write(SyntheticFont(family: "Lato", style: "Bold", salt: 7), as: "Lato/Lato-Bold.ttf")
        let old = try site.home.write(SyntheticFont(family: "Lato") { $0.revision = 2 }, as: "Lato/Lato-Regular.ttf")
        try site.home.write(SyntheticFont(family: "Lato") { $0.revision = 3 }, as: "Lato/v3/Lato-Regular.ttf")
        try site.home.write(SyntheticFont.variable(family: "Lato"), as: "Lato/Lato[wght].ttf")
        for folder in ["Lato", "Lato/v3"] { try site.home.write(CatalogSite.license, as: folder + "/OFL.txt") }
        let result = try await site.build()
        #expect(result.refused.map(\.error.file) == [old])
        #expect(result.refused.map(\.error.code) == [.duplicatedName])
        let document = try site.family("lato")
        #expect(document.files.count == 3 && document.sets.map(\.name) == ["variable", "static"])
        let fixed = document.files.filter { document.sets.last?.files.contains($0.sha256) == true }
        let regular = fixed.flatMap(\.faces).map(\.face).filter { $0.style == "Regular" }
        #expect(regular.map(\.revision) == [3])
        // Built again, it is the same, by what the cache knows.
        let contents = try site.contents()
        let second = try await site.build()
        #expect(second.refused.map(\.error.file) == [old])
        #expect(second.families.map(\.state) == [.unchanged])
        #expect(try site.contents() == contents)
    }

    /// Two forms of one font: the family can be downloaded.
    @Test func aFamilyInTwoFormsCanBeDownloaded() async throws {
        let site = try await MatchSite([SyntheticFont(family: "Inter")])
        try site.home.write(SyntheticFont(family: "Inter", salt: 1), as: "Inter/other/Inter-Regular.ttf")
        try await site.publish(SyntheticFont(family: "Inter", style: "Bold", salt: 2))
        let events = try await site.catalogs().match(["Inter-Bold"]).all()
        #expect(events.last?.results.map(\.postscriptName) == ["Inter-Bold"], "\(events.compactMap(\.error))")
        #expect(try await site.registered().count == 2)
    }
}
