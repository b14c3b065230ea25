import FontModel
import OpenType
import SystemPackage
import TestSupport
import Testing

/// The real and damaged fonts that lie beside the checkout on some machines.
enum SharedFiles {
    static func font(_ path: String) throws -> [UInt8] {
        try bytes(of: FilePath(try #require(SharedFonts.fonts)).appending(path))
    }

    static func bytes(of font: BadFont) throws -> [UInt8] { try bytes(of: FilePath(font.path)) }

    /// Returns the only face of a real font.
    static func face(_ path: String) throws -> FaceContents {
        try #require(try read(font(path)).faces.first)
    }

    private static func bytes(of path: FilePath) throws -> [UInt8] {
        let file = try FileDescriptor.open(path, .readOnly)
        return try file.closeAfter {
            let size = Int(try file.seek(offset: 0, from: .end))
            return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }
}
