import FontCatalog
import FontFiles
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

/// Addresses of mirrors that a publisher lists with `catalog build --mirror`.
@Suite struct MirrorTests {
    private static func options(_ mirrors: [String], metadataOnly: Bool = false) -> BuildOptions {
        var options = BuildOptions()
        (options.mirrors, options.listsOwnFiles) = (mirrors, !metadataOnly)
        return options
    }

    @Test func aMirrorHasWhatTheServerLost() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")], Self.options([DownloadSite.mirror]))
        let family = try await site.family("lora")
        let own = try #require(family.document.files[0].urls.first)
        #expect(family.document.files[0].urls == [own, DownloadSite.mirror + own])
        let files = site.files()
        files.plan([.missing], at: site.address(family))
        let result = try await site.download(family, over: files)
        #expect(result.fetched.map(\.address) == [DownloadSite.mirror + own])
        #expect(try await site.registered().count == 1)
    }

    /// The server of the catalogue may have the metadata alone; each mirror is asked once for a file that it lacks.
    @Test func theServerNeedsNoFonts() async throws {
        let second = "https://second.example/fonts/"
        let site = try await DownloadSite(
            DownloadSite.lora, Self.options([DownloadSite.mirror, second], metadataOnly: true))
        let family = try await site.family("lora")
        let addresses = family.document.files.flatMap(\.urls)
        #expect(addresses.count == 4 && addresses.allSatisfy { $0.hasPrefix("https://") })
        let folder = site.home.root + "/mirror"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: site.out + "/files", toPath: folder + "/files")
        let files = ScriptedFiles([site.source.address.url: site.out, second: folder])
        let result = try await site.download(family, over: files)
        #expect(result.fetched.map(\.address).allSatisfy { $0.hasPrefix(second) })
        #expect(try await site.registered().count == 2)
        let asked = files.requests.map(\.address)
        #expect(asked.filter { !$0.contains("/licenses/") }.sorted() == addresses.sorted())
    }

    /// Large fonts are on mirrors in both forms.
    @Test func compressedFormsAreOnMirrors() async throws {
        // Half of each byte is compressed away; more would be an archive that the worker refuses to unpack.
        var state: UInt32 = 1
        let table = (0..<1 << 20).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 28)
        }
        let large = SyntheticFont(family: "Large") { $0.extraTables["test"] = table }
        let site = try await DownloadSite([large], Self.options([DownloadSite.mirror], metadataOnly: true))
        let family = try await site.family("large")
        let plan = try await site.plan(family)
        let address = try #require(family.document.files[0].urls.first)
        #expect(plan.files[0].forms.map(\.addresses) == [[address + ".xz"], [address]])
        var context = site.home.context
        context.workers = FontWorkers(program: Command.product("fontd-worker"))
        let result = try #require(try await site.run([plan], over: site.files(), context: context).first).get()
        #expect(result.fetched.map(\.address) == [address + ".xz"])
    }

    /// The same mirrors change no byte, and read no font again; others change the documents.
    @Test func theMirrorsAreInTheDocuments() async throws {
        let site = try CatalogSite()
        try site.offer(SyntheticFont(family: "Lora"))
        let mirrored = site.options { $0.mirrors = [DownloadSite.mirror] }
        #expect(try await site.build(mirrored).families.map(\.state) == [.new])
        let before = try site.contents()
        for _ in 0..<2 {
            #expect(try await site.build(mirrored).families.map(\.state) == [.unchanged])
            #expect(try site.contents() == before)
        }
        let alone = site.options { ($0.mirrors, $0.listsOwnFiles) = ([DownloadSite.mirror], false) }
        #expect(try await site.build(alone).families.map(\.state) == [.changed])
        #expect(try await site.build(alone).families.map(\.state) == [.unchanged])
        // A file that is missing is made again, though the documents name it elsewhere.
        let document = try site.family("lora")
        let path = try site.path(String(document.files[0].urls[0].dropFirst(DownloadSite.mirror.count)))
        try FileManager.default.removeItem(atPath: path)
        _ = try await site.build(alone)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try await site.build().families.map(\.state) == [.changed])
    }
}
