import FontCatalog
import FontModel
import Foundation
import TestSupport
import Testing

/// What a publisher says of families that it does not offer any more.
@Suite struct WithdrawnFamilyTests {
    private let site: CatalogSite

    init() throws {
        site = try CatalogSite()
        try site.offer(SyntheticFont(family: "Lora"))
        try site.offer(SyntheticFont(family: "Lora Next"))
    }

    private func say(_ status: String) throws {
        try site.home.write(Array(#"{"status": \#(status)}"#.utf8), as: "catalog.json")
    }

    private static let replaced = #"{"lora": {"state": "replaced", "reason": "It is new.", "replacedBy": "lora-next"}}"#

    /// A family without fonts stays listed with its earlier document, whose fonts stay where they are.
    @Test func aFamilyWithoutFontsKeepsItsDocument() async throws {
        let root = try #require(try await site.build().publication?.root)
        let before = try site.family("lora")
        try FileManager.default.removeItem(atPath: site.home.root + "/given/Lora")
        try say(Self.replaced)
        let result = try await site.build()
        #expect(result.families.map(\.id) == ["lora", "lora-next"] && result.removed.isEmpty)
        #expect(result.families.map(\.state) == [.changed, .unchanged])
        var expected = before
        expected.status = try site.family("lora").status
        #expect(try site.family("lora") == expected)
        #expect(try site.summary("lora").status?.replacedBy == "lora-next")
        #expect(FileManager.default.fileExists(atPath: try site.path(before.files[0].urls[0])))
        // Built again it is the same, and clients have the same documents.
        #expect(try await site.build().families.map(\.state) == [.unchanged, .unchanged])
        let documents = try await site.documents(root: root)
        let family = try #require(try await documents.family("lora"))
        #expect(family.status?.state == .replaced && family.status?.reason == "It is new.")
        // Without the statement it is not listed any more.
        try say("{}")
        #expect(try await site.build().removed == ["lora"])
    }

    @Test func aFamilyWithFontsMayBeWithdrawn() async throws {
        _ = try await site.build()
        try say(#"{"lora": {"state": "withdrawn", "reason": "It had wrong glyphs."}}"#)
        #expect(try await site.build().families.map(\.state) == [.changed, .unchanged])
        #expect(try site.family("lora").status?.state == .withdrawn)
        #expect(try await site.build().families.map(\.state) == [.unchanged, .unchanged])
        try say("{}")
        #expect(try await site.build().families.map(\.state) == [.changed, .unchanged])
        #expect(try site.family("lora").status == nil)
    }

    /// What replaces a family must be there, and be another one; the statement is published all the same.
    @Test(arguments: ["nowhere", "lora"]) func aReplacementThatIsNotOfferedIsReported(_ other: String) async throws {
        try say(#"{"lora": {"state": "replaced", "replacedBy": "\#(other)"}}"#)
        let result = try await site.build()
        #expect(result.refused.map(\.family) == ["lora"] && result.families.count == 2)
        #expect(result.refused.first?.error.message.contains(other) == true)
        #expect(try site.family("lora").status?.state == .replaced)
    }

    /// A family that is left out now stays listed if the publisher says why it is not offered.
    @Test func aWithdrawnFamilyThatIsLeftOutStaysListed() async throws {
        _ = try await site.build()
        try site.home.write(Array("All rights reserved.".utf8), as: "Lora/OFL.txt")
        try say(#"{"lora": {"state": "withdrawn", "reason": "Its license changed."}}"#)
        let result = try await site.build()
        #expect(result.refused.map(\.family) == ["Lora"])
        #expect(result.families.map(\.id) == ["lora", "lora-next"] && result.removed.isEmpty)
        #expect(try site.family("lora").status?.state == .withdrawn)
    }

    @Test func statementsAreChecked() async throws {
        try say(#"{"other": {"state": "withdrawn"}}"#)
        let result = try await site.build()
        #expect(result.refused.map(\.family) == ["other"] && result.families.count == 2)
        for wrong in [
            #"{"lora": {"state": "gone"}}"#, #"{"Lora Next": {"state": "withdrawn"}}"#,
            #"{"lora": {"state": "replaced", "replacedBy": "../x"}}"#, "1",
        ] {
            try say(wrong)
            let error = await #expect(throws: FontError.self) { try await site.build() }
            #expect(error?.code == .insufficientInfo && error?.file?.hasSuffix("/catalog.json") == true, "\(wrong)")
        }
    }
}
