import Foundation

/// Collections of real and damaged fonts that are not part of the repository.
///
/// They are located in the folder that the environment variable `FONTD_TEST_FONTS` names, by default in `shared` next to
/// the checkout. Without the folder the tests of these fonts are skipped.
public enum SharedFonts {
    private static let collections: URL =
        if let path = ProcessInfo.processInfo.environment["FONTD_TEST_FONTS"], !path.isEmpty {
            URL(filePath: path, directoryHint: .isDirectory)
        } else {
            URL(filePath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "shared", directoryHint: .isDirectory)
        }

    /// The folder of real fonts with known properties; nil if it does not exist.
    public static let fonts = folder("fonts")

    /// The folder of unusual and damaged files with expected verdicts; nil if it does not exist.
    public static let badFonts = folder("badfonts")

    /// The folder of small fonts on which a command once answered wrongly; nil if it does not exist.
    public static let cases = folder("cases")

    private static func folder(_ name: String) -> String? {
        let path = collections.appending(path: name).path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
