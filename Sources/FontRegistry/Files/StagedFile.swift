import FontModel
import Glibc

/// A staged copy that no other process can change.
struct StagedFile: Sendable {
    var path: String
    var sha256: String
    var size: Int
    var contents: MappedFile
}
