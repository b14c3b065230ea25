import CLinux
package import FontModel
import Glibc

/// A path at which the store keeps a file or a folder of its own.
///
/// Any other type of file there is neither opened nor followed: a FIFO would block SQLite or fontconfig forever, and a
/// symbolic link would redirect writes and removals. Links above the store are the user's responsibility.
package struct StorePlace: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable { case file, folder }

    package var path: String
    package var kind: Kind

    package init(_ path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// The type of the file that is there instead of the expected one; `nil` if the type is right or nothing is there.
    package var wrongKind: Message? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let found = status.st_mode & S_IFMT
        return found == (kind == .file ? S_IFREG : S_IFDIR) ? nil : Self.word(for: found)
    }

    /// Returns the type of a file in words.
    package static func word(for type: UInt32) -> Message {
        switch type {
        case S_IFREG: "a file"
        case S_IFDIR: "a folder"
        case S_IFLNK: "a symbolic link"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }

    /// Returns the type of a file to which a link leads, in words.
    static func linkWord(for type: UInt32) -> Message {
        switch type {
        case S_IFREG: "a link to a file"
        case S_IFDIR: "a link to a folder"
        case S_IFLNK: "a link to a symbolic link"
        case S_IFIFO: "a link to a FIFO"
        case S_IFSOCK: "a link to a socket"
        default: "a link to a device"
        }
    }

    /// The path of a link's target, and whether the target exists; nil if there is no link.
    package var target: (path: String, exists: Bool)? {
        guard isLink else { return nil }
        var status = stat()
        let written = FolderFault.target(of: path)
        return (
            written.hasPrefix("/") ? written : "\(PathText.folder(of: path))/\(written)", clx_stat(path, &status) == 0
        )
    }

    /// Whether there is a link.
    package var isLink: Bool { wrongKind == Self.word(for: S_IFLNK) }

    /// Whether opening the path may block forever.
    package var isBlocking: Bool {
        var status = stat()
        guard clx_stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Checks the type of the file at the path.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it has another type.
    package func check() throws(FontError) {
        guard let wrongKind else { return }
        throw FontError(
            .registrationFailed,
            kind == .file
                ? "\(path) is \(wrongKind), but the font store needs a file there. A repair moves it aside; your fonts are kept."
                : "\(path) is \(wrongKind), but the font store needs a folder there. A repair moves it aside; your fonts are kept.",
            cause: .store(.damaged, detail: "\(path) is \(wrongKind)"))
    }

    /// Renames the file to an unused name beside it.
    ///
    /// The name begins with a dot, so fontconfig ignores it.
    ///
    /// - Returns: The new path.
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be renamed.
    package func setAside() throws(FontError) -> String {
        let prefix = PathText.folder(of: path) + "/" + Self.asidePrefix(of: PathText.name(of: path))
        for number in 1... {
            let aside = "\(prefix)\(number)"
            if clx_rename_new(path, aside) == 0 { return aside }
            guard errno == EEXIST else { throw .store(.moveAside, path: path) }
        }
        preconditionFailure("numbers end")
    }

    /// Returns the prefix of the names that ``setAside()`` gives.
    package static func asidePrefix(of name: some StringProtocol) -> String { ".\(name).aside~" }

    /// Returns the earlier name of an entry that ``setAside()`` renamed; nil for another entry.
    package static func name(ofAside name: String) -> String? {
        guard name.hasPrefix("."), let end = name.firstRange(of: ".aside~")?.lowerBound else { return nil }
        return String(name[..<end].dropFirst())
    }
}

/// Opens a file of fontd, creating it if necessary, with exactly this mode, regardless of the umask.
///
/// It never follows a link and never blocks.
/// - Returns: The descriptor, or a negative number and `errno` if the file cannot be opened.
package func openOwn(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) -> Int32 {
    let descriptor = clx_open(path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
    var status = stat()
    // An existing file may lack the owner's permissions, without which it could not be opened again.
    if descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & mode != mode,
        status.st_mode & S_IFMT == S_IFREG
    {
        fchmod(descriptor, mode)
    }
    return descriptor
}

/// Returns the contents of a small file of fontd, or nil if there is none.
///
/// - Throws: `registrationFailed` (301) if the file cannot be read.
package func fileContents(_ path: String) throws(FontError) -> [UInt8]? {
    try StorePlace(path, .file).check()
    let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
    guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .store(.readFile, path: path)
    }
    defer { close(descriptor) }
    guard let contents = remainingBytes(of: descriptor) else { throw .store(.readFile, path: path) }
    return contents
}

/// Reads an open file of unknown size to its end; nil if it cannot be read, with the reason in `errno`.
package func remainingBytes(of descriptor: Int32) -> [UInt8]? {
    var contents: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    defer { buffer.deallocate() }
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { return nil }
        guard count > 0 else { return contents }
        contents += UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
}
