import FontFiles
package import FontModel
package import FontSpecimens
import Foundation

/// A picture that is written to a file of the user's choice.
package enum ExportedPicture {
    /// Writes the picture, by renaming a complete file.
    ///
    /// - Throws: `FontError` with code 301 if the file cannot be written.
    package static func write(_ picture: DrawnSpecimen, to path: String) throws(FontError) {
        do {
            try Data(picture.bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw FontError(
                .registrationFailed,
                "The picture could not be written: \(Message(reasonOf: error)). Choose another folder.", file: path)
        }
    }
}
