import FontCatalog
import FontFetching
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

@Suite struct UpgradeTests {
    /// Returns a later version of the family, with another file of the same names.
    private func later(_ site: DownloadSite) async throws -> SignedFamily {
        let family = try await site.family("lora") { document in
            try site.offer(SyntheticFont(family: "Lora", salt: 7).build(), in: &document)
            document.version = "2.000"
        }
        return SignedFamily(family.document, sha256: String(repeating: "1", count: 64))
    }

    @Test func aLaterVersionReplacesTheEarlierOne() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let first = try await site.download(try await site.family("lora"), over: FolderFiles())
        let family = try await later(site)
        let plan = try await site.plan(family)
        let refused = try #require(try await site.run([plan], over: FolderFiles()).first)
        let error = #expect(throws: FontError.self) { try refused.get() }
        #expect(error?.code == .duplicatedName)
        #expect(try site.origin("lora") == first.origin)

        let result = try #require(try await site.run([plan], over: FolderFiles(), replacing: true).first).get()
        #expect(result.outcomes.map(\.status) == [.replaced])
        #expect(try await site.registered().map(\.sha256) == [family.document.files[0].sha256])
        let origin = try #require(try site.origin("lora"))
        #expect(origin.document == family.sha256 && origin.version == "2.000")
        #expect(origin.files == [family.document.files[0].sha256])
        // The user can undo it.
        _ = try await site.home.user().undo()
        #expect(try await site.registered().map(\.sha256) == first.origin?.files)
    }

    @Test func fontsOfOthersAreNotReplaced() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let other = try site.home.write(SyntheticFont(family: "Lora", salt: 5), as: "other/other.ttf")
        try await site.home.user().register(.url(URL(filePath: other)), scope: .persistent)
        let plan = try await site.plan(try await later(site))
        let result = try #require(try await site.run([plan], over: FolderFiles(), replacing: true).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.code == .duplicatedName)
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().isEmpty)
    }
}
