import FontRegistry
import Foundation

/// A file that a command writes at the user's request.
enum OutputFile {
    /// Writes a file as a whole: another file at the path remains until its replacement is complete.
    ///
    /// - Throws: `insufficientPermissions` (102).
    static func write(_ data: Data, to path: String) throws(FontError) {
        do {
            try data.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw FontError(
                .insufficientPermissions, "The file cannot be written: \(error.localizedDescription)", file: path)
        }
    }
}
