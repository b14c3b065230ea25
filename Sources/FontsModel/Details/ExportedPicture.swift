import FontFiles
package import FontModel
package import FontSpecimens
import Foundation
import SystemPackage

/// A picture that is written to a file of the user's choice.
package enum ExportedPicture {
    /// Writes the picture, by renaming a complete file.
    ///
    /// - Throws: `FontError` with code 301 if the file cannot be written.
    package static func write(_ picture: DrawnSpecimen, to path: String) throws(FontError) {
        do {
            try Data(picture.bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            let cause = ((error as? CocoaError)?.underlying as? POSIXError).map { failure in
                FontError.Cause.file(
                    .init(errno: Errno(rawValue: failure.code.rawValue), operation: "write the picture", path: path))
            }
            throw FontError(
                .registrationFailed,
                "The picture could not be written: \(Message(reasonOf: error)). Choose another folder.", file: path,
                cause: cause)
        }
    }
}
