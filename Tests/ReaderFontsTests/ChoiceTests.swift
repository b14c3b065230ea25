import Foundation
import Testing

@testable import ReaderFonts

/// Choices of fonts: their keys, their fallbacks and how they are stored.
@Suite struct ChoiceTests {
    @Test(
        arguments: [
            ("literata", ["Literata", "Inter"], "Literata", nil),
            ("newYork", ["Literata", "Noto Serif"], "Literata", .standIn), ("newYork", ["Inter"], nil, .unavailable),
            ("system", ["Ubuntu", "Inter"], "Ubuntu", nil), ("system", ["Inter"], "Inter", .standIn),
            ("monospace", ["JetBrains Mono"], "JetBrains Mono", .standIn),
            ("avenirNext", ["Montserrat"], "Montserrat", .standIn),
        ] as [(String, [String], String?, FontChoice.Note?)])
    func keys(key: String, available: [String], family: String?, note: FontChoice.Note?) throws {
        let known = try #require(FamilyKey.reading.first { $0.key == key })
        let found = FontChoice(key: key).resolve(generic: .fantasy, isAvailable: available.contains) {
            $0 == .interface ? "Ubuntu" : nil
        }
        #expect(found == FontChoice.Resolution(family: family, generic: known.generic, note: note))
    }

    @Test func everyKeyIsThereOnce() {
        #expect(Set(FamilyKey.reading.map(\.key)).count == FamilyKey.reading.count)
        #expect(FamilyKey.reading.allSatisfy { !$0.families.isEmpty })
    }

    @Test func anUnknownKeyHasAReportedFallbackAndStays() throws {
        let choice = FontChoice(key: "fromTheFuture", fallbacks: ["Lora", "Lato"])
        let found = choice.resolve(generic: .serif) { $0 == "Lato" }
        #expect(found == FontChoice.Resolution(family: "Lato", generic: .serif, note: .unknownKey))
        var settings = ReaderSettings()
        settings.fonts[.body] = choice
        let stored = try settings.saved(over: nil)
        #expect(try ReaderSettings(stored).fonts[.body] == choice)
    }

    @Test func aChoiceHoldsAgainOnceItsFontIsBack() {
        let choice = FontChoice(key: "literata", fallbacks: ["Lora"])
        #expect(choice.resolve(generic: .serif) { $0 == "Lora" }.note == .unavailable)
        #expect(choice.resolve(generic: .serif) { $0 == "Lora" }.family == "Lora")
        #expect(choice.resolve(generic: .serif) { $0 == "Literata" }.note == nil)
        #expect(choice.resolve(generic: .serif) { _ in false }.family == nil)
    }

    // MARK: Settings

    @Test func aPartialSaveKeepsTheRest() throws {
        let stored = Data(
            #"{"size": 18, "margin": 0, "other": {"deep": [1, 2.5, null]}, "bodyFont": {"key": "lora", "fallbacks": []}}"#
                .utf8)
        var one = try ReaderSettings(stored)
        var two = try ReaderSettings(stored)
        #expect(one.margin == 0)
        one.lineHeight = 2
        two.fonts[.heading] = FontChoice(key: "lato")
        let both = try two.saved(over: try one.saved(over: stored))
        let read = try ReaderSettings(both)
        #expect(read.size == 18)
        #expect(read.margin == 0)
        #expect(read.lineHeight == 2)
        #expect(read.fonts[.body]?.key == "lora")
        #expect(read.fonts[.heading]?.key == "lato")
        let object = try #require(try JSONSerialization.jsonObject(with: both) as? [String: Any])
        let deep = try #require((object["other"] as? [String: Any])?["deep"] as? [Any])
        #expect(deep.count == 3)
    }

    @Test func aSettingIsRemovedWithItsValue() throws {
        var settings = ReaderSettings()
        settings.fonts[.code] = FontChoice(key: "monospace")
        let stored = try settings.saved(over: nil)
        var read = try ReaderSettings(stored)
        read.fonts[.code] = nil
        #expect(try ReaderSettings(read.saved(over: stored)).fonts[.code] == nil)
    }

    @Test func aValueOfAnotherTypeHasItsDefaultAndIsKept() throws {
        let stored = Data(#"{"size": "big", "theme": "sepia"}"#.utf8)
        var settings = try ReaderSettings(stored)
        #expect(settings.size == 16)
        #expect(settings.theme == "sepia")
        #expect(settings.problems == ["size"])
        settings.theme = "mint"
        let object = try JSONSerialization.jsonObject(with: settings.saved(over: stored)) as? [String: Any]
        #expect(object?["size"] as? String == "big")
        #expect(object?["theme"] as? String == "mint")
        #expect(throws: (any Error).self) { try ReaderSettings(Data("[]".utf8)) }
        #expect(throws: (any Error).self) { try settings.saved(over: Data("{".utf8)) }
    }

    @Test func oldKeysAreReplacedOnce() throws {
        let stored = Data(
            #"{"bodyFont": {"key": "serif", "fallbacks": []}, "headingFont": {"key": "sansSerif", "fallbacks": []}, "codeFont": {"key": "monospace", "fallbacks": []}, "interfaceFont": {"key": "system", "fallbacks": []}}"#
                .utf8)
        var settings = try ReaderSettings(stored)
        #expect(settings.migrate() == ["body: serif is now literata", "heading: sansSerif is now sourceSans"])
        #expect(
            settings.fonts.mapValues(\.key) == [
                .body: "literata", .heading: "sourceSans", .code: "monospace", .interface: "system",
            ])
        #expect(settings.migrate().isEmpty)
        let saved = try settings.saved(over: stored)
        var again = try ReaderSettings(saved)
        #expect(again.migrate().isEmpty)
        #expect(try again.saved(over: saved) == saved)
    }
}
