import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct HostileNameTests {
    @Test(arguments: [
        ("Red\u{1B}[31m", "Red\\u{1b}[31m"), ("Good\0Hidden", "Good\\u{0}Hidden"),
        ("evil\u{202E}txt", "evil\\u{202e}txt"), ("two\nlines", "two\\u{a}lines"), ("nul at end\0\0", "nul at end"),
        ("  spaces  ", "spaces"), ("c1\u{9B}", "c1\\u{9b}"), ("zero\u{200B}width", "zero\\u{200b}width"),
    ])
    func textIsShownCleaned(_ name: String, _ expected: String) throws {
        let contents = try contents(SyntheticFont(family: name, style: name) { $0.postscriptName = "Hostile-Regular" })
        #expect(contents.face.family == expected)
        #expect(contents.face.style == expected)
        let record = try #require(contents.names.first { $0.nameID == 1 })
        #expect(record.display == expected)
        #expect(record.raw == SyntheticFont.utf16(name))
    }

    @Test func twoNamesThatDifferBehindANulStayDifferent() throws {
        let names = try ["Good\0Hidden", "Good\0Other", "Good"].map { try face(SyntheticFont(family: $0)).family }
        #expect(Set(names).count == 3)
    }

    @Test func brokenUTF16IsRepaired() throws {
        let face = try face(
            SyntheticFont { $0.rawNames = [.windows(1, codeUnits: [0x41, 0xD800, 0x42, 0xDC00])] })
        #expect(face.family == "A\u{FFFD}B\u{FFFD}")
        let odd = SyntheticFont.RawName(
            nameID: 1, platformID: 3, encodingID: 1, languageID: 0x409, bytes: [0, 0x41, 0])
        #expect(try contents(SyntheticFont { $0.rawNames = [odd] }).face.family == "A\u{FFFD}")
    }

    @Test func formedPostScriptNamesAreCleanToo() throws {
        let font = SyntheticFont(family: "a\u{202E}b\nc") { $0.postscriptName = nil }
        #expect(try face(font).postscriptName == "a\\u{202e}b-c")
    }

    @Test func everyMacintoshRomanByteHasACharacter() throws {
        let bytes = Array(UInt8(0x80)...0xFF) + Array(repeating: 0x41, count: 300)
        let font = SyntheticFont { font in
            font.rawNames = [.init(nameID: 9, platformID: 1, encodingID: 0, languageID: 0, bytes: bytes)]
        }
        let display = try #require(try contents(font).names.first { $0.nameID == 9 }).display
        #expect(display.hasPrefix("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨"))
        #expect(!display.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test func recordsOutsideOfTheStorageAreDropped() throws {
        let bytes = Damage.nameOffsets(SyntheticFont(family: "Lost").build())
        let contents = try read(bytes)
        #expect(contents.faces.first?.names.isEmpty == true)
        #expect(contents.faces.first?.face.hasDerivedName == true)
        #expect(contents.findings.contains { $0.table == "name" && $0.message.contains("is ignored") })
    }

    @Test func oneRecordOutsideOfTheStorageLeavesTheOthers() throws {
        // The last record is name 6; the offset is its last field.
        let sound = SyntheticFont(family: "Partly Lost").build()
        let records = try #require(read(sound).faces.first).names.count
        let bytes = Damage.patchedTable(sound, "name", at: 6 + 12 * (records - 1) + 10, with: [0xFF, 0xFF])
        let face = try #require(try read(bytes).faces.first).face
        #expect(face.family == "Partly Lost")
        #expect(face.postscriptName == "Partly-Lost")
    }
}
