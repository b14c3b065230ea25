import FontModel
import FontValidation
import OpenType
public import TestSupport
public import Testing

extension BadFont: CustomTestStringConvertible {
    public var testDescription: String { "\(expected): \(name)" }
}

@Suite(.enabled(if: SharedFonts.badFonts != nil, "Requires the collection of damaged fonts (FONTD_TEST_FONTS)."))
struct BadFontTests {
    @Test func theManifestIsComplete() {
        #expect(BadFont.all.count == 291 || !BadFont.isWhole)
        #expect(BadFont.all.filter { $0.expected == "accept" }.count == 106)
    }

    @Test(arguments: BadFont.all)
    func theVerdictIsTheManifests(_ font: BadFont) throws {
        let bytes = try SharedFiles.bytes(of: font)
        let error = refusal(of: bytes)
        let isRefused = error?.code == .unrecognizedFormat || error?.code == .invalidFontData
        switch font.expected {
        case "accept", "accept-sanitised", "accept-or-duplicatedName", "reject-or-fallback":
            if font.isWebFont {
                #expect(error?.code == .unrecognizedFormat)
            } else {
                #expect(error == nil)
                try expectNames(font, bytes)
            }
        case "accept-or-limit":
            #expect(error?.code == (font.name.contains("2000-instances") ? .exceededResourceLimit : nil))
        case "reject", "reject-or-survive":
            #expect(isRefused)
        case "reject-or-limit", "reject-103-or-accept":
            #expect(error?.code == .unrecognizedFormat)
        case "survive":
            if error == nil { try expectNames(font, bytes) } else { #expect(isRefused) }
        default:
            Issue.record("The manifest has a new verdict: \(font.expected)")
        }
        // Reading again and inspecting give the same error.
        #expect(refusal(of: bytes) == error)
        let findings = FontReader.inspect(bytes, contentHash: hash).findings
        #expect(findings.first { $0.severity == .error }?.code == error?.code.rawValue)
    }

    private func expectNames(_ font: BadFont, _ bytes: [UInt8]) throws {
        let face = try #require(try read(bytes).faces.first).face
        #expect(face.hasDerivedName == font.isNamedByItsFile)
        guard !font.isNamedByItsFile else { return }
        #expect([face.family, face.style, face.postscriptName] == font.names)
    }
}
