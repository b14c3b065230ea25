import FontModel
import OpenType
import TestSupport
import Testing

/// The content hash that tests read with.
let hash = "89abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567"

/// Reads a file that must be accepted.
func read(_ bytes: [UInt8]) throws(FontError) -> FontContents {
    try FontReader.read(bytes, contentHash: hash, file: "given.ttf")
}

/// The first face of a font that must be accepted.
func contents(_ font: SyntheticFont) throws -> FaceContents { try #require(try read(font.build()).faces.first) }

/// The facts of the first face of a font that must be accepted.
func face(_ font: SyntheticFont) throws -> FontFace { try contents(font).face }

/// What a file is refused with; nil if it is accepted.
func refusal(of bytes: [UInt8]) -> FontError? {
    do {
        _ = try read(bytes)
        return nil
    } catch {
        return error
    }
}

/// Whether a file is accepted.
func isAccepted(_ bytes: [UInt8]) -> Bool { refusal(of: bytes) == nil }

/// Big-endian 16-bit numbers, as bytes.
func words(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
}

/// Big-endian 32-bit numbers, as bytes.
func longs(_ numbers: Int...) -> [UInt8] { numbers.flatMap { words($0 >> 16, $0) } }

extension FontError {
    /// The tag of the table that is the cause.
    var table: String? { if case .table(let tag, _, _) = cause { tag } else { nil } }
}
