import Testing

@testable import TUF

@Suite struct CanonicalJSONTests {
    private static func canonical(_ text: String) throws -> String {
        String(decoding: try JSONValue(Array(text.utf8)).canonical, as: UTF8.self)
    }

    @Test(arguments: [
        // Members are sorted by code point, at every level.
        (#"{"b": 1, "a": {"d": [ ], "c": { }}}"#, #"{"a":{"c":{},"d":[]},"b":1}"#),
        (#"{"ä": 1, "z": 2, "Z": 3, "": 4}"#, #"{"":4,"Z":3,"z":2,"ä":1}"#),
        // U+FF5E is before U+1F600, although its UTF-16 is not.
        (#"{"😀": 1, "～": 2}"#, #"{"～":2,"😀":1}"#),
        // Only the quotation mark and the backslash are escaped.
        (#""\"\\\/\u0041\u00e9\ud83d\ude00""#, #""\"\\/Aé😀""#),
        (#""a\nb\tc\rd\be\ff\u0000""#, "\"a\nb\tc\rd\u{8}e\u{C}f\u{0}\""),
        ("\"\u{7F}\u{2028}\"", "\"\u{7F}\u{2028}\""),
        (" [ true , false , null ]\r\n\t", "[true,false,null]"),
        ("[0, -0, -1, 9223372036854775807, -9223372036854775808]", "[0,0,-1,9223372036854775807,-9223372036854775808]"),
    ]) func theCanonicalFormIsThatOfPythonTUF(text: String, expected: String) throws {
        #expect(try Self.canonical(text) == expected)
    }

    @Test func aDocumentHasControlCharactersEscaped() throws {
        let value: JSONValue = ["a\n": "\t\"\\\u{0}\u{1F}é"]
        #expect(value.document == Array(#"{"a\u000a":"\u0009\"\\\u0000\u001fé"}"#.utf8))
        #expect(try JSONValue(value.document) == value)
    }

    @Test func namesThatAreEqualAsTextsAreTwoMembers() throws {
        // One character and two: the same text for String.
        let value = try JSONValue(Array("{\"e\u{301}\": 1, \"\u{E9}\": 2}".utf8))
        #expect(value["\u{E9}"]?.integer == 2)
        #expect(value["e\u{301}"]?.integer == 1)
        #expect(value.canonical == Array("{\"e\u{301}\":1,\"\u{E9}\":2}".utf8))
        #expect(JSONValue.string("\u{E9}") != JSONValue.string("e\u{301}"))
    }

    /// Objects of many members are compared in another way than those of few.
    @Test(arguments: [1, 7, 8, 9, 40]) func ofManyMembersNoneIsThereTwice(count: Int) throws {
        let names = (0..<count).map { "\"e\u{301}\($0)\": 1, \"\u{E9}\($0)\": 2" }.joined(separator: ", ")
        let value = try JSONValue(Array("{\(names)}".utf8))
        #expect(value.members?.count == 2 * count && value["\u{E9}\(count - 1)"]?.integer == 2)
        let start = "{\(names), "
        for again in ["\"e\u{301}0\": 3}", "\"\u{E9}\(count - 1)\": 3}"] {
            #expect(throws: JSONFault(offset: start.utf8.count, reason: "The object has a member twice")) {
                try JSONValue(Array((start + again).utf8))
            }
        }
    }

    @Test(arguments: [
        (#""a\"b\\c""#, #"a"b\c"#), (#""\u0041b\u00e9""#, "Abé"), (#""é\n é""#, "é\n é"), (#""""#, ""),
    ]) func partsOfAStringBeforeAndAfterEscapesStay(text: String, expected: String) throws {
        #expect(try JSONValue(Array(text.utf8)).text == expected)
    }

    @Test(arguments: [
        ("1.0", 1, "A number is not an integer"),
        ("1e3", 1, "A number is not an integer"),
        ("1E3", 1, "A number is not an integer"),
        ("[1.5]", 2, "A number is not an integer"),
        ("01", 2, "A number begins with 0"),
        ("-", 1, "A value is missing"),
        ("+1", 0, "A value is missing"),
        ("NaN", 0, "A value is missing"),
        ("9223372036854775808", 19, "A number has more than 64 bits"),
        (#"{"a":1,"a":1}"#, 7, "The object has a member twice"),
        (#"{"a":1,"\u0061":2}"#, 7, "The object has a member twice"),
        (#"{"a" 1}"#, 5, "A colon is missing"),
        ("{1:2}", 1, "A name is missing"),
        (#"{"a":1,}"#, 7, "A name is missing"),
        (#"{"a":1"#, 6, "The object does not end"),
        ("[1,]", 3, "A value is missing"),
        ("[1", 2, "The array does not end"),
        ("", 0, "The document ends too early"),
        ("  ", 2, "The document ends too early"),
        ("1 2", 2, "There is text after the document"),
        ("{}\0", 2, "There is text after the document"),
        ("truely", 4, "There is text after the document"),
        ("nul", 0, "A value is missing"),
        ("\"a\nb\"", 2, "A string has a control character"),
        ("\"a", 2, "A string does not end"),
        ("\"\\", 2, "A string does not end"),
        (#""\x""#, 3, "An escape is unknown"),
        (#""\u12""#, 3, "An escape is incomplete"),
        (#""\u+123""#, 3, "An escape is incomplete"),
        (#""\ud800""#, 7, "Half of a surrogate pair is missing"),
        (#""\ud800\n""#, 8, "Half of a surrogate pair is missing"),
        (#""\ud800\u0041""#, 13, "Half of a surrogate pair is missing"),
        (#""\udc00\ud800""#, 7, "Half of a surrogate pair is missing"),
    ]) func whatIsNotCanonicalIsRefusedWithItsPlace(text: String, offset: Int, reason: String) {
        #expect(throws: JSONFault(offset: offset, reason: reason)) { try JSONValue(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
        ] as [[UInt8]]) func invalidUTF8IsRefused(bytes: [UInt8])
    {
        let text = [0x22] + bytes + [0x22]
        #expect(throws: JSONFault(offset: text.count, reason: "A string is not UTF-8")) { try JSONValue(text) }
        #expect(throws: JSONFault.self) { try JSONValue(bytes) }
        #expect(throws: JSONFault.self) { try JSONValue([0x7B] + text + Array(":1}".utf8)) }
    }

    @Test func aByteOrderMarkIsRefused() {
        #expect(throws: JSONFault(offset: 0, reason: "A value is missing")) { try JSONValue([0xEF, 0xBB, 0xBF, 0x31]) }
    }

    @Test func nestingHasALimit() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        let deepest = JSONValue.greatestDepth
        #expect(deepest == 32)
        #expect(try JSONValue(nested(deepest)).canonical == nested(deepest))
        #expect(throws: JSONFault(offset: 32, reason: "The document has too many levels")) {
            try JSONValue(nested(deepest + 1))
        }
        // The stack does not grow with the document.
        #expect(throws: JSONFault.self) { try JSONValue(nested(1_000_000)) }
    }

    @Test func everyShorteningOfADocumentIsRefused() throws {
        let document = Array(#"{"a":[1,true,"\u00e9"],"b":{"c":null}}"#.utf8)
        _ = try JSONValue(document)
        for count in 0..<document.count {
            #expect(throws: JSONFault.self) { try JSONValue(Array(document.prefix(count))) }
        }
    }

    /// What is written in canonical form is not written again.
    @Test(
        arguments: [
            (#"{"a":{"b":[1,-2,true,null,"\"\\é"],"c":{}},"d":"x"}"#, ["a", "d"]),
            (#"{"a": {"b":1},"d":[1]}"#, ["a", "d"]), (#"{"d":1,"a":2}"#, ["a", "d"]),
            // Each of these is written in another way.
            (#"{"a":{"b": 1},"d":[1, 2]}"#, []), (#"{"a":{"c":1,"b":2},"d":{"x":{"z":1,"y":2}}}"#, []),
            (#"{"a":"\u0041","d":"\/"}"#, []), (#"{"a":-0,"d":"\n"}"#, []),
            (#"{"a":[ ],"d":{"b":1 }}"#, []), (#"{"a":{"\u0062":1},"d":1}"#, ["d"]),
        ]) func canonicalPartsAreKnown(text: String, expected: [String]) throws
    {
        var parser = JSONParser(Array(text.utf8))
        let document = try parser.document()
        #expect(parser.canonicalMembers.keys.sorted() == expected)
        for (key, range) in parser.canonicalMembers {
            #expect(document[key]?.canonical == Array(Array(text.utf8)[range]))
        }
    }

    /// Whatever is changed in a document, a part that counts as canonical is what would be written.
    @Test func noChangeOfADocumentIsTakenForCanonical() throws {
        let document = Array(#"{"a":{"b":[10,"x\"y\\"],"c":{"d":null,"e":"é"}},"f":{"g":-1}}"#.utf8)
        for place in document.indices {
            for byte in [UInt8](0x20...0x7E) + [0x09, 0x0A, 0x1F, 0x80] {
                for removed in 0...1 {
                    var changed = document
                    changed.replaceSubrange(place..<place + removed, with: [byte])
                    var parser = JSONParser(changed)
                    guard let value = try? parser.document() else { continue }
                    for (key, range) in parser.canonicalMembers {
                        #expect(value[key]?.canonical == Array(changed[range]))
                    }
                }
            }
        }
    }
}
