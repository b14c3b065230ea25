import FontModel
import OpenType
import TestSupport
import Testing

/// The content hash that the tests pass to the reader.
let hash = "89abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567"

/// Reads a file that must be accepted.
func read(_ bytes: [UInt8]) throws(FontError) -> FontContents {
    try FontReader.read(bytes, contentHash: hash, file: "given.ttf")
}

/// Returns the first face of a font that must be accepted.
func contents(_ font: SyntheticFont) throws -> FaceContents { try #require(try read(font.build()).faces.first) }

/// Returns the properties of the first face of a font that must be accepted.
func face(_ font: SyntheticFont) throws -> FontFace { try contents(font).face }

/// Returns the error with which a file is refused; nil if it is accepted.
func refusal(of bytes: [UInt8]) -> FontError? {
    do {
        _ = try read(bytes)
        return nil
    } catch {
        return error
    }
}

/// Returns whether a file is accepted.
func isAccepted(_ bytes: [UInt8]) -> Bool { refusal(of: bytes) == nil }

extension FontError {
    /// The tag of the table that caused the error.
    var table: String? { if case .table(let tag, _, _) = cause { tag } else { nil } }
}
