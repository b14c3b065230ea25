import Foundation

/// Fonts of Debian's packages.
enum InstalledFonts {
    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let devanagari = "/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf"
    static let thai = "/usr/share/fonts/truetype/tlwg/Laksaman.ttf"
    static let arabic = "/usr/share/fonts/opentype/fonts-hosny-amiri/Amiri-Regular.ttf"
    static let japanese = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
    static let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

    static func isInstalled(_ path: String) -> Bool { FileManager.default.isReadableFile(atPath: path) }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
}
