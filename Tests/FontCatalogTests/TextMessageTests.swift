import FontCatalog
import Testing

/// The text form of protocol buffers, in which google/fonts has its metadata.
@Suite struct TextMessageTests {
    private func read(_ text: String) throws -> [TextMessage.Field] {
        try TextMessageParser.message(Array(text.utf8)).fields
    }

    private func field(_ name: String, _ value: TextMessage.Value) -> TextMessage.Field {
        .init(name: name, value: value)
    }

    @Test func everyFormOfAFieldIsRead() throws {
        let fields = try read(
            """
            # A comment: with "marks" {
            name: "Klee"  ' One' # after a value
            weight: 400, size: 1.5f; big: 9e2 hex: 0x1F octal: 017 less: -3 none: -inf
            word: TRUE inner { a: 1 } other < b: 2 > third: { c: 3 }
            list: [1, 2] messages: [{ d: 4 }, < e: 5 >] empty: []
            map { key: "x" value: 96.0 } map { key: "y" value: 97 }
            """)
        #expect(
            fields.prefix(9) == [
                field("name", .text("Klee One")), field("weight", .number("400")), field("size", .number("1.5")),
                field("big", .number("9e2")), field("hex", .number("31")), field("octal", .number("15")),
                field("less", .number("-3")), field("none", .number("-inf")), field("word", .word("TRUE")),
            ])
        func message(_ name: String, _ value: TextMessage.Value) -> TextMessage.Value {
            .message(TextMessage(fields: [field(name, value)]))
        }
        #expect(
            fields.dropFirst(9).prefix(7) == [
                field("inner", message("a", .number("1"))), field("other", message("b", .number("2"))),
                field("third", message("c", .number("3"))), field("list", .number("1")), field("list", .number("2")),
                field("messages", message("d", .number("4"))), field("messages", message("e", .number("5"))),
            ])
        #expect(TextMessage(fields: fields)["map"].count == 2)
    }

    @Test(arguments: [
        (#""\303\251""#, "é"), (#""\xC3\xa9""#, "é"), (#""\u00e9\U0001F600""#, "é😀"), (#""\ud83d\ude00""#, "😀"),
        (#""\a\b\f\n\r\t\v\\\'\"\?""#, "\u{7}\u{8}\u{C}\n\r\t\u{B}\\'\"?"), (#"'"' "'""#, "\"'"), (#""\0601""#, "01"),
        (#""""#, ""), ("\"クレー\"", "クレー"),
    ]) func escapesAreRead(_ text: String, _ value: String) throws {
        #expect(try read("a: " + text) == [field("a", .text(value))])
    }

    @Test(arguments: [
        "a", "a:", "a 1", ": 1", "a {", "a }", "a { b: 1 >", "a < b: 1 }", "a: [1", "a: [1 2]", "a [1]", "a: ]",
        "a: \"x",
        "a: \"x\ny\"", "a: \"\\400\"", "a: \"\\377\"", "a: \"\\x\"", "a: \"\\q\"", "a: \"\\ud83d\"",
        "a: \"\\U00110000\"",
        "a: \"\\", "a: -b", "a: 09", "a: 0x", "a: 1.2.3", "a: 1x", "[x.y]: 1", "a: \0", "1: 2", "a: --1", "a: 1..2",
    ]) func damagedMessagesAreRefused(_ text: String) {
        #expect(throws: TextMessage.Defect.self) { try read(text) }
    }

    @Test func theLineIsNamed() {
        let error = #expect(throws: TextMessage.Defect.self) { try read("a: 1\n# c\n\nb: \"x") }
        #expect(error?.line == 4)
    }

    @Test func limitsHold() throws {
        let limit = TextMessageParser.depthLimit
        func nested(_ depth: Int) -> String {
            String(repeating: "a{", count: depth - 1) + String(repeating: "}", count: depth - 1)
        }
        #expect(try read(nested(limit)).count == 1)
        #expect(throws: TextMessage.Defect.self) { try read(nested(limit + 1)) }
        #expect(throws: TextMessage.Defect.self) { try read(String(repeating: "a<", count: 400_000)) }
        let spaces = String(repeating: " ", count: TextMessageParser.sizeLimit)
        #expect(try read(spaces).isEmpty)
        #expect(throws: TextMessage.Defect.self) { try read(spaces + " ") }
    }

    /// Each byte is looked at a bounded number of times, whatever is repeated.
    @Test(arguments: [
        "a:1 ", "a<b:1>", "a:[1]", "a:\"\"", "\"\"", "a:\"\\ud83d\\ude00\"", "#\n", " ", "a{", "a:[", "-", "a:-",
        "a:'\\0'",
        "\\", "'", "a", "0", ",", "a:[{}]",
    ]) func timeIsLinear(_ unit: String) {
        for count in [1_000, 10_000] {
            for prefix in ["", "a:", "a:\"", "a:["] {
                let bytes = Array((prefix + String(repeating: unit, count: count)).utf8)
                var parser = TextMessageParser(bytes)
                _ = try? parser.message()
                #expect(parser.steps <= 16 * bytes.count + 64)
            }
        }
    }

    /// Every beginning of a message, and each message with one byte changed, is read or refused.
    @Test func noDamageTraps() throws {
        let whole = Array(#"a: "\303\251" 'x' b { c: [1, -2.5f] d < e: TRUE > } # end"#.utf8)
        for end in whole.indices { _ = try? TextMessageParser.message(Array(whole[..<end])) }
        for place in whole.indices {
            for byte in [0, 0x0A, 0x22, 0x27, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] as [UInt8] {
                var damaged = whole
                damaged[place] = byte
                _ = try? TextMessageParser.message(damaged)
            }
        }
    }
}
