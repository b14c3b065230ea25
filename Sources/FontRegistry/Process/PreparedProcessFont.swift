import FontModel
import Inspection

/// A font read and found good for process scope.
struct PreparedProcessFont: Sendable {
    var file: String
    var tag: String?
    var inspection: FontInspection
    /// Of the file, before it was read.
    var fingerprint: Fingerprint?
    /// Where the bytes are when there is no file.
    var memory: SealedMemory?
    /// The bytes that were checked.
    var contents: MappedFile

    /// Reads an item.
    ///
    /// - Throws: What the item failed with, 101–106, 306.
    init(_ item: FontItem) throws(FontError) {
        file = item.name
        tag = item.tag
        let bytes: SealedMemory
        switch item {
        case .failure(let error): throw error
        case .file(let path, _):
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
        inspection = try FontInspection(
            bytes.contents.bytes, sha256: bytes.sha256, readableAt: bytes.path, given: file)
    }
}
