import Foundation

/// Folders of real and damaged fonts that exist next to the checkout on some machines.
///
/// Tests of these fonts are skipped on other machines.
public enum SharedFonts {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of real fonts with known properties; nil if it does not exist.
    public static let fonts = folder("fonts")

    /// The folder of unusual and damaged files with expected verdicts; nil if it does not exist.
    public static let badFonts = folder("badfonts")

    private static func folder(_ name: String) -> String? {
        let path = package.deletingLastPathComponent().appending(path: "shared/\(name)").path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
