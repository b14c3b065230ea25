import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontStore

/// Collections on their way to another machine: what an export changes there, and what the import tells of it.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ImportedCollectionTests {
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

    /// Families and fonts find each other, from whichever side they come.
    @Test func importedFontsAndFamiliesAreCollected() async throws {
        let there = try PrivateHome()
        let other = try there.user()
        let lora = try await other.add(try there.write(SyntheticFont(family: "Lora")))
        let here = try await user.add(try home.write(SyntheticFont(family: "Here")))
        try await other.changeCollections([.add(["Here"], to: "Theirs")])
        try await user.changeCollections([.add(["lora"], to: "Mine")])
        let export = try await export(there)
        let plan = try await user.importFonts(export, isDryRun: true)
        let done = try await user.importFonts(export)
        #expect(plan.outcomes.map(\.status) == done.outcomes.map(\.status))
        let tags = Dictionary(uniqueKeysWithValues: try await user.registered().map { ($0.id, $0.tags) })
        #expect(tags == [lora.id: ["Mine"], here.id: ["Theirs"]])
        #expect(done.outcomes.contains { $0.registration?.id == here.id && $0.status == .tagged }, "\(done)")
        _ = try await user.undo()
        #expect(try await user.registered().map(\.tags) == [[]])
        // Exactly the tags of the export.
        _ = try await user.importFonts(export, isExact: true)
        #expect(try await user.registered().map(\.tags) == [[]])
    }
}
