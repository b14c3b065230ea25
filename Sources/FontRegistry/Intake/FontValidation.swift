public import FontModel
import FreeType
import OpenType

/// The verdict of the deep check on one file.
public struct FontValidation: Sendable, Hashable {
    /// As given.
    public var file: String
    /// What the first bytes say it is; nil for what is no font, or could not be read.
    public var format: FontFormat?
    /// Everything found, errors and warnings.
    public var findings: [FontFinding]

    /// Whether the file can be registered and every glyph of it loads.
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
    /// Checks a file deeply: its structure, every face in FreeType and fontconfig, and every glyph.
    ///
    /// Takes seconds for a large collection; registration draws a sample of the glyphs only.
    public static func validate(_ path: String) -> FontValidation {
        let format = try? FontFile.format(at: path)
        let memory: SealedMemory
        do throws(FontError) {
            memory = try SealedMemory(copying: try SourceFile(opening: path))
        } catch {
            return FontValidation(file: path, format: format ?? nil, findings: [FontFinding(error)])
        }
        let bytes = memory.contents.bytes
        var findings = FontReader.inspect(bytes, contentHash: memory.sha256, file: path).findings
        // The C libraries see only what our own reader found sound.
        if !findings.contains(where: { $0.severity == .error }) {
            do throws(FontError) {
                _ = try FontInspection(bytes, sha256: memory.sha256, readableAt: memory.path, given: path)
                findings += FreeTypeCheck.loadGlyphs(bytes, sample: nil, file: path)
            } catch {
                findings.append(FontFinding(error))
            }
        }
        return FontValidation(file: path, format: format ?? nil, findings: findings)
    }
}

extension FontFinding {
    /// What an error would say as a finding.
    init(_ error: FontError) {
        self.init(
            severity: .error, code: error.code.rawValue, faceIndex: error.faceIndex, message: error.message)
        if case .table(let tag, let offset, _) = error.cause {
            table = tag
            self.offset = offset
        }
    }
}
