import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontStore

/// The rules that fontd writes for fontconfig.
@Suite struct HidingRuleTests {
    private static let listsFonts = FileManager.default.isExecutableFile(atPath: "/usr/bin/fc-list")

    private func families(_ home: PrivateHome) throws -> Set<String> {
        Set(try Command.run("fc-list", [":", "family"], environment: home.environment).lines)
    }

    @Test(
        "A rule for a file hides that file alone, whatever its name", .enabled(if: listsFonts, "needs fc-list"),
        arguments: [
            "Plain.ttf", "With space.ttf", "A & B's <C> \"D\".ttf", "Brackets[wght].ttf", "Tilde~.ttf", "Ünï合.ttf",
            "line\nend.ttf", "back\\slash.ttf", "com,ma_.ttf",
        ])
    func fileAlone(_ name: String) throws {
        let home = try PrivateHome()
        let file = home.paths.userFonts + "/some/" + name
        try home.put(SyntheticFont(family: "Hidden").build(), at: file)
        try home.put(SyntheticFont(family: "Shown").build(), at: home.paths.userFonts + "/some/Other.ttf")
        try home.put(SyntheticFont(family: "Elsewhere").build(), at: home.paths.userFonts + "/" + name)
        #expect(try families(home) == ["Hidden", "Shown", "Elsewhere"])
        try RejectRules([.file(file)]).write(home.paths)
        #expect(try families(home) == ["Shown", "Elsewhere"])
        try RejectRules([]).write(home.paths)
        #expect(try families(home) == ["Hidden", "Shown", "Elsewhere"])
        #expect(access(home.paths.rejectRules, F_OK) != 0)
    }

    @Test(
        "A pattern hides the faces with all its properties", .enabled(if: listsFonts, "needs fc-list"),
        arguments: ["Plain", "A & B <C> \"D\"", "Ünï 合"])
    func pattern(_ family: String) throws {
        let home = try PrivateHome()
        for (index, family) in [family, "Other"].enumerated() {
            try home.put(SyntheticFont(family: family).build(), at: home.paths.userFonts + "/a/\(index).ttf")
        }
        try RejectRules([.pattern([.family(family), .file("/nowhere")])]).write(home.paths)
        #expect(try families(home).count == 2)
        try RejectRules([.pattern([.family(family), .file(home.paths.userFonts + "/a/0.ttf")])]).write(home.paths)
        #expect(try families(home) == ["Other"])
        try RejectRules([.pattern([.family(family)])]).write(home.paths)
        #expect(try families(home) == ["Other"])
    }

    @Test("Writing the same rules again changes no file, and nothing is left beside it")
    func unchanged() throws {
        let home = try PrivateHome()
        try RejectRules([.file("/a/b.ttf")]).write(home.paths)
        let before = Fingerprint(of: home.paths.rejectRules)
        try RejectRules([.file("/a/b.ttf")]).write(home.paths)
        #expect(Fingerprint(of: home.paths.rejectRules) == before)
        let folder = (home.paths.rejectRules as NSString).deletingLastPathComponent
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["70-fontd.conf"])
    }

    @Test("A registration removes the rules that nothing needs, and makes none")
    func leftOver() async throws {
        let home = try PrivateHome()
        let rules = RejectRules([.file("/nowhere/Gone.ttf")])
        try rules.write(home.paths)
        try rules.writeForLogin(home.paths)
        let files = [home.paths.rejectRules, try #require(home.paths.loginRules)]
        #expect(files.allSatisfy { access($0, F_OK) == 0 })
        for family in ["First", "Second"] {
            _ = try await home.user().add(try home.write(SyntheticFont(family: family), as: family + ".ttf"))
            #expect(files.allSatisfy { access($0, F_OK) != 0 })
        }
    }
}
