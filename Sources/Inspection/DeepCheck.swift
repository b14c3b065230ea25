package import FontModel
import FreeType
import OpenType

/// Everything that is wrong with one file, found by our reader, FreeType and fontconfig.
package struct DeepCheck: Sendable, Hashable {
    /// What the first bytes say it is; nil for what is no font, or was not looked at.
    package var format: FontFormat?
    /// Errors and warnings.
    package var findings: [FontFinding]

    /// A file of many faces has as many times the same to say.
    package static let mostFindings = 1_000

    /// Takes over what somebody found.
    package init(format: FontFormat?, findings: [FontFinding]) {
        self.format = format
        self.findings = findings
    }

    /// Checks a file: its structure, every face in FreeType and fontconfig, and every glyph of every face, of a variable one
    /// also at the ends of its axes and at its named instances.
    ///
    /// The C libraries see only what our own reader found sound.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Where fontconfig can open the same bytes.
    package init(_ bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String) {
        format = FontSniffer.format(of: bytes)
        findings = FontReader.inspect(bytes, contentHash: sha256, file: "").findings
        if !findings.contains(where: { $0.severity == .error }) {
            findings += FontReader.locate(Self.confirm(bytes, sha256, path), in: bytes)
        }
        findings = Self.bounded(findings)
    }

    /// What FreeType and fontconfig find.
    private static func confirm(
        _ bytes: UnsafeRawBufferPointer, _ sha256: String, _ path: String
    ) -> [FontFinding] {
        let glyphs = FreeTypeCheck.loadGlyphs(bytes, everyGlyph: true, file: nil)
        do throws(FontError) {
            _ = try FontInspection(bytes, sha256: sha256, readableAt: path, given: "")
        } catch {
            // Glyphs that do not load are told one by one.
            return glyphs.contains { $0.severity == .error } ? glyphs : [FontFinding(error)] + glyphs
        }
        return glyphs + FreeTypeCheck.loadVariations(bytes, file: nil)
    }

    /// At most ``mostFindings``, of which errors are the last to go, and how many are left out.
    private static func bounded(_ findings: [FontFinding]) -> [FontFinding] {
        guard findings.count > mostFindings else { return findings }
        let ordered =
            findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
        let message = "\(findings.count - mostFindings + 1) more findings are not listed."
        return ordered.prefix(mostFindings - 1) + [FontFinding(.unlistedFindings, message: message)]
    }
}

extension FontFinding {
    /// What an error would say as a finding.
    package init(_ error: FontError) {
        let kind: Kind =
            switch (error.code, error.cause) {
            case (.invalidFontData, .freeType): .cannotOpen
            case (.invalidFontData, _): .facesDiffer
            default: .fileUnreadable
            }
        self.init(
            kind, code: error.code, faceIndex: error.faceIndex,
            table: error.faceIndex == nil ? nil : FontFinding.directory, message: error.message)
    }
}
