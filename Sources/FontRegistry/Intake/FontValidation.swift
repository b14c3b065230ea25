public import FontModel
import Inspection

/// The result of the deep check of one file.
public struct FontValidation: Sendable, Hashable {
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

    public init(file: String, format: FontFormat?, findings: [FontFinding]) {
        self.file = file
        self.format = format
        self.findings = findings
    }
}

extension FontFile {
    /// Checks a file deeply.
    ///
    /// The check covers the structure, every face in FreeType and fontconfig, and every glyph of every face. The glyphs
    /// of a variable face are also checked at the ends of its axes and at its named instances.
    ///
    /// Errors are the reasons why registration refuses the file, in the same order; all other findings are warnings.
    /// The check takes seconds for a large collection; registration draws only a sample of the glyphs.
    public static func validate(_ path: String) -> FontValidation {
        let format = try? FontFile.format(at: path)
        do throws(FontError) {
            let memory = try SealedMemory(copying: try SourceFile(opening: path))
            let check = DeepCheck(memory.contents.bytes, sha256: memory.sha256, readableAt: memory.path)
            return FontValidation(file: path, check)
        } catch {
            return FontValidation(file: path, format: format ?? nil, findings: [FontFinding(error)])
        }
    }
}

extension FontValidation {
    init(file: String, _ check: DeepCheck) {
        self.init(file: file, format: check.format, findings: check.findings)
    }
}
