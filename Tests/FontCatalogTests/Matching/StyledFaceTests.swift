import FontCatalog
import FontModel
import TestSupport
import Testing

/// Names of faces, beside which a style is asked for.
@Suite struct StyledFaceTests {
    @Test(arguments: ["Lora-Bold", "Lora Bold"])
    func theStyleOfTheFaceItself(_ name: String) async throws {
        let site = try await MatchSite(MatchSite.lora)
        let events = try await site.catalogs().match([name], style: "Bold").all()
        #expect(events.sequence == "0 4 … 6 7 1", "\(events.compactMap(\.error))")
        #expect(events.last?.results.map(\.postscriptName) == ["Lora-Bold"])
        #expect(try await site.registered().flatMap(\.faces).map(\.postscriptName) == ["Lora-Bold"])
        #expect(try await site.catalogs().match([name], style: "Bold").all().last?.results.count == 1)
    }

    /// The style of a sibling brings neither the sibling nor the blame of the publisher.
    @Test func theStyleOfASibling() async throws {
        let site = try await MatchSite(MatchSite.lora)
        let events = try await site.catalogs().match(["Lora-Regular"], style: "Bold").all()
        #expect(events.sequence == "0 8 1")
        let error = events.compactMap(\.error).first
        #expect(error?.code == .insufficientInfo && error?.message.contains("another style") == true)
        #expect(try await site.registered().isEmpty)
    }

    @Test func theStyleOfAnInstance() async throws {
        let site = try await MatchSite([SyntheticFont.variable(family: "Flex")])
        let events = try await site.catalogs().match(["Flex-Bold"], style: "Bold").all()
        #expect(events.last?.results.map(\.postscriptName) == ["Flex-Bold"], "\(events.compactMap(\.error))")
    }
}
