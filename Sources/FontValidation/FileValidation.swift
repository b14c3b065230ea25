public import FontModel
import FreeType
import Inspection
import OpenType

/// The result of the deep check of one file.
///
/// Errors are the reasons why registration refuses the file, in the same order; all other findings are warnings.
public struct FileValidation: Sendable, Hashable {
    /// The file as given.
    public var file: String
    /// The format that the first bytes indicate, or nil if the file is not a font or could not be read.
    public var format: FontFormat?
    /// The findings: errors and warnings.
    public var findings: [FontFinding]

    /// Whether the file can be registered, as no finding is an error.
    ///
    /// A valid font may still have faults; see the warnings.
    public var isValid: Bool { !findings.contains { $0.severity == .error } }

    /// The code of the error with which registration would refuse the file.
    public var code: Int? { findings.first { $0.severity == .error }?.code }

    /// Creates a result from its parts.
    public init(file: String, format: FontFormat?, findings: [FontFinding]) {
        self.file = file
        self.format = format
        self.findings = findings
    }

    /// Checks the structure of a file, every face in FreeType and fontconfig, and every glyph.
    ///
    /// The glyphs of a variable face are also checked at the ends of its axes and at its named instances. The C
    /// libraries are called only if this package's own parser finds no errors. The check takes seconds for a large
    /// collection; registration draws only a sample of the glyphs.
    ///
    /// - Parameters:
    ///   - file: The file as given.
    ///   - bytes: The contents of the file. They must not change during the call.
    ///   - sha256: The SHA-256 hash of the file.
    ///   - path: The path at which fontconfig can open the same bytes.
    public init(file: String, _ bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String) {
        self.file = file
        format = unsafe FontSniffer.format(of: bytes)
        findings = unsafe FontReader.inspect(bytes, contentHash: sha256).findings
        if !findings.contains(where: { $0.severity == .error }) {
            unsafe findings += FontReader.locate(Self.confirm(bytes, sha256, path), in: bytes)
        }
        findings = Self.bounded(findings)
    }

    /// Returns the findings of FreeType and fontconfig.
    private static func confirm(
        _ bytes: UnsafeRawBufferPointer, _ sha256: String, _ path: String
    ) -> [FontFinding] {
        let glyphs = unsafe FreeTypeCheck.loadGlyphs(bytes, everyGlyph: true)
        do throws(FontError) {
            _ = try unsafe FontInspection(bytes, sha256: sha256, readableAt: path, given: "")
        } catch {
            // Glyphs that do not load are reported individually.
            return glyphs.contains { $0.severity == .error } ? glyphs : [FontFinding(error)] + glyphs
        }
        return unsafe glyphs + FreeTypeCheck.loadVariations(bytes)
    }

    /// Limits the number of findings to ``FontFinding/most``, dropping errors last, and adds the number of dropped ones.
    private static func bounded(_ findings: [FontFinding]) -> [FontFinding] {
        guard findings.count > FontFinding.most else { return findings }
        let ordered =
            findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
        let message: Message = "The list omits \(counted(findings.count - FontFinding.most + 1, "finding"))."
        return ordered.prefix(FontFinding.most - 1) + [FontFinding(.unlistedFindings, message: message)]
    }
}
