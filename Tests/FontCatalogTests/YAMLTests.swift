import Testing
import YAMLReading

/// Documents of YAML as values.
@Suite struct YAMLTests {
    private func read(_ text: String) throws -> YAMLNode? { try YAMLNode.document(Array(text.utf8)) }

    @Test func valuesHaveTheirKinds() throws {
        let node = try #require(try read("a: 1\nb: '1'\nc: [x, ~, \"\"]\nf:\n"))
        #expect(node["a"] == .scalar("1", isPlain: true) && node["a"]?.integer == 1)
        #expect(node["b"] == .scalar("1", isPlain: false))
        #expect(node["c"]?.elements.map(\.text) == ["x", nil, ""])
        #expect(node["f"]?.text == nil && node["f"] != nil && node["g"] == nil)
        #expect(try read("k: |\n  two\n  lines\n")?["k"]?.text == "two\nlines\n")
        #expect(try read("- é\n- 文\n")?.elements.compactMap(\.text) == ["é", "文"])
        #expect(try read("") == nil && (try read("# nothing\n")) == nil)
    }

    @Test(arguments: [
        "a: &x 1\nb: *x\n", "a: 1\na: 2\n", "[a]: 1\n", "a: [1\n", "a: 'b\n", "--- 1\n--- 2\n", "\t- a",
        String(repeating: "[", count: 100) + String(repeating: "]", count: 100), "a: \u{1}",
    ])
    func hostileDocumentsAreRefused(_ text: String) {
        #expect(throws: YAMLDefect.self) { try read(text) }
    }

    @Test func defectsHaveLines() {
        let defect = #expect(throws: YAMLDefect.self) { try read("a: 1\nb: 2\na: 3\n") }
        #expect(defect?.line == 3)
    }
}
