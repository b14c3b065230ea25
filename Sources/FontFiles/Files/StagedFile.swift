import FontModel
import Glibc

/// A staged copy that no other process can change.
package struct StagedFile: Sendable {
    package var path: String
    package var sha256: String
    package var size: Int
    package var contents: MappedFile

    package init(path: String, sha256: String, size: Int, contents: MappedFile) {
        self.path = path
        self.sha256 = sha256
        self.size = size
        self.contents = contents
    }
}
