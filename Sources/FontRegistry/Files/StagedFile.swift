import FontModel
import Glibc

/// A copy of ours that nobody else can change.
struct StagedFile: Sendable {
    var path: String
    var sha256: String
    var size: Int
    var contents: MappedFile
}
