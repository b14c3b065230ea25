import FontModel
import OpenType
import TestSupport
import Testing

/// A row of the manifest of tricky files.
struct BadFont: Sendable, CustomTestStringConvertible {
    var file: String
    var expected: String
    var features: String
    /// First family, style and PostScript name, as fontconfig gives them.
    var names: [String]

    var testDescription: String { "\(expected): \(file)" }

    /// Empty where the folder is not there.
    static let all: [BadFont] = {
        guard let bytes = try? SharedFiles.badFont("MANIFEST.tsv") else { return [] }
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = rows.first else { return [] }
        let columns = ["file", "expected", "features", "fc_family", "fc_style", "fc_psname"]
        let places = columns.compactMap(header.firstIndex)
        guard places.count == columns.count else { return [] }
        return rows.dropFirst().filter { $0.count == header.count }.map { row in
            BadFont(
                file: row[places[0]], expected: row[places[1]], features: row[places[2]],
                names: places[3...].map { unescaped(String(row[$0].prefix { $0 != "," })) })
        }
    }()

    /// Undoes `\xNN` and `\uNNNN`.
    private static func unescaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            let length = rest.first == "x" ? 2 : rest.first == "u" ? 4 : 0
            let digits = String(String.UnicodeScalarView(rest.dropFirst().prefix(length)))
            if scalar == "\\", length > 0, let code = UInt32(digits, radix: 16), let escaped = Unicode.Scalar(code) {
                result.append(escaped)
                rest = rest.dropFirst(length + 1)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether fontconfig calls the font by its file name, which we never do.
    var isNamedByItsFile: Bool { features.contains("fc-name-from-filename") }

    var isWebFont: Bool { features.contains("woff") }
}

@Suite(.enabled(if: SharedFonts.badFonts != nil, "Needs ../shared/badfonts beside the checkout."))
struct BadFontTests {
    @Test func theManifestIsComplete() {
        #expect(BadFont.all.count == 291)
        #expect(BadFont.all.filter { $0.expected == "accept" }.count == 106)
    }

    @Test(arguments: BadFont.all)
    func theVerdictIsTheManifests(_ font: BadFont) throws {
        let bytes = try SharedFiles.badFont(font.file)
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
            #expect(error?.code == (font.file.contains("2000-instances") ? .exceededResourceLimit : nil))
        case "reject", "reject-or-survive":
            #expect(isRefused)
        case "reject-or-limit", "reject-103-or-accept":
            #expect(error?.code == .unrecognizedFormat)
        case "survive":
            if error == nil { try expectNames(font, bytes) } else { #expect(isRefused) }
        default:
            Issue.record("The manifest has a new verdict: \(font.expected)")
        }
        // The same verdict every time, and from the inspection.
        #expect(refusal(of: bytes) == error)
        let findings = FontReader.inspect(bytes, contentHash: hash, file: nil).findings
        #expect(findings.first { $0.severity == .error }?.code == error?.code.rawValue)
    }

    private func expectNames(_ font: BadFont, _ bytes: [UInt8]) throws {
        let face = try #require(try read(bytes).faces.first).face
        #expect(face.hasDerivedName == font.isNamedByItsFile)
        guard !font.isNamedByItsFile else { return }
        #expect([face.family, face.style, face.postscriptName] == font.names)
    }
}
