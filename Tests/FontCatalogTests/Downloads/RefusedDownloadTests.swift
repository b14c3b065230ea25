import FontCatalog
import FontFetching
import FontFiles
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

@Suite struct RefusedDownloadTests {
    /// A file of the catalogue that is not what its document says, with the code of the error.
    enum Content: String, CaseIterable, Sendable {
        case otherNames, oneFaceLess, noFont, damaged

        var code: FontError.Code {
            switch self {
            case .otherNames, .oneFaceLess: .insufficientInfo
            case .noFont: .unrecognizedFormat
            case .damaged: .invalidFontData
            }
        }
    }

    @Test(arguments: Content.allCases)
    func fontsThatAreNotThePromisedOnesAreNotKept(_ content: Content) async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let published = try await site.family("lora").document.files
        let font = SyntheticFont(family: "Lora", salt: 7)
        let bytes: [UInt8] =
            switch content {
            case .otherNames: SyntheticFont(family: "Laura").build()
            case .oneFaceLess: font.build()
            case .noFont: Array("This is a text, not a font.".utf8)
            case .damaged: Array(font.build().prefix(300))
            }
        let family = try await site.family("lora") { document in
            try site.offer(bytes, in: &document)
            if content == .oneFaceLess { document.files[0].faces.append(published[1].faces[0]) }
        }
        let plan = try await site.plan(family)
        let result = try #require(try await site.run([plan], over: FolderFiles()).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.code == content.code)
        // The other file is a sound one.
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().isEmpty)
        #expect(try site.origin("lora") == nil)
        #expect(site.home.staged.isEmpty)
    }

    // MARK: Licences

    @Test func aFamilyWithoutLicenceTextHasNoPlan() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora") { $0.license.texts = [] }
        let error = await #expect(throws: FontError.self) { _ = try await site.plan(family) }
        #expect(error?.code == .missingEntitlement && error?.file == "Lora")
    }

    /// No font is asked for before its licence is there.
    @Test(arguments: [ScriptedFiles.Step.missing, .body(Array("Do what you like.".utf8))])
    func withoutTheLicenceNoFontIsFetched(_ step: ScriptedFiles.Step) async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let files = site.files()
        let plan = try await site.plan(family)
        files.plan([step], at: plan.texts[0].addresses[0])
        let result = try #require(try await site.run([plan], over: files).first)
        #expect(throws: FontError.self) { try result.get() }
        #expect(files.requests.map(\.address) == plan.texts[0].addresses)
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().isEmpty)
    }

    @Test func aLicenceMayNeedConsent() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora") { $0.license.requiresAgreement = true }
        let plan = try await site.plan(family)
        let hash = ContentHash.of(DownloadSite.text)
        #expect(plan.agreements == [hash])
        let files = site.files()
        let other = DownloadOrigin.Consent(text: String(repeating: "0", count: 64), date: 5)
        let refused = try #require(try await site.run([plan], over: files, consent: [other]).first)
        let error = #expect(throws: FontError.self) { try refused.get() }
        #expect(error?.code == .cancelledByUser && files.requests.isEmpty)
        let consent = DownloadOrigin.Consent(text: hash, date: 1_795_694_400)
        _ = try #require(try await site.run([plan], over: files, consent: [other, consent]).first).get()
        #expect(try site.origin("lora")?.consent == [consent])
    }

    // MARK: The store

    /// Of a family that conflicts with a registered font, nothing is kept.
    @Test func aFamilyIsRegisteredAsAWhole() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let other = try site.home.write(SyntheticFont(family: "Lora", style: "Bold", salt: 5), as: "other/other.ttf")
        try await site.home.user().register(.url(URL(filePath: other)), scope: .persistent)
        let plan = try await site.plan(try await site.family("lora"))
        let result = try #require(try await site.run([plan], over: FolderFiles()).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.code == .duplicatedName)
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().isEmpty)
    }

    /// Room on the disk is checked before a font is asked for.
    @Test func aDownloadThatIsLargerThanTheDiskDoesNotBegin() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora") { document in
            document.sets = []
            // Five terabytes.
            document.files = (0..<20_000).map { number in
                var file = document.files[0]
                file.sha256 = ContentHash.of(Array("\(number)".utf8))
                file.size = Int64(FontLimits.fileSize)
                return file
            }
        }
        let files = site.files()
        let plan = try await site.plan(family)
        let result = try #require(try await site.run([plan], over: files).first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.storeFault == .full)
        #expect(!files.requests.contains { $0.address.hasSuffix(".ttf") })
        #expect(try site.parts().isEmpty)
    }

    /// An undone download can be done again, and be redone.
    @Test func aDownloadCanBeUndone() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        _ = try await site.download(family, over: FolderFiles())
        _ = try await site.home.user().undo()
        #expect(try await site.registered().isEmpty)
        let undone = try await site.plan(family)
        #expect(!undone.isComplete)
        _ = try await site.home.user().redo()
        let redone = try await site.plan(family)
        #expect(redone.isComplete)
        #expect(try site.origin("lora")?.files.count == 2)
    }

    // MARK: After a kill

    @Test func aCompletePartIsNotFetchedAgain() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let font = try #require(FileManager.default.contents(atPath: site.home.root + "/given/Lora/Lora-Regular.ttf"))
        try site.home.put([UInt8](font), at: "\(site.folder.path)/\(family.document.files[0].sha256).part")
        let files = site.files()
        let plan = try await site.plan(family)
        let result = try await site.download(family, over: files)
        #expect(files.requests.map(\.address) == plan.texts[0].addresses)
        #expect(result.fetched.first?.bytes == 0)
        #expect(try await site.registered().count == 1)
        #expect(try site.parts().isEmpty)
    }

    /// A process was killed after the registration, before it recorded the origin and removed the parts.
    @Test func aRegistrationWithoutOriginIsCompleted() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let first = try await site.download(family, over: FolderFiles())
        DownloadOrigins(site.home.paths).remove("lora", in: site.source.address)
        let sha256 = family.document.files[0].sha256
        try site.home.put([], at: "\(site.folder.path)/\(sha256).part")
        let again = try await site.download(family, over: site.files())
        #expect(again.outcomes.isEmpty)
        #expect(try site.origin("lora")?.files == first.origin?.files)
        #expect(try site.parts().isEmpty)
    }
}
