import CLinux
import FontModel
import Glibc

/// A directory entry and its type.
struct FolderEntry: Sendable {
    enum Kind: Sendable { case file, folder, link, other }

    var name: String
    var type: Kind

    /// Whether opening the entry may block forever.
    func isBlocking(_ path: String) -> Bool {
        switch type {
        case .file, .folder: return false
        case .other: return true
        case .link: return StorePlace(path, .file).isBlocking
        }
    }
}
