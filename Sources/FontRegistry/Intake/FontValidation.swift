public import FontModel
import Inspection

/// The verdict of the deep check on one file.
public struct FontValidation: Sendable, Hashable {
    /// As given.
    public var file: String
    /// What the first bytes say it is; nil for what is no font, or could not be read.
    public var format: FontFormat?
    /// Everything found, errors and warnings.
    public var findings: [FontFinding]

    /// Whether the file can be registered: nothing found is an error.
    ///
    /// A valid font may still have faults; see the warnings.
    public var isValid: Bool { !findings.contains { $0.severity == .error } }

    /// The code the file is refused with.
    public var code: Int? { findings.first { $0.severity == .error }?.code }

    public init(file: String, format: FontFormat?, findings: [FontFinding]) {
        self.file = file
        self.format = format
        self.findings = findings
    }
}

extension FontFile {
    /// Checks a file deeply: its structure, every face in FreeType and fontconfig, and every glyph of every face, of a
    /// variable one also at the ends of its axes and at its named instances.
    ///
    /// The errors are what registration refuses the file with, the first one first; everything else is a warning.
    /// Takes seconds for a large collection; registration draws a sample of the glyphs only.
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
