import FontCatalog
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

@Suite struct DownloadPlanTests {
    /// A request and the styles of the files that it needs.
    struct Wish: Sendable, CustomTestStringConvertible {
        var names: [String] = []
        var style: String?
        var set: String?
        var files: [String]

        var testDescription: String { "\(names) \(style ?? "") \(set ?? "")" }
    }

    @Test(arguments: [
        Wish(files: ["Bold", "Regular"]),
        Wish(names: ["Lora"], files: ["Bold", "Regular"]),
        Wish(names: ["LORA"], files: ["Bold", "Regular"]),
        Wish(names: ["lora"], style: "bold", files: ["Bold"]),
        Wish(names: ["Lora-Bold"], files: ["Bold"]),
        Wish(names: ["Lora Regular"], files: ["Regular"]),
        Wish(names: ["Lora-Bold", "Lora-Regular"], files: ["Bold", "Regular"]),
        Wish(names: ["Lora-Bold", "Lora"], files: ["Bold", "Regular"]),
        Wish(names: ["ローラ"], files: ["Bold", "Regular"]),
        Wish(set: "bold", files: ["Bold"]),
        Wish(names: ["Lora"], set: "bold", files: ["Bold"]),
    ])
    func onlyTheFilesThatAreNeeded(_ wish: Wish) async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora") { document in
            document.names["ja"] = "ローラ"
            document.sets = try decoded("[{\"name\":\"all\",\"files\":[]},{\"name\":\"bold\",\"files\":[]}]")
            document.sets[0].files = document.files.map(\.sha256)
            document.sets[1].files = document.files.filter { $0.faces[0].face.style == "Bold" }.map(\.sha256)
        }
        let selection = DownloadSelection(names: wish.names, style: wish.style, set: wish.set)
        let plan = try await site.plan(family, selection)
        #expect(plan.files.map { $0.file.faces[0].face.style }.sorted() == wish.files)
    }

    @Test(arguments: [
        DownloadSelection(names: ["Lora-Black"]), DownloadSelection(style: "Black"), DownloadSelection(set: "web"),
    ])
    func whatTheFamilyLacksIsNamed(_ selection: DownloadSelection) async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let error = await #expect(throws: FontError.self) { _ = try await site.plan(family, selection) }
        #expect(error?.code == .insufficientInfo && error?.file == "Lora")
        #expect(error?.message.contains(selection.names.first ?? selection.style ?? "web") == true)
    }

    @Test func someAddressesOfAFileAreAsked() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora") { document in
            document.files[0].urls = (0..<1_000).map { "https://server\($0).example/font.ttf" }
        }
        #expect(try await site.plan(family).files[0].forms[0].addresses.count == 16)
    }

    /// An instance of a variable font needs its file.
    @Test func anInstanceNeedsItsFile() async throws {
        let site = try await DownloadSite([SyntheticFont.variable(family: "Lora")])
        let family = try await site.family("lora")
        let instance = try #require(family.document.files[0].faces[0].face.instances.last)
        for selection in [
            DownloadSelection(names: [instance.postscriptName]), DownloadSelection(style: instance.name),
        ] {
            #expect(try await site.plan(family, selection).files.count == 1)
        }
    }

    @Test func aWithdrawnFamilyNamesItsReplacement() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora") {
            $0.status = try decoded(
                "{\"state\":\"replaced\",\"reason\":\"It has a new name.\",\"replacedBy\":\"laura\"}")
        }
        let error = await #expect(throws: FontError.self) { _ = try await site.plan(family) }
        #expect(error?.code == .insufficientInfo)
        #expect(error?.message.contains("laura") == true)
    }

    /// A document that no client could use, although its publisher signed it.
    @Test(arguments: ["hash", "size", "address", "text", "texts", "path"])
    func anUnsoundDocumentIsRefused(_ part: String) async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora") { document in
            switch part {
            case "hash": document.files[0].sha256 = "../../etc"
            case "size": document.files[0].size = 1 << 40
            case "address": document.files[0].urls = []
            case "text": document.license.texts[0].size = 1 << 30
            case "texts": document.license.texts = (0...8).map { _ in document.license.texts[0] }
            default: document.license.texts[0].sha256 = "../x"
            }
            document.sets = []
        }
        let error = await #expect(throws: FontError.self) { _ = try await site.plan(family) }
        guard case .catalog(.malformed, _) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// A server names no files of the machine that downloads.
    @Test func aServerNamesNoFilesOfThisMachine() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora") { $0.files[0].urls.insert("FILE:///etc/passwd", at: 0) }
        let source = DownloadSource(
            id: "example", address: CatalogAddress(url: "https://fonts.example", root: site.source.address.root))
        let plan = try DownloadPlan(family, from: source, present: RegisteredContents())
        let addresses = plan.files.flatMap(\.forms).flatMap(\.addresses)
        #expect(addresses.allSatisfy { $0.hasPrefix("https://fonts.example/files/") } && addresses.count == 2)
    }
}
