import FontMigration
import Testing

/// Only code is read as code.
@Suite struct SwiftTokensTests {
    private func words(_ source: String) -> [String] { SwiftTokens(Array(source.utf8)).tokens.compactMap(\.word) }

    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a /* b /* c */ d */ e", ["a", "e"]),
        ("a \"b \\\" c\" d", ["a", "d"]),
        ("a \"\\(b + \"c \\(d)\") e\" f", ["a", "b", "d", "f"]),
        ("a #\"b \\(c) \" \\#(d)\"# e", ["a", "d", "e"]),
        ("a \"\"\"\n  b \"c\" \\(d)\n  \"\"\" e", ["a", "d", "e"]),
        ("a ##\"\"\"\n  b \"\"\"# \\##(c)\n  \"\"\"## d", ["a", "c", "d"]),
        ("a #/b\"c/# d", ["a", "d"]),
        ("`default` $0 _x 1e9 0xFF é", ["default", "_x", "é"]),
        ("a \"not closed\nb", ["a", "b"]),
        ("a \"\"\"\n  not closed", ["a"]),
        ("#if os(Linux)\na\n#endif", ["if", "os", "Linux", "a", "endif"]),
        ("\"\\(f(x: (1, g())))\" h", ["f", "x", "g", "h"]),
        ("/*", []), ("\"\\", []), ("`", [""]),
    ])
    func wordsAreThoseOfTheCode(_ source: String, _ expected: [String]) { #expect(words(source) == expected) }

    @Test func chainsBeginWithoutADot() throws {
        let tokens = SwiftTokens(Array("x.R.font + R . font\n  .a(b)".utf8))
        let chains = tokens.tokens.indices.compactMap { tokens.chain(at: $0)?.words }
        #expect(chains == [["x", "R", "font"], ["R", "font", "a"], ["b"]])
    }

    @Test func linesAreCounted() {
        let tokens = SwiftTokens(Array("a\n/* \n */ b \"\"\"\n\n\"\"\" c".utf8)).tokens
        #expect(tokens.compactMap { token in token.word.map { "\($0)\(token.line)" } } == ["a1", "b3", "c5"])
    }

    /// Interpolations in interpolations end somewhere.
    @Test func depthIsLimited() {
        let source = String(repeating: "\"\\(", count: 100_000)
        #expect(!SwiftTokens(Array(source.utf8)).tokens.isEmpty)
    }
}
