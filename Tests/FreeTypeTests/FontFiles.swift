import Glibc
import SystemPackage
import TestSupport

/// Font files installed on this machine, for checks on real fonts.
enum FontFiles {
    /// The path of DejaVu Sans in Debian's fonts-dejavu-core.
    static let dejaVuSans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    /// Whether DejaVu Sans is installed.
    static var hasDejaVuSans: Bool { access(dejaVuSans, R_OK) == 0 }

    /// Returns the bytes of a file.
    static func read(_ path: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        return try file.closeAfter {
            let size = Int(try file.seek(offset: 0, from: .end))
            return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }
}

extension SyntheticFont {
    /// A face with a weight axis and two named instances, one of them at the default location.
    static let variable = SyntheticFont(family: "Synthetic Variable") { font in
        font.axes = [Axis("wght", minimum: 100, defaultValue: 400, maximum: 900)]
        font.instances = [
            Instance("Regular", ["wght": 400]), Instance("Bold", ["wght": 700]), Instance("Black", ["wght": 900]),
        ]
    }
}
