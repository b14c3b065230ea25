import FontSpecimens
import Foundation
import Inspection
import OpenType
import TestSupport
import Testing

@testable import FontPreview
@testable import FontRegistry

/// Fonts with some of the characters of others.
@Suite struct SubsetTests {
    private func make(_ font: SyntheticFont, _ subset: FontSubset) throws(SubsettingFailure) -> SubsetFont {
        try FontSubsetter.font(subset, of: FontMemory(font.build()))
    }

    private func characters(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map(\.value)) }

    @Test func aSubsetHasItsCharactersAndAllNames() throws {
        let font = SyntheticFont(family: "Whole") {
            $0.localizedNames = [.init(1, language: 0x411, "ホール")]
            $0.rawNames = [.windows(13, "The license.")]
        }
        let made = try make(font, FontSubset(index: 0, characters: characters("BAあ")))
        let file = try FontFile(data: Data(made.font))
        #expect(made.missing == [0x3042] && made.packed == nil)
        let face = try #require(file.faces.first)
        #expect(face.postscriptName == "Whole-Regular" && face.localizedNames.contains { $0.text == "ホール" })
        #expect(file.coverage(ofFace: 0).covers("AB") && !file.coverage(ofFace: 0).covers("C"))
        #expect(try FontFile(data: Data(font.build())).details(ofFace: 0).texts == file.details(ofFace: 0).texts)
        #expect(made.font.count < font.build().count)
        #expect(throws: SubsettingFailure.noCharacters) {
            try make(font, FontSubset(index: 0, characters: characters("あ")))
        }
    }

    @Test func aWholeFontStaysAsItIs() throws {
        let font = SyntheticFont.variable()
        #expect(try make(font, FontSubset(index: 0)).font == font.build())
        let collection = SyntheticCollection.faces(3, family: "Boxed").build()
        let face = try FontSubsetter.font(FontSubset(index: 1), of: FontMemory(collection)).font
        let (whole, own) = (try FontFile(data: Data(collection)), try FontFile(data: Data(face)))
        #expect(own.faces.map(\.postscriptName) == [whole.faces[1].postscriptName])
    }

    @Test func variationsStay() throws {
        let made = try make(.variable(), FontSubset(index: 0, characters: characters("H")))
        let face = try #require(try FontFile(data: Data(made.font)).faces.first)
        let whole = try #require(try FontFile(data: Data(SyntheticFont.variable().build())).faces.first)
        #expect(face.axes == whole.axes && face.instances == whole.instances)
    }

    /// All names by which programs call a font change, in all languages and on all platforms, and no others.
    @Test func renamingChangesTheNamesOfTheFamily() throws {
        var font = SyntheticFont.variable()
        font.family = "Lora"
        font.style = "Semi Bold"
        font.legacyFamily = "Lora Semi Bold"
        font.legacyStyle = "Regular"
        font.variationsPostScriptNamePrefix = "Lora"
        font.namePlatforms = [.windows, .macintosh]
        font.localizedNames = [.init(16, language: 0x411, "ローラ Lora"), .init(4, language: 0x411, "Lora ローラ")]
        let made = try make(font, FontSubset(index: 0, family: "Reader Serif"))
        let before = try NameTableReader.records(of: font.build())
        let after = try NameTableReader.records(of: made.font)
        let called = [1, 3, 4, 6, 16, 18, 20, 21, 25]
        #expect(before.contains { $0.nameID == 25 } && before.contains { $0.nameID == 16 })
        for record in after where called.contains(record.nameID) {
            #expect(!record.text.lowercased().contains("lora") && record.text.contains("Reader"), "\(record)")
        }
        let kept = { (records: [NameTableReader.Record]) in records.filter { !called.contains($0.nameID) } }
        #expect(kept(after) == kept(before))
        #expect(Set(after.map(\.nameID)) == Set(before.map(\.nameID)))
        let face = try #require(try FontFile(data: Data(made.font)).faces.first)
        #expect(face.family == "Reader Serif" && face.legacyFamily == "Reader Serif Semi Bold")
        #expect(face.postscriptName == "ReaderSerif-SemiBold")
    }

    @Test func whatCannotBeUsedIsRefused() throws {
        let nameless = SyntheticFont { $0.hasNameTable = false }
        #expect(throws: SubsettingFailure.noNames) { try make(nameless, FontSubset(index: 0, family: "New")) }
        #expect(throws: SubsettingFailure.unusable) {
            try FontSubsetter.font(FontSubset(index: 0), of: FontMemory(Array("no font".utf8)))
        }
        let collection = SyntheticCollection.faces(2, family: "Boxed").build()
        #expect(throws: SubsettingFailure.unusable) {
            try FontSubsetter.font(FontSubset(index: 7), of: FontMemory(collection))
        }
    }

    @Test func requestsAndRepliesArriveAsTheyWereSent() throws {
        let request = FontSubset(index: 3, characters: [0x41, 0x1F600], family: "A “b”", isPacked: true)
        #expect(try FontSubset(encoded: request.encoded) == request)
        for count in request.encoded.indices {
            #expect(throws: MalformedAnswer.self) { try FontSubset(encoded: Array(request.encoded.prefix(count))) }
        }
        let replies: [Result<SubsetFont, SubsettingFailure>] = [
            .success(.init(font: [1, 2], packed: [3], missing: [7])), .success(.init(font: [1])), .failure(.noNames),
        ]
        for reply in replies { #expect(try Result(encoded: reply.encoded) == reply) }
        #expect(throws: MalformedAnswer.self) { try Result<SubsetFont, SubsettingFailure>(encoded: [9]) }
    }
}

/// The records of a font's table `name`, read by OpenType's rules alone.
private enum NameTableReader {
    struct Record: Hashable {
        var platform: Int
        var language: Int
        var nameID: Int
        var text: String
    }

    static func records(of font: [UInt8]) throws -> [Record] {
        func number(_ place: Int, _ size: Int = 2) -> Int { font[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
        let entry = try #require(
            (0..<number(4)).map { 12 + 16 * $0 }.first { Array(font[$0..<$0 + 4]) == Array("name".utf8) })
        let start = number(entry + 8, 4)
        let storage = start + number(start + 4)
        return (0..<number(start + 2)).map { index in
            let place = start + 6 + 12 * index
            let bytes = Array(font[storage + number(place + 10)..<storage + number(place + 10) + number(place + 8)])
            let units = stride(from: 0, to: bytes.count & ~1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return Record(
                platform: number(place), language: number(place + 4), nameID: number(place + 6),
                text: number(place) == 1
                    ? String(decoding: bytes, as: UTF8.self) : String(decoding: units, as: UTF16.self))
        }
    }
}
