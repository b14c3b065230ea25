import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Fonts that the user's fontconfig configuration rejects.
@Suite(.fewAtOnce) struct ConcealedFontTests {
    private func home(rejecting rule: String) throws -> PrivateHome {
        let home = try PrivateHome()
        let rules = home.root + "/config/fontconfig/conf.d/60-reject.conf"
        try FileManager.default.createDirectory(
            atPath: (rules as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data("<fontconfig><selectfont><rejectfont>\(rule)</rejectfont></selectfont></fontconfig>".utf8)
            .write(to: URL(filePath: rules))
        return home
    }

    /// The same lookup gives the same answer at any time.
    @Test func repeatedLookupsGiveTheSameAnswers() async throws {
        // The process keeps its configuration, and LeakSanitizer cannot follow the offsets within a <pattern>.
        let home = try home(rejecting: "<glob>*/Hidden-*</glob>")
        let fonts = try home.manager()
        for family in ["Hidden", "Shown"] { try await fonts.add(try home.write(SyntheticFont(family: family))) }
        for round in 0..<40 {
            let hidden = try await fonts.resolve("Hidden-Regular")
            #expect(hidden.match == nil, "round \(round)")
            #expect(hidden.unusable?.reason == .rejected, "round \(round)")
            #expect(try await fonts.resolve("Shown-Regular").match != nil, "round \(round)")
        }
    }

    /// A rule for file names may hide a folder above the font; the answers are those of fontconfig's programs.
    @Test(
        .enabled(if: hasFontconfigPrograms, "needs fc-list"),
        arguments: [
            "*/fontd", "*/fontd/0001", "*/fontd/00?1", "*/fonts", "*/fontd/*", "*.ttf", "*/0001/Any-*", "*/fontd/0002",
            "*/fontd/000", "*.dpkg-tmp", "/nowhere", "*/fontd/0001/", "*/[f]ontd", "*/fontd\n", "*&amp;*", "~/fonts",
        ])
    func rulesForFoldersAreThoseOfFontconfig(_ glob: String) async throws {
        let home = try home(rejecting: "<glob>\(glob)</glob>")
        let fonts = try home.manager()
        try await fonts.add(try home.write(SyntheticFont(family: "Any")))
        let listed = try Command.run("fc-list", [":", "family"], environment: home.environment).lines.contains("Any")
        #expect(try await (fonts.resolve("Any-Regular").match != nil) == listed, "\(glob)")
    }
}
