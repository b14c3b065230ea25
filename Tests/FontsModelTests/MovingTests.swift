import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// Adoption, export and import, as they are asked about and told.
@Suite(.fewAtOnce) struct MovingTests {
    private let test: TestLibrary

    init() throws { test = try TestLibrary() }

    @Test func anAdoptionIsToldBeforehand() async throws {
        let none = AdoptionPlan(try await test.library.adopt(isDryRun: true))
        #expect(none.count == 0 && none.title == "Your font folders have no fonts to manage." && none.left.isEmpty)
        let report = AdoptionReport(
            generation: 1, fonts: [],
            left: [FontError(.insufficientPermissions, "No.", file: "/home/x/.fonts/a.ttf")])
        #expect(AdoptionPlan(report).left.map(\.items) == [["a.ttf"]])
    }

    @Test func filesThatAreNoExportsAreTold() async throws {
        try await test.install(SyntheticFont(family: "Lora"))
        let font = try test.home.write(SyntheticFont(family: "Other"))
        let url = URL(filePath: font)
        do throws(FontError) {
            _ = try await test.library.export(to: url)
            Issue.record("a font was replaced by an export")
        } catch {
            let text = try #require(MovingText.failure(ofExport: error))
            #expect(text.title == "The File Was Not Replaced" && !text.body.contains("/"))
        }
        do throws(FontError) {
            _ = try await test.library.importFonts(from: url)
            Issue.record("a font was imported")
        } catch {
            let text = try #require(MovingText.failure(ofImport: error))
            #expect(text.title == "No Exported Fonts" && !text.body.contains("/"))
        }
        #expect(MovingText.failure(ofExport: FontError(.registrationFailed, "")) == nil)
    }

    @Test func anExportIsTold() async throws {
        try await test.install(SyntheticFont(family: "Lora"))
        let exported = try await test.library.export(to: URL(filePath: test.folder + "/fonts.tar"))
        #expect(MovingText.sentence(exported).hasPrefix("1 font was exported ("))
    }
}
