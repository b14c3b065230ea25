import Foundation

/// Folders of real and of damaged fonts that lie beside the checkout on some machines; tests of them are left out
/// elsewhere.
public enum SharedFonts {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Real fonts with known facts; nil where there are none.
    public static let fonts = folder("fonts")

    /// Tricky and damaged files with expected verdicts; nil where there are none.
    public static let badFonts = folder("badfonts")

    private static func folder(_ name: String) -> String? {
        let path = package.deletingLastPathComponent().appending(path: "shared/\(name)").path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
