import FontRegistry
import Foundation
import SystemPackage

/// A file that a command writes at the user's request.
enum OutputFile {
    /// Writes a file as a whole: another file at the path remains until its replacement is complete.
    ///
    /// - Throws: The errors of ``NewFile``.
    static func write(_ data: Data, to path: String) throws(FontError) {
        let file = try NewFile(at: path)
        try file.write(Array(data))
        try file.complete()
    }
}
