import FontRegistry
import Foundation
import TestSupport
import Testing

/// Several versions of a font in one call.
@Suite struct VersionChoiceTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    /// Neither the paths nor a weight that another version changed decide.
    @Test(arguments: FontScope.allCases)
    func theNewestIsRegistered(_ scope: FontScope) async throws {
        for (folder, revision, thin) in [("a", 1.0, 250), ("b", 3, 100), ("c", 2, 200)] {
            for (style, weight) in [("Regular", 400), ("Thin", thin)] {
                let font = SyntheticFont(style: style) { ($0.revision, $0.weight) = (revision, weight) }
                try home.write(font, as: "Old/\(folder)/\(style).ttf")
            }
        }
        let folder = home.root + "/given/Old"
        let summary = try await fonts.register(URL(filePath: folder), scope: scope)
        #expect(summary.codes == [305, 305, 305, 305])
        #expect(
            try await fonts.registered().map(\.file).sorted() == [folder + "/b/Regular.ttf", folder + "/b/Thin.ttf"])
    }

    /// The upright comes first, also if the italic with its name is newer.
    @Test func theNewestDoesNotPrecedeTheUpright() async throws {
        let upright = try home.write(SyntheticFont { $0.revision = 1 }, as: "b.ttf")
        let italic = try home.write(
            SyntheticFont { ($0.revision, $0.isItalic, $0.italicAngle) = (2, true, -12) }, as: "a.ttf")
        let summary = try await fonts.register([italic, upright].map { URL(filePath: $0) }, scope: .session).summary()
        #expect(summary.statuses == [.failed, .registered])
    }

    /// The static files give way to the version that is registered.
    @Test func ofVariableFilesTheNewestIsRegistered() async throws {
        for (folder, revision) in [("a", 1.0), ("b", 2)] {
            let font = SyntheticFont.variable(family: "Flex").with { $0.revision = revision }
            try home.write(font, as: "Flex/\(folder)/Flex.ttf")
        }
        try home.write(SyntheticFont(family: "Flex", style: "Bold"), as: "Flex/static/Bold.ttf")
        let folder = home.root + "/given/Flex"
        let summary = try await fonts.register(URL(filePath: folder), scope: .persistent)
        #expect(summary.statuses == [.failed, .registered, .skipped])
        #expect(summary.outcomes.last?.takenInstead == folder + "/b/Flex.ttf")
    }
}
