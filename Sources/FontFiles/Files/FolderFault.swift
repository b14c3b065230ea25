import CLinux
import FontModel
import Glibc

/// A folder of a path because of which nothing below it can be used: it is something else than a folder, or closed to the
/// user.
package struct FolderFault: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// A link to a path at which there is nothing, such as a disk that is not mounted.
        case linkToNothing(target: String)
        /// A link that leads back to itself, also through other links.
        case linkToItself
        /// Something else, in words, such as "a FIFO" or "a link to a file".
        case notFolder(Message)
        /// A folder that this process may not enter.
        case closed
    }

    /// The path of the folder.
    package var path: String
    package var reason: Reason

    /// Returns the first fault among the folders above a path, from the root down; nil if there is none.
    ///
    /// A folder that does not exist is no fault, as it can be created.
    package static func above(_ path: String) -> FolderFault? {
        // `first` of a lazy collection would look twice, and end the process if the fault is gone the second time.
        folders(above: path).lazy.compactMap { FolderFault(of: $0) }.first { _ in true }
    }

    /// Returns the fault of a folder; nil if it can be entered or does not exist.
    package init?(of folder: String) {
        var status = stat()
        guard lstat(folder, &status) == 0 else { return nil }
        path = folder
        var (kind, isLink) = (status.st_mode & S_IFMT, false)
        if kind == S_IFLNK {
            isLink = true
            if clx_stat(folder, &status) != 0 {
                switch errno {
                case ENOENT, ENOTDIR: reason = .linkToNothing(target: Self.target(of: folder))
                case ELOOP: reason = .linkToItself
                default: reason = .closed
                }
                return
            }
            kind = status.st_mode & S_IFMT
        }
        if kind != S_IFDIR {
            reason = .notFolder(isLink ? StorePlace.linkWord(for: kind) : StorePlace.word(for: kind))
        } else if access(folder, X_OK) != 0, errno == EACCES {
            reason = .closed
        } else {
            return nil
        }
    }

    /// Returns the sentence on a link to nothing that a path names or leads through; nil if there is none.
    static func linkToNothing(in path: String) -> Message? {
        for place in folders(above: path) + [path] {
            guard let fault = FolderFault(of: place), case .linkToNothing(let target) = fault.reason else { continue }
            return place == path
                ? "This is a broken link: \(target) does not exist. Specify another file, or correct the link."
                : Message([fault.text, "Correct the link."])
        }
        return nil
    }

    /// Returns the folders above a path, from the root down.
    package static func folders(above path: String) -> [String] {
        path.indices.dropFirst().filter { path[$0] == "/" }.map { String(path[..<$0]) }
    }

    /// The fault as a sentence.
    package var text: Message {
        switch reason {
        case .linkToNothing(let target): "\(path) is a broken link: \(target) does not exist."
        case .linkToItself: "\(path) is a link that refers to itself."
        case .notFolder(let kind): "\(path) is \(kind), not a folder."
        case .closed: "\(FontPaths.name(of: geteuid())) has no access to \(path)."
        }
    }

    /// Returns the path that a link has.
    static func target(of link: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        return PathText.text(of: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)))
    }
}

extension FontPaths {
    /// The home as a fault, if it belongs to another user and is closed: no program of this user sees fonts there.
    package var closedHome: FolderFault? {
        var status = stat()
        // Nearly always one call.
        guard access(dataHome, X_OK) != 0, errno == EACCES, geteuid() != 0, let home,
            let fault = FolderFault.above(dataHome), fault.reason == .closed, fault.path == home,
            clx_stat(home, &status) == 0, status.st_uid != geteuid()
        else { return nil }
        return fault
    }
}
