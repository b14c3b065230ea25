import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct SnifferTests {
    @Test(arguments: SampleFile.allCases)
    func formatIsToldByContent(_ sample: SampleFile) {
        let expected: FontFormat? =
            switch sample {
            case .empty, .singleByte, .plainText, .html, .png: nil
            case .woff: .woff
            case .woff2: .woff2
            case .pfa, .pfb, .type1InSfnt: .type1
            case .pcf: .pcf
            case .bdf: .bdf
            case .dfont: .dfont
            case .bareCFF: .cff
            case .eot: .eot
            case .windowsFont: .windowsFont
            }
        let bytes = sample.bytes
        #expect(FontSniffer.format(of: bytes) == expected)
        #expect(FontSniffer.format(of: Array(bytes.prefix(FontSniffer.prefixLength))) == expected)
        #expect(bytes.withUnsafeBytes { FontSniffer.format(of: $0) } == expected)
    }

    @Test func fontsAreToldByTheirVersion() {
        #expect(FontSniffer.format(of: SyntheticFont().build()) == .trueType)
        #expect(FontSniffer.format(of: SyntheticFont { $0.sfntVersion = 0x7472_7565 }.build()) == .trueType)
        #expect(FontSniffer.format(of: SyntheticFont { $0.outlines = .cff }.build()) == .openType)
        #expect(FontSniffer.format(of: SyntheticFont { $0.outlines = .cff2 }.build()) == .openType)
        #expect(FontSniffer.format(of: SyntheticCollection.faces(2).build()) == .collection)
    }

    @Test(arguments: [
        "%!PS-Adobe-3.0 Resource-CIDFont", "%!FontType1-1.0: x", "%!PS-Adobe-3.0 EPSF", "STARTFONTS", "OTT", "ttc",
    ])
    func textIsToldByItsBeginning(_ text: String) {
        let expected: FontFormat? =
            if text.hasSuffix("CIDFont") { .cff } else if text.hasPrefix("%!Font") { .type1 } else { nil }
        #expect(FontSniffer.format(of: Array(text.utf8)) == expected)
    }

    @Test func anArchiveWithoutEntriesIsOne() {
        #expect(FontSniffer.archive(of: ZIPFile([]).bytes) == .zip)
    }

    @Test func aWindowsIconIsNoFont() {
        // Begins with the same four bytes as a Macintosh suitcase.
        let icon: [UInt8] = [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0x68, 4, 0, 0, 22, 0, 0, 0]
        #expect(FontSniffer.format(of: icon) == nil)
    }

    @Test(arguments: SampleFile.allCases)
    func everythingElseIsRefusedWith103(_ sample: SampleFile) throws {
        let error = try #require(refusal(of: sample.bytes))
        #expect(error.code == .unrecognizedFormat)
        #expect(error.file == "given.ttf")
        #expect(error.cause == nil)
        #expect(error.faceIndex == nil)
    }

    @Test func refusalsSayWhatToDo() throws {
        #expect(refusal(of: SampleFile.woff2.bytes)?.message.contains("option to unwrap") == true)
        #expect(refusal(of: SampleFile.woff.bytes)?.message.contains("WOFF") == true)
        #expect(refusal(of: SampleFile.pfb.bytes)?.message.contains("Type 1") == true)
        #expect(refusal(of: SampleFile.empty.bytes)?.message.contains("empty") == true)
    }
}
