import FontModel
import FontValidation
import Inspection
import TestSupport
import Testing

/// A worker's answers to deep checks are read as untrusted input, because a hostile font may control the worker.
struct AnswerTests {
    private static let size = 4_000

    private static let check = FileValidation(
        file: "a.ttf", format: .openType,
        findings: [
            FontFinding(
                .glyphDoesNotLoad, faceIndex: 3, table: "glyf", offset: 12, glyph: 7, message: "Glyph 7 does not load."),
            FontFinding(.cannotOpen, faceIndex: 0, table: FontFinding.directory, message: "FreeType cannot open it."),
            FontFinding(.fileUnreadable, code: .registrationFailed, message: "There is no memory."),
            FontFinding(.unlistedFindings, message: "The list omits 9 findings."),
            FontFinding(.glyphDoesNotLoad, glyph: Int(UInt32.max), message: "A table has this number."),
        ])

    private func decode(_ bytes: [UInt8]) throws(MalformedAnswer) -> FileValidation {
        try FileValidation(decoding: bytes, file: "a.ttf", size: Self.size)
    }

    @Test func findingsArriveComplete() throws {
        #expect(try decode(Self.check.encoded) == Self.check)
        let nothing = FileValidation(file: "a.ttf", format: nil, findings: [])
        #expect(try decode(nothing.encoded) == nothing)
    }

    /// An answer that is truncated at any byte, or has any byte changed, gives an error or a value within the limits.
    @Test func damageIsAnErrorOrKeepsTheLimits() {
        let whole = Self.check.encoded
        var (refused, kept) = (0, 0)
        for length in 0..<whole.count {
            #expect(throws: MalformedAnswer.self) { try decode(Array(whole.prefix(length))) }
        }
        #expect(throws: MalformedAnswer.self) { try decode(whole + [0]) }
        for place in whole.indices {
            for value: UInt8 in [0, 1, 0x1B, 0x7F, 0x80, 0xFF, whole[place] ^ 1] {
                var bytes = whole
                bytes[place] = value
                guard let check = try? decode(bytes) else {
                    refused += 1
                    continue
                }
                kept += 1
                for finding in check.findings {
                    #expect(DisplayText.isHarmless(finding.message + (finding.table ?? "")))
                    #expect((0...Self.size).contains(finding.offset ?? 0))
                    #expect(finding.kind == .fileUnreadable || finding.code == finding.kind.code?.rawValue)
                }
            }
        }
        #expect(refused > 300 && kept > 100)
    }

    /// The values stay apart from the words, by which another process finds the translation.
    @Test func messagesArriveWithTheirValues() throws {
        let message: Message =
            "Glyph \(7) has \(counted(2, "point")): \(Message(["It ends.", Message(verbatim: "So.")]))"
        var check = Self.check
        check.findings[0].text = message
        let arrived = try decode(check.encoded).findings[0].text
        #expect(arrived == message)
        #expect(String(reflecting: arrived.content) == String(reflecting: message.content))
    }

    @Test func limitsAndKindsAreLookedAtAgain() {
        func refuses(_ change: (inout FileValidation) -> Void, at location: SourceLocation = #_sourceLocation) {
            var check = Self.check
            change(&check)
            #expect(throws: MalformedAnswer.self, sourceLocation: location) {
                try decode(check.encoded)
            }
        }
        refuses { $0.findings[0].offset = Self.size + 1 }
        refuses { $0.findings[0].faceIndex = 513 }
        refuses { $0.findings[0].text = "Two\nLines" }
        refuses { $0.findings[0].text = "" }
        // The form that is not shown here may be shown for another number.
        refuses { $0.findings[0].text = Message(for: 1, one: "A point.", many: "Points \("\u{202E}").") }
        refuses {
            var message: Message = "It ends."
            for _ in 0..<9 { message = "It ends: \(message)" }
            $0.findings[0].text = message
        }
        refuses { $0.findings[0].text = Message(Array(repeating: "It ends.", count: 65)) }
        refuses { $0.findings[0].table = "\u{202E}fylg" }
        refuses { $0.findings[2].code = FontError.Code.missingEntitlement.rawValue }
        refuses { $0.findings[0].code = FontError.Code.exceededResourceLimit.rawValue }
        refuses { $0.findings[0].kind = .checkBroughtDown }
        refuses { $0.findings = Array(repeating: $0.findings[0], count: FontFinding.most + 1) }
    }
}
