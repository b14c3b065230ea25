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
        let bytes: SealedMemory
        switch try item.unwrapped() {
        case .failure(let error): throw error
        case .packed, .archived: preconditionFailure("an item packed twice")
        case .file(let path, _, _):
            let source = try SourceFile(opening: path)
            fingerprint = source.fingerprint()
            bytes = try SealedMemory(copying: source)
            // fontconfig takes paths literally.
            if PathText.hasEscape(path) { memory = bytes }
        case .opened(let file, let name, _):
            bytes = try SealedMemory(copying: try SourceFile(opened: file, name: name))
            memory = bytes
        case .data(let data, let name):
            bytes = try SealedMemory(data, name: name)
            memory = bytes
        }
        contents = bytes.contents
        inspection = try FontInspection(bytes.contents.bytes, sha256: bytes.sha256, readableAt: bytes.path, given: file)
    }
}
