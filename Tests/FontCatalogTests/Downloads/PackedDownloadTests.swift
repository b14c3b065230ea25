import FontCatalog
import FontFiles
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

@Suite struct PackedDownloadTests {
    /// A client whose files are unpacked by the worker of this build.
    private static func context(_ site: DownloadSite) -> RegistryContext {
        var context = site.home.context
        context.workers = FontWorkers(program: Command.product("fontd-worker"))
        return context
    }

    /// Returns a family whose file is offered in xz, too.
    ///
    /// - Parameter contents: The bytes in the compressed file; nil for those of the font.
    private func packed(
        _ site: DownloadSite, containing contents: [UInt8]? = nil
    ) async throws -> (family: SignedFamily, packed: [UInt8]) {
        let path = "\(site.out)/\(try await site.family("lora").document.files[0].urls[0])"
        let font = try #require(FileManager.default.contents(atPath: path))
        let given = try site.home.write(contents ?? [UInt8](font), as: "packed/font")
        let result = try Command.run("xz", ["--keep", given], environment: site.home.environment)
        #expect(result.status == 0, "\(result.errors)")
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: given + ".xz")))
        try site.home.put(bytes, at: path + ".xz")
        let family = try await site.family("lora") { document in
            document.files[0].packed = try decoded(
                "[{\"coding\":\"xz\",\"sha256\":\"\(ContentHash.of(bytes))\",\"size\":\(bytes.count)}]")
        }
        return (family, bytes)
    }

    /// A font that is much larger than its compressed form.
    private static let font = SyntheticFont(family: "Lora") { $0.glyphCount = 3_000 }

    @Test func theSmallestFormIsFetched() async throws {
        let site = try await DownloadSite([Self.font])
        let (family, packed) = try await packed(site)
        let files = site.files()
        let plan = try await site.plan(family)
        #expect(plan.downloadSize == Int64(packed.count + DownloadSite.text.count))
        let result = try #require(
            try await site.run([plan], over: files, context: Self.context(site)).first
        ).get()
        #expect(result.fetched.map(\.address) == [site.address(family) + ".xz"])
        #expect(result.fetched.map(\.bytes) == [Int64(packed.count)])
        #expect(!files.requests.map(\.address).contains(site.address(family)))
        let registered = try await site.registered()
        #expect(registered.map(\.sha256) == [family.document.files[0].sha256])
        #expect(registered.map(\.file) == [site.address(family)])
        #expect(try site.parts().isEmpty)
    }

    /// A compressed form that contains another font, unpacks to more than the font, is damaged or is missing.
    @Test(arguments: ["other", "bomb", "no xz", "missing"])
    func theFontItselfIsFetchedInPlaceOfAWrongForm(_ kind: String) async throws {
        let site = try await DownloadSite([Self.font])
        let contents: [UInt8]? =
            switch kind {
            case "other": SyntheticFont(family: "Lora", salt: 9).build()
            case "bomb": [UInt8](repeating: 0, count: 64 << 20)
            default: nil
            }
        var (family, packed) = try await packed(site, containing: contents)
        let path = "\(site.out)/\(family.document.files[0].urls[0]).xz"
        if kind == "missing" { try FileManager.default.removeItem(atPath: path) }
        if kind == "no xz" {
            packed = Array("This is a text in place of a compressed font.".utf8)
            try site.home.put(packed, at: path)
            var document = family.document
            document.files[0].packed[0].sha256 = ContentHash.of(packed)
            document.files[0].packed[0].size = Int64(packed.count)
            family = SignedFamily(document, sha256: family.sha256)
        }
        let plan = try await site.plan(family)
        let result = try #require(
            try await site.run([plan], over: site.files(), context: Self.context(site)).first
        ).get()
        #expect(result.fetched.map(\.address) == [site.address(family)])
        #expect(try await site.registered().map(\.sha256) == [family.document.files[0].sha256])
        #expect(try site.parts().isEmpty)
    }

    /// Without the worker nothing is unpacked, and the compressed form stays for the next download.
    @Test func withoutAWorkerNothingIsUnpacked() async throws {
        let site = try await DownloadSite([Self.font])
        let (family, packed) = try await packed(site)
        var context = site.home.context
        context.workers = FontWorkers(program: site.home.root + "/no-worker")
        let plan = try await site.plan(family)
        let result = try #require(try await site.run([plan], over: site.files(), context: context).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.cause == .worker(.missing))
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().contains("\(ContentHash.of(packed)).part \(packed.count)"))
    }
}
