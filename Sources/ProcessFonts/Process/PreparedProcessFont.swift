import FontModel
import Inspection

/// A font that passed all checks for process scope.
struct PreparedProcessFont: Sendable {
    var file: String
    var tag: String?
    var inspection: FontInspection
    /// The fingerprint of the file before it was read.
    var fingerprint: Fingerprint?
    /// The bytes, if there is no file.
    var memory: SealedMemory?
    /// The bytes that were checked.
    var contents: MappedFile

    /// Reads an item.
    ///
    /// - Throws: The error of the item, or `FontError` with code `fileNotFound` (101), `insufficientPermissions` (102),
    ///   `unrecognizedFormat` (103), `invalidFontData` (104), `exceededResourceLimit` (106), `registrationFailed` (301)
    ///   or `invalidFilePath` (306).
    init(_ item: FontItem) throws(FontError) {
        file = item.name
        tag = item.tag
        let item = try item.unwrapped()
        let source = try item.open()
        // Taken before the copy, so that a file that changes meanwhile is read again.
        let before = source.fingerprint()
        let bytes = try SealedMemory(copying: source)
        if case .file(let path) = item.kind {
            fingerprint = before
            // fontconfig takes paths literally.
            if PathText.hasEscape(path) { memory = bytes }
        } else {
            memory = bytes
        }
        contents = bytes.contents
        inspection = try FontInspection(bytes.contents.bytes, sha256: bytes.sha256, readableAt: bytes.path, given: file)
    }
}
