import FontMigration
import Foundation
import TestSupport
import Testing

/// Differences are those that `patch` applies.
@Suite struct UnifiedDiffTests {
    @Test func contextSurroundsAChange() {
        let old = (1...9).map { "line \($0)\n" }.joined()
        let new = old.replacing("line 5\n", with: "line five\nand more\n")
        #expect(
            UnifiedDiff.text(from: old, to: new, path: "a.txt") == """
                --- a/a.txt
                +++ b/a.txt
                @@ -2,7 +2,8 @@
                 line 2
                 line 3
                 line 4
                -line 5
                +line five
                +and more
                 line 6
                 line 7
                 line 8

                """)
    }

    @Test func newAndRemovedFilesHaveNoOtherSide() {
        #expect(
            UnifiedDiff.text(from: nil, to: "a\n", path: "x") == "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n")
        #expect(
            UnifiedDiff.text(from: "a", to: nil, path: "x")
                == "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n")
        #expect(UnifiedDiff.text(from: "a", to: "a", path: "x").isEmpty)
    }

    /// Texts that are equal to readers differ if their bytes do.
    @Test func bytesAreCompared() {
        #expect(UnifiedDiff.text(from: "a\r\n", to: "a\n", path: "x").contains("-a\r\n+a\n"))
        #expect(UnifiedDiff.text(from: "e\u{301}\n", to: "\u{E9}\n", path: "x").contains("+\u{E9}\n"))
    }

    @Test(.enabled(if: Command.find("patch") != nil, "Needs patch."))
    func patchAppliesThem() throws {
        let home = try PrivateHome()
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let lines = { (0..<Int.random(in: 1...40, using: &numbers)).map { _ in "\(Int.random(in: 0...5))" } }
            let (old, new) = (lines().joined(separator: "\n"), lines().joined(separator: "\n") + "\n")
            let file = try home.put(Array(old.utf8), at: home.root + "/patched/x")
            let difference = UnifiedDiff.text(from: old, to: new, path: "x")
            let patch = try home.write(Array(difference.utf8), as: "x.diff")
            guard !difference.isEmpty else { continue }
            let result = try Command.run(
                "patch", ["-s", "-p1", "-d", home.root + "/patched", "-i", patch], environment: home.environment)
            #expect(result.status == 0, "\(result)\n\(difference)")
            #expect(FileManager.default.contents(atPath: file) == Data(new.utf8), "\(difference)")
        }
    }
}
