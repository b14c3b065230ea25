import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontStore

/// Collections on their way to another machine: what an export changes there, and what the import tells of it.
@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct ImportedCollectionTests {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
    }

    private func manifest(_ members: String) throws -> FontExport {
        let file = try home.write(Array(#"{"fontd": 1, "fonts": []\#(members)}"#.utf8), as: "fonts.json")
        return try FontExport(contentsOf: URL(filePath: file))
    }

    private func export(_ home: PrivateHome, fonts: Bool = true) async throws -> FontExport {
        let url = URL(filePath: home.root + "/given/moved." + (fonts ? "tar" : "json"))
        try await home.user().export(to: url, includesFonts: fonts)
        return try FontExport(contentsOf: url)
    }

    /// The outcomes without a registration: those of collections.
    private func changed(_ summary: FontSummary) -> [String] {
        summary.outcomes.filter { $0.registration == nil && $0.status == .tagged }.map(\.item)
    }

    @Test func anExportThatSaysNothingAboutCollectionsRemovesNone() async throws {
        try await user.changeCollections([.create("Empty"), .add(["Seen"], to: "Talk")])
        let before = try await user.collections()
        let summary = try await user.importFonts(try manifest(""), isExact: true)
        #expect(try await user.collections() == before && changed(summary).isEmpty, "\(summary)")
        // One that has none removes all, and tells it.
        let none = try manifest(#", "collections": []"#)
        let plan = try await user.importFonts(none, isExact: true, isDryRun: true)
        #expect(changed(plan) == ["Empty", "Talk"], "\(plan)")
        #expect(try await user.collections() == before)
        let done = try await user.importFonts(none, isExact: true)
        #expect(changed(done) == ["Empty", "Talk"] && done.operation != nil, "\(done)")
        #expect(try await user.collections().map(\.name) == [FontCollection.favourites])
        _ = try await user.undo(done.operation)
        #expect(try await user.collections() == before)
    }

    @Test func anExportStatesThatThereAreNone() async throws {
        let font = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        let export = try await export(home, fonts: false)
        try await user.changeCollections([.create("Later")])
        let summary = try await user.importFonts(export, isExact: true)
        #expect(changed(summary) == ["Later"], "\(summary)")
        #expect(try await user.collections().map(\.name) == [FontCollection.favourites])
        #expect(try await user.registered().map(\.id) == [font.id])
    }

    @Test func onlyChangedCollectionsAreTold() async throws {
        try await user.changeCollections([.create("Same"), .add(["Seen"], to: "Talk")])
        let export = try manifest(
            #", "collections": [{"name": "Same", "families": []}, {"name": "Talk", "families": ["Seen", "New"]}]"#)
        let summary = try await user.importFonts(export)
        #expect(changed(summary) == ["Talk"], "\(summary)")
        let again = try await user.importFonts(export)
        #expect(changed(again).isEmpty && again.operation == nil, "\(again)")
    }
}
