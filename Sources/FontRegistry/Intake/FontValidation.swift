public import FontModel
import FreeType
import Inspection
import OpenType

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
            return validate(try SealedMemory(copying: try SourceFile(opening: path)), path)
        } catch {
            return FontValidation(file: path, format: format ?? nil, findings: [FontFinding(error)])
        }
    }

    /// Checks a file that is open; see ``validate(_:)``.
    public static func validate(_ file: OpenedFile, name: String) -> FontValidation {
        do throws(FontError) {
            return validate(try SealedMemory(copying: try SourceFile(opened: file, name: name)), name)
        } catch {
            return FontValidation(file: name, format: nil, findings: [FontFinding(error)])
        }
    }

    private static func validate(_ memory: SealedMemory, _ path: String) -> FontValidation {
        let bytes = memory.contents.bytes
        var findings = FontReader.inspect(bytes, contentHash: memory.sha256, file: path).findings
        // The C libraries see only what our own reader found sound.
        if !findings.contains(where: { $0.severity == .error }) {
            findings += FontReader.locate(confirm(memory, path), in: bytes)
        }
        return FontValidation(file: path, format: FontSniffer.format(of: bytes), findings: findings)
    }

    /// What FreeType and fontconfig find.
    private static func confirm(_ memory: SealedMemory, _ path: String) -> [FontFinding] {
        let bytes = memory.contents.bytes
        let glyphs = FreeTypeCheck.loadGlyphs(bytes, everyGlyph: true, file: path)
        do throws(FontError) {
            _ = try FontInspection(bytes, sha256: memory.sha256, readableAt: memory.path, given: path)
        } catch {
            // Glyphs that do not load are told one by one.
            return glyphs.contains { $0.severity == .error } ? glyphs : [FontFinding(error)] + glyphs
        }
        return glyphs + FreeTypeCheck.loadVariations(bytes, file: path)
    }
}

extension FontFinding {
    /// What an error would say as a finding.
    init(_ error: FontError) {
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
