import CLinux
import FontModel
import Glibc

/// A directory entry and its type.
package struct FolderEntry: Sendable {
    package enum Kind: Sendable { case file, folder, link, other }

    package var name: String
    package var type: Kind

    /// Whether opening the entry may block forever.
    package func isBlocking(_ path: String) -> Bool {
        switch type {
        case .file, .folder: return false
        case .other: return true
        case .link: return StorePlace(path, .file).isBlocking
        }
    }
}
