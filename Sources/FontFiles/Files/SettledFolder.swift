import CLinux
import FontModel
import Glibc

/// An open folder whose path had no links when it was searched.
///
/// Files are moved by the open folder, so that they come from it and return to it even if the path leads elsewhere
/// meanwhile, for example because the user moves the folder to a synchronised place and leaves a link.
final class SettledFolder {
    private let folder: OpenedFile
    private let path: String

    /// Opens the folder.
    ///
    /// - Parameter path: The path without links.
    /// - Throws: `registrationFailed` (301) if it cannot be opened.
    init(_ path: String) throws(FontError) {
        self.path = path
        let folder = GivenPath.exactly(path) { clx_open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0) }
        self.folder = try OpenedFile(folder, path: path)
    }

    /// Whether the path still leads to the folder without a link.
    var isInPlace: Bool {
        guard let target = realpath("/proc/self/fd/\(folder.descriptor)", nil) else { return false }
        defer { free(target) }
        return PathText.text(ofCString: target) == path
    }

    /// Returns a path to a file in the folder, wherever the folder is (proc(5), `/proc/pid/fd`).
    func place(of name: some StringProtocol) -> String { "/proc/self/fd/\(folder.descriptor)/\(name)" }
}
