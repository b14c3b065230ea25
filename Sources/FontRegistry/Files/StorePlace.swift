import CLinux
import FontModel
import Glibc

/// A path at which the store keeps a file or a folder of its own.
///
/// Whatever else lies there is neither opened nor followed: a FIFO would hold up SQLite or fontconfig for ever, and a symbolic
/// link would lead writes and removals elsewhere. Links above the store are the user's own business.
struct StorePlace: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable { case file, folder }

    var path: String
    var kind: Kind

    init(_ path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// The kind of what lies there in place of what belongs there; nil if all is well or nothing is there.
    var intruder: String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let found = status.st_mode & S_IFMT
        if found == (kind == .file ? S_IFREG : S_IFDIR) { return nil }
        return switch found {
        case S_IFREG: "a file"
        case S_IFDIR: "a folder"
        case S_IFLNK: "a symbolic link"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }

    /// Whether whoever opens it may wait for ever.
    var isBlocking: Bool {
        var status = stat()
        guard clx_stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    /// - Throws: 301 if something else lies there.
    func check() throws(FontError) {
        guard let intruder else { return }
        throw FontError(
            .registrationFailed,
            "\(path) is \(intruder), and not the \(kind.rawValue) that the font store keeps there. A repair keeps it aside; your fonts are kept.",
            cause: .store(.damaged, detail: "\(path) is \(intruder)"))
    }

    /// Gives what lies there another name beside it.
    ///
    /// A name that begins with a dot is one that fontconfig does not look at.
    /// - Returns: That name's path.
    /// - Throws: 301 if it cannot be renamed.
    func setAside() throws(FontError) -> String {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let name = path[path.index(after: slash)...]
        for number in 1... {
            let aside = "\(path[..<slash])/\(Self.asidePrefix(of: name))\(number)"
            if clx_rename_new(path, aside) == 0 { return aside }
            guard errno == EEXIST else { throw .store("keep aside what is not the store's", path: path) }
        }
        preconditionFailure("numbers end")
    }

    /// What the names begin with under which ``setAside()`` keeps things.
    static func asidePrefix(of name: some StringProtocol) -> String { ".\(name).aside~" }
}
