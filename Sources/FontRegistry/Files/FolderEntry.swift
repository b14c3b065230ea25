import CLinux
import FontModel
import Glibc

/// A name in a folder, and what it is the name of.
struct FolderEntry: Sendable {
    enum Kind: Sendable { case file, folder, link, other }

    var name: String
    var type: Kind

    /// Whether whoever opens it may wait for ever.
    func isBlocking(_ path: String) -> Bool {
        switch type {
        case .file, .folder: return false
        case .other: return true
        case .link: return StorePlace(path, .file).isBlocking
        }
    }
}
