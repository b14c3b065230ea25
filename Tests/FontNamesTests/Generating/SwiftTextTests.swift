import FontNames
import Testing

/// Identifiers, literals and hashes in generated code.
@Suite struct SwiftTextTests {
    @Test(arguments: [
        ("Lora-SemiBoldItalic", "loraSemiBoldItalic", "LoraSemiBoldItalic"),
        ("IBM Plex Sans", "ibmPlexSans", "IBMPlexSans"), ("IBMPlexSans", "ibmPlexSans", "IBMPlexSans"),
        ("PTSans", "ptSans", "PTSans"), ("DIN", "din", "DIN"), ("DIN OT", "dinOT", "DINOT"),
        ("SourceSans3VF", "sourceSans3VF", "SourceSans3VF"),
        ("1942 Report", "_1942Report", "_1942Report"), ("Public", "`public`", "Public"), ("init", "`init`", "Init"),
        ("Type", "type", "Type_"), ("self", "self_", "Self_"), ("default", "`default`", "Default"),
        ("any", "any", "`Any`"), ("a_b.c", "aBC", "ABC"), ("クレー One", "one", "One"),
        ("*/ \"\"\" \\(x)\n", "x", "X"),
    ])
    func namesBecomeIdentifiers(_ name: String, _ member: String, _ type: String) {
        #expect(SwiftText.member(name) == member)
        #expect(SwiftText.type(name) == type)
    }

    @Test(arguments: ["", "クレー", "- _ .", "\u{202E}"]) func someNamesHaveNoIdentifier(_ name: String) {
        #expect(SwiftText.member(name) == nil)
        #expect(SwiftText.type(name) == nil)
    }

    @Test func identifiersAreRecognized() {
        #expect(["a", "_1", "A9", "init"].allSatisfy(SwiftText.isIdentifier))
        #expect(!["", "_", "1a", "a-b", "ä", "a b"].contains(where: SwiftText.isIdentifier))
    }

    @Test(arguments: [
        ("Lora", #""Lora""#), (#"a "b" \(c)"#, #""a \"b\" \\(c)""#), ("a\nb\r\0", #""a\u{a}b\u{d}\u{0}""#),
        ("\u{202E}abc\u{2066}", #""\u{202e}abc\u{2066}""#), ("クレー", #""クレー""#), (#"""""#, #""\"\"\"""#),
    ])
    func textsBecomeLiterals(_ text: String, _ literal: String) {
        #expect(SwiftText.literal(text) == literal)
    }

    @Test func commentsHaveOneLine() {
        #expect(SwiftText.comment("a\nb */ \u{2028}\u{202E}c") == #"a\u{a}b */ \u{2028}\u{202e}c"#)
    }

    /// The examples of FIPS 180-4, and lengths around those of a block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func hashesAreThoseOfTheStandard(_ text: String, _ hash: String) {
        #expect(ContentHash.sha256(Array(text.utf8)) == hash)
    }
}
