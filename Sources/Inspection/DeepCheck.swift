package import FontModel
import FreeType
import OpenType

/// The problems of one file that the parser of this package, FreeType and fontconfig find.
package struct DeepCheck: Sendable, Hashable {
    /// The format that the first bytes indicate; nil if the file is not a font or was not read.
    package var format: FontFormat?
    /// The errors and warnings.
    package var findings: [FontFinding]

    /// The maximum number of findings, since a collection repeats the same problems for each face.
    package static let mostFindings = 1_000

    /// Creates a check from existing results.
    package init(format: FontFormat?, findings: [FontFinding]) {
        self.format = format
        self.findings = findings
    }

    /// Checks the structure of a file, every face in FreeType and fontconfig, and every glyph.
    ///
    /// The glyphs of a variable face are also checked at the ends of its axes and at its named instances. The C
    /// libraries are called only if this package's own parser finds no errors.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - sha256: The SHA-256 hash of the file.
    ///   - path: The path at which fontconfig can open the same bytes.
    package init(_ bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String) {
        format = FontSniffer.format(of: bytes)
        findings = FontReader.inspect(bytes, contentHash: sha256, file: "").findings
        if !findings.contains(where: { $0.severity == .error }) {
            findings += FontReader.locate(Self.confirm(bytes, sha256, path), in: bytes)
        }
        findings = Self.bounded(findings)
    }

    /// Returns the findings of FreeType and fontconfig.
    private static func confirm(
        _ bytes: UnsafeRawBufferPointer, _ sha256: String, _ path: String
    ) -> [FontFinding] {
        let glyphs = FreeTypeCheck.loadGlyphs(bytes, everyGlyph: true, file: nil)
        do throws(FontError) {
            _ = try FontInspection(bytes, sha256: sha256, readableAt: path, given: "")
        } catch {
            // Glyphs that do not load are reported individually.
            return glyphs.contains { $0.severity == .error } ? glyphs : [FontFinding(error)] + glyphs
        }
        return glyphs + FreeTypeCheck.loadVariations(bytes, file: nil)
    }

    /// Limits the number of findings to ``mostFindings``, dropping errors last, and adds the number of dropped ones.
    private static func bounded(_ findings: [FontFinding]) -> [FontFinding] {
        guard findings.count > mostFindings else { return findings }
        let ordered =
            findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
        let message = "\(findings.count - mostFindings + 1) more findings are not listed."
        return ordered.prefix(mostFindings - 1) + [FontFinding(.unlistedFindings, message: message)]
    }
}

extension FontFinding {
    /// Creates a finding from an error.
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
