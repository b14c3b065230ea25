import FontModel
import OpenType
import TestSupport
import Testing

@testable import Inspection

/// Answers about whole files, which a hostile font may have forged.
struct ExaminationAnswerTests {
    private static let hash = String(repeating: "ab", count: 32)

    /// Returns the examination of a real file, as a worker makes it.
    private static func examination() throws -> FileExamination {
        let font = SyntheticFont(family: "Examined") { font in
            font.localizedNames = [
                .init(13, language: 0x407, "Frei."), .init(256, language: 0x409, "Open a"),
                .init(257, language: 0x409, "One"),
            ]
            font.extraTables["GSUB"] = SyntheticFeature.table([
                .stylisticSet("ss01", name: 256), .characterVariant("cv01", label: 256, choices: 1, first: 257),
            ])
        }
        let bytes = font.build()
        let contents = try FontReader.read(bytes, contentHash: hash, file: nil)
        let inspection = FontInspection(
            sha256: hash, size: bytes.count, format: .trueType, faces: contents.faces.map(\.face),
            coverages: contents.faces.map(\.coverage), patternCount: 1)
        let finding = FontFinding(.glyphRefused, faceIndex: 0, table: "glyf", offset: 9, glyph: 3, message: "Cut.")
        return bytes.withUnsafeBytes {
            FileExamination(.success(inspection), of: $0, sha256: hash, findings: [finding])
        }
    }

    private func decode(_ bytes: [UInt8]) throws(MalformedAnswer) -> FileExamination {
        try ExaminationAnswer.decode(bytes, sha256: Self.hash, size: 4_000, given: "given.ttf")
    }

    @Test func everythingArrives() throws {
        let examination = try Self.examination()
        let arrived = try decode(ExaminationAnswer.encode(examination))
        #expect(try arrived.inspection.get().faces == examination.inspection.get().faces)
        #expect(try arrived.inspection.get().coverages == examination.inspection.get().coverages)
        #expect(arrived.details == examination.details && arrived.details.first?.text(.license) == "Frei.")
        #expect(arrived.features == examination.features)
        #expect(arrived.features.first?.map(\.choices) == [["One"], []])
        #expect(arrived.findings == examination.findings && arrived.findings.count == 1)
    }

    /// Faces of a collection may share texts, of which each has them in the answer: all of it would be many gigabytes.
    @Test func textsThatFacesShareAreCountedForEach() throws {
        var examination = try Self.examination()
        let text = String(repeating: "x", count: 1 << 20)
        var details = try #require(examination.details.first)
        details.texts = Array(repeating: FontText(kind: .license, language: nil, text: text), count: 40)
        examination.details = Array(repeating: details, count: FontLimits.facesPerFile)
        let bytes = ExaminationAnswer.encode(examination)
        let refused = #expect(throws: FontError.self) { try decode(bytes).inspection.get() }
        #expect(refused?.code == .exceededResourceLimit)
        var writer = WireWriter(upTo: 100)
        for _ in 0..<1_000 { writer.put("some text") }
        #expect((101..<130).contains(writer.bytes.count))
    }

    @Test func aRefusalArrivesWithItsFindings() throws {
        let error = FontError(.unrecognizedFormat, "This is no font.")
        let arrived = try decode(ExaminationAnswer.encode(FileExamination(refusedWith: error)))
        let refused = #expect(throws: FontError.self) { try arrived.inspection.get() }
        #expect(refused?.code == .unrecognizedFormat && refused?.file == "given.ttf")
        #expect(arrived.findings == [FontFinding(error)] && arrived.details.isEmpty)
    }

    @Test func findingsThatNoWorkerMakesAreRefused() throws {
        let findings = [
            FontFinding(.checkBroughtDown, message: "It crashed."),
            FontFinding(.glyphRefused, offset: 4_001, message: "Beyond the file."),
            FontFinding(.fileUnreadable, code: .missingEntitlement, message: "Not a worker's."),
        ]
        for finding in findings {
            var examination = try Self.examination()
            examination.findings = [finding]
            #expect(throws: MalformedAnswer.self) { try decode(ExaminationAnswer.encode(examination)) }
        }
        var many = try Self.examination()
        many.findings = Array(repeating: many.findings[0], count: FontFinding.most + 1)
        #expect(throws: MalformedAnswer.self) { try decode(ExaminationAnswer.encode(many)) }
    }

    @Test func everyFaceHasItsFacts() throws {
        for change: (inout FileExamination) -> Void in [
            { $0.details = [] }, { $0.features = [] }, { $0.features.append([]) },
            { $0.features[0][0].name = "Two\nlines" }, { $0.details[0].unitsPerEm = 1 },
            { $0.features[0] = Array(repeating: FontFeature(tag: "liga"), count: FontFeature.most + 1) },
        ] {
            var examination = try Self.examination()
            change(&examination)
            #expect(throws: MalformedAnswer.self) { try decode(ExaminationAnswer.encode(examination)) }
        }
    }

    /// A truncated answer is an error; a changed one is an error or within the limits.
    @Test func damageIsAnErrorOrKeepsTheLimits() throws {
        let whole = ExaminationAnswer.encode(try Self.examination())
        for length in 0..<whole.count {
            #expect(throws: MalformedAnswer.self) { try decode(Array(whole.prefix(length))) }
        }
        #expect(throws: MalformedAnswer.self) { try decode(whole + [0]) }
        var (refused, kept) = (0, 0)
        for place in whole.indices {
            for value: UInt8 in [0, 0x1B, 0x80, 0xFF] {
                var bytes = whole
                bytes[place] = value
                guard let examination = try? decode(bytes) else {
                    refused += 1
                    continue
                }
                kept += 1
                for feature in examination.features.joined() {
                    #expect(isTag(feature.tag) && feature.choices.allSatisfy { DisplayText.isClean($0) })
                }
                #expect(examination.findings.allSatisfy { isSentence($0.message) })
            }
        }
        #expect(refused > 100 && kept > 100)
    }
}
