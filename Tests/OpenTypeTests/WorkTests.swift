import FontModel
import FontValidation
import OpenType
import TestSupport
import Testing

/// Files whose numbers claim far more work than their size are read without delay.
///
/// The time limit is no measurement. Without the bounds in the reader these files take minutes, or all memory.
@Suite(.timeLimit(.minutes(60))) struct WorkTests {
    private static func collection(_ count: Int, of font: SyntheticFont) -> [UInt8] {
        SyntheticCollection(Array(repeating: font, count: count), sharesTables: true).build()
    }

    @Test func recordsThatShareOneLongText() throws {
        // 5,000 records of 60,000 bytes each: 300 MB out of 120 KB.
        let text = [UInt8](repeating: 0x41, count: 60_000)
        let records = (0..<5_000).flatMap { words(3, 1, 0x409, 256 + $0, text.count, 0) }
        let table = words(0, 5_000, 6 + 12 * 5_000) + records + text
        let error = try #require(refusal(of: SyntheticFont { $0.extraTables = ["name": table] }.build()))
        #expect(error.code == .exceededResourceLimit)
    }

    @Test func facesThatShareOneLongTable() throws {
        let records = (0..<4_000).flatMap { words(3, 1, $0, 1, 2, 0) }
        let table = words(0, 4_000, 6 + 12 * 4_000) + records + words(0x41)
        let font = SyntheticFont { font in
            font.characters = [0x41...0x42]
            font.extraTables = ["name": table]
        }
        #expect(refusal(of: Self.collection(512, of: font))?.code == .exceededResourceLimit)
        #expect(refusal(of: Self.collection(4, of: font)) == nil)
    }

    @Test func facesThatShareOneLargeMapAreNoWork() throws {
        let groups = (0..<20_000).flatMap { longs(0x1_0000 + 20 * $0, 0x1_0001 + 20 * $0, 1) }
        let map = words(0, 1, 3, 10) + longs(12) + words(12, 0) + longs(16 + groups.count, 0, 20_000) + groups
        let font = SyntheticFont { font in
            font.characters = [0x41...0x44]
            font.extraTables = ["cmap": map]
        }
        let faces = try read(Self.collection(512, of: font)).faces
        #expect(faces.count == 512)
        #expect(faces.allSatisfy { $0.coverage.ranges.count == 20_000 })
    }

    @Test func axesWithOneNameOfManyRecords() throws {
        // Each of the 128 axes, the most that are allowed, has the name ID that 20,000 records have.
        let axes = (0..<128).flatMap { longs(0x4130_3030 + $0, 0, 0, 0) + words(0, 256) }
        let fvar = words(1, 0, 16, 2, 128, 20, 0, 516) + axes
        let records = (0..<20_000).flatMap { words(3, 1, $0, 256, 2, 0) }
        let names = words(0, 20_000, 0) + records
        let face = try face(SyntheticFont { $0.extraTables = ["fvar": fvar, "name": names] })
        #expect(face.axes.count == FontLimits.axesPerFace)
    }

    @Test func aDirectoryOfManyTables() throws {
        let tags = (0..<30_000).flatMap { longs(0x4130_3030 + $0, 0, 0, 0) }
        let bytes = longs(0x0001_0000) + words(30_000, 0, 0, 0) + tags
        let (contents, findings) = FontReader.inspect(bytes, contentHash: hash)
        #expect(contents?.faces.first?.tables.count == 30_000)
        #expect(findings.first { $0.severity == .error }?.code == 104)
        #expect(findings.count < 300)
    }

    @Test func damageIsNotListedWithoutEnd() {
        let tags = (0..<30_000).flatMap { longs(0x4130_3030 + $0, 0, 0xFFFF_0000, 0x10) }
        let bytes = longs(0x0001_0000) + words(30_000, 0, 0, 0) + tags
        let findings = FontReader.inspect(bytes, contentHash: hash).findings
        #expect(findings.count < 300)
        #expect(findings.last?.message.hasPrefix("The list omits ") == true)
    }

    @Test func longNamesAreShownAtOnce() throws {
        // Each character becomes an escape of several characters.
        let text = SyntheticFont.RawName.windows(10, String(repeating: "\u{202E}", count: 30_000))
        let record = try #require(try contents(SyntheticFont { $0.rawNames = [text] }).names.first { $0.nameID == 10 })
        #expect(record.display.count == FontLimits.displayNameLength)
        #expect(record.display.hasSuffix("…"))
    }
}
