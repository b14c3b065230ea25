import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Fonts that the user's fontconfig configuration rejects.
@Suite(.fewAtOnce) struct ConcealedFonts {
    /// The first faces are looked up one by one, later ones in a list; both give the same answers.
    @Test func anyNumberOfLookupsGivesTheSameAnswers() async throws {
        let home = try PrivateHome()
        let rules = home.root + "/config/fontconfig/conf.d/60-reject.conf"
        try FileManager.default.createDirectory(
            atPath: (rules as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        // The process keeps its configuration, and LeakSanitizer cannot follow the offsets within a <pattern>.
        let rule = "<glob>*/Hidden-*</glob>"
        try Data("<fontconfig><selectfont><rejectfont>\(rule)</rejectfont></selectfont></fontconfig>".utf8)
            .write(to: URL(filePath: rules))
        let fonts = try home.manager()
        for family in ["Hidden", "Shown"] { try await fonts.add(try home.write(SyntheticFont(family: family))) }
        for round in 0..<40 {
            let hidden = try await fonts.resolve("Hidden-Regular")
            #expect(hidden.match == nil, "round \(round)")
            #expect(hidden.unusable?.reason == .rejected, "round \(round)")
            #expect(try await fonts.resolve("Shown-Regular").match != nil, "round \(round)")
        }
    }
}
