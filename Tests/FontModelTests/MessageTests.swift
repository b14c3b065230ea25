import Foundation
import SystemPackage
import Testing

@testable import FontModel

/// Sentences that keep their values apart from their words.
@Suite struct MessageTests {
    /// Returns the words as catalogues have them; nil for a message of another kind.
    private func key(_ message: Message) -> String? {
        guard case .sentence(let sentence) = message.content else { return nil }
        return sentence.key
    }

    @Test func aLiteralKeepsItsValuesApart() {
        let (file, count) = ("a.ttf", 3)
        let message: Message = "The file \(file) has \(count) faces."
        #expect(message.description == "The file a.ttf has 3 faces." && "\(message)" == message.description)
        #expect(key(message) == "The file {1} has {2} faces.")
        let plain: Message = "Try again."
        #expect(key(plain) == "Try again." && plain.description == "Try again.")
        #expect(key("\(file)\(count)") == "{1}{2}")
    }

    @Test func numbersHaveTwoDecimalPlacesAtMost() {
        let message: Message = "The weight is \(389.34425354003906), not \(200.0) or \(-0.5)."
        #expect(message.description == "The weight is 389.34, not 200 or -0.5.")
        #expect(key(message) == "The weight is {1}, not {2} or {3}." && message.localized == message.description)
        #expect("\(Double.infinity)" as Message == "inf")
    }

    @Test func twoLiteralsAreOneMessage() {
        let message: Message = "Glyph \(7) has \(2) parts; " + "at most \(1) are accepted."
        #expect(key(message) == "Glyph {1} has {2} parts; at most {3} are accepted.")
        #expect(message.description == "Glyph 7 has 2 parts; at most 1 are accepted.")
        #expect(("It ends." as Message) + Message(verbatim: " So") == "It ends. So")
    }

    @Test func aMessageInAMessageIsAValue() {
        let kind: Message = "a folder"
        let message: Message = "\("/p") is \(kind)."
        #expect(key(message) == "{1} is {2}." && message.description == "/p is a folder.")
        // Its words are those of a message of its own.
        #expect(message.localized == "/p is a folder.")
    }

    @Test(arguments: [(0, "0 faces"), (1, "1 face"), (2, "2 faces"), (-1, "-1 faces")])
    func theNumberDecides(_ count: Int, _ expected: String) throws {
        #expect(counted(count, "face").description == expected)
        #expect("\(counted(count, "face"))" == expected)
        let message = counted(count, "face")
        guard case .plural(let one, let many, count) = message.content else {
            throw FieldFault("It has no forms")
        }
        #expect(one.key == "{1} face" && many.key == "{1} faces" && message.localized == expected)
    }

    @Test func aNounMayHaveAnIrregularPlural() {
        #expect(counted(2, "family", "families") == "2 families" && counted(1, "family", "families") == "1 family")
        let message = Message(for: 2, one: "\(2) byte of instructions", many: "\(2) bytes of instructions")
        #expect(message == "2 bytes of instructions" && !message.isEmpty)
        // Forms that are no sentences of their own have no entry in a catalogue.
        #expect(Message(for: 1, one: Message(verbatim: "x"), many: Message(verbatim: "y")) == "x")
    }

    @Test func sentencesOfJapaneseFollowWithoutSpace() {
        #expect(Message.joined(["終わりです。", "`fontctl list` で表示できます。"], " ") == "終わりです。`fontctl list` で表示できます。")
        #expect(Message.joined(["It ends.", "Try again."], " ") == "It ends. Try again.")
        #expect(Message.joined(["一つ。", "二つ"], ", ") == "一つ。, 二つ" && Message.joined([], " ").isEmpty)
    }

    @Test func severalMessagesFollowEachOther() {
        let sentences = Message(["It ends.", "Try again."])
        #expect(sentences == "It ends. Try again." && sentences.localized == "It ends. Try again.")
        #expect(Message([Message(verbatim: "a"), Message(verbatim: "b")], separator: ", ") == "a, b")
        #expect(Message([]).isEmpty && Message(verbatim: "").isEmpty)
        #expect(sentences.without("Try again.") == "It ends.")
        #expect(Message([Message(["It ends.", "Try again."]), "Stop."]).without("Try again.") == "It ends. Stop.")
        #expect(("It ends." as Message).without("It ends.") == "It ends.")
        // A message within another one may be of several sentences.
        let outer: Message = "/a: \(sentences)"
        #expect(outer.without("Try again.") == "/a: It ends." && key(outer.without("Try again.")) == "/a: {1}")
        let name = "Stop. Try again."
        #expect(("Of \(name)" as Message).without("Try again.") == "Of Stop. Try again.")
    }

    /// A document has the text alone, so that a message that was read equals the one that was written.
    @Test func messagesAreEqualByTheirText() throws {
        let message: Message = "It has \(counted(2, "face"))."
        let same = Message(verbatim: "It has 2 faces.")
        #expect(message == same && message.hashValue == same.hashValue && message != "It has 3 faces.")
        let json = try JSONEncoder().encode([message])
        #expect(String(decoding: json, as: UTF8.self) == #"["It has 2 faces."]"#)
        #expect(try JSONDecoder().decode([Message].self, from: json) == [message])
    }

    @Test(arguments: [
        ("{2} in {1}", "b in a"), ("{1}{1}", "aa"), ("no value", "no value"), ("{3} {0} {x} {", "{3} {0} {x} {"),
        ("{{1}}", "{a}"), ("", ""),
    ])
    func aTranslationHasTheValuesInItsOrder(_ translation: String, _ expected: String) {
        let sentence = Message.Sentence(words: ["", " before ", ""], values: [.text("a"), .message("b")])
        #expect(sentence.filling(translation) == expected)
    }

    /// What looks like a place for a value is none if a value has it.
    @Test func valuesAreNotFilled() {
        let sentence = Message.Sentence(words: ["", " ", ""], values: [.text("{2}"), .text("b")])
        #expect(sentence.filling("{1} {2}") == "{2} b")
        #expect(Message(.sentence(sentence)) == "{2} b")
    }

    @Test func errorsOfTheSystemAreInEnglish() {
        #expect(Message(Errno.permissionDenied) == "Permission denied")
        let message: Message = "It cannot be read: \(Errno.noSuchFileOrDirectory)."
        #expect(key(message) == "It cannot be read: {1}.")
        #expect(message == "It cannot be read: No such file or directory.")
    }

    @Test func namesAreLists() {
        #expect(["a"].listText == "a" && ["a", "b"].listText == "a, b")
        #expect((1...9).map { "\($0)" }.listText == "1, 2, 3, 4, 5, 6, 7, 8 and 1 more")
        #expect(["a"].alternatives == "a" && ["a", "b", "c"].alternatives == "a or b or c")
        #expect([String]().alternatives.isEmpty)
        #expect(Duration.seconds(20).secondsText == "20" && Duration.milliseconds(500).secondsText == "0.5")
    }

    /// Every part may be shown in another language, or for another number.
    @Test func hostileCharactersAreFoundInAllParts() {
        let hostile = "a\u{202E}b"
        let messages: [Message] = [
            Message(verbatim: hostile), "It is \(hostile).", "It is \(Message(verbatim: hostile)).",
            Message(["It ends.", Message(verbatim: hostile)]), Message([], separator: hostile),
            Message(for: 1, one: "It ends.", many: "They are \(hostile)."),
            Message(.sentence(Message.Sentence(words: [hostile], values: []))),
        ]
        for message in messages {
            #expect(!message.isHarmless && message.harmless.isHarmless)
            #expect(!isSentence(message) && !isDisplayedMessage(message))
        }
        #expect(messages[1].harmless == "It is a\\u{202e}b.")
        let harmless: Message = "It has \(counted(2, "face")): \(Errno.ioError)."
        #expect(harmless.isHarmless && harmless.harmless == harmless && isSentence(harmless))
        #expect(!isSentence("" as Message))
    }
}

/// Values that keep messages have the same form in documents as values with a text.
@Suite struct MessageValueTests {
    private let count = 2

    @Test func anErrorHasItsMessageInEnglish() throws {
        let error = FontError(.invalidFontData, "It has \(counted(count, "face")).", file: "/a")
        #expect(error.message == "It has 2 faces." && error.localizedMessage == error.message)
        #expect(error.description == "/a: It has 2 faces. (104)")
        let json = try JSONEncoder().encode(error)
        let members = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(members.keys) == ["code", "message", "about", "recovery"])
        #expect(members["message"] as? String == "It has 2 faces.")
        #expect(try JSONDecoder().decode(FontError.self, from: json) == error)
        #expect(error.fieldMembers.text("message") == "It has 2 faces.")
        let read = try FontError(fieldMembers: error.fieldMembers)
        #expect(read == error && read.hashValue == error.hashValue)
    }

    @Test func membersOfTextsAreRead() throws {
        let members = [FieldMember]([
            "code": .unsigned(101), "message": .text("There is no such file."), "about": .text("/a"),
        ])
        #expect(FontError.areSound(members))
        #expect(
            try FontError(fieldMembers: members) == FontError(.fileNotFound, "There is no such file.", file: "/a"))
        #expect(throws: FieldFault("message is missing")) {
            try FontError(fieldMembers: members.filter { $0.name != "message" })
        }
    }

    @Test func findingsHaveTheirTextsInEnglish() throws {
        let finding = FontFinding(.unusedBytes, table: "glyf", message: "It has \(counted(count, "unused byte")).")
        #expect(finding.message == "It has 2 unused bytes." && finding.localizedMessage == finding.message)
        #expect(finding.consequence == finding.kind.consequence && finding.localizedConsequence == finding.consequence)
        #expect(try FontFinding(fieldMembers: finding.fieldMembers) == finding)

        let check = Diagnosis.Finding(
            id: "i", severity: .error, message: "It lacks \(counted(count, "file")).",
            advice: "Run `fontctl doctor --repair`.")
        #expect(check.isRepairable && check.message == "It lacks 2 files." && check.advice == check.localizedAdvice)
        let json = try JSONEncoder().encode(check)
        let members = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(members["message"] as? String == "It lacks 2 files.")
        #expect(members["advice"] as? String == "Run `fontctl doctor --repair`.")
        #expect(try JSONDecoder().decode(Diagnosis.Finding.self, from: json) == check)
    }

    @Test func anExplanationHasItsAdviceInEnglish() throws {
        let font = ExplainedFont(
            query: "A", situation: .shown, isVisible: true, advice: "Restart \(counted(count, "program")).")
        #expect(font.advice == "Restart 2 programs." && font.localizedAdvice == font.advice)
        #expect(try ExplainedFont(fieldMembers: font.fieldMembers) == font)
        #expect(font.fieldMembers.text("advice") == "Restart 2 programs.")
    }
}
