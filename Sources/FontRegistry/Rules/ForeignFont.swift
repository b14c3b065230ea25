import CLinux
import FontModel
import Glibc

/// A font that fontconfig finds outside fontd's folders, and whose it is.
package struct ForeignFont: Sendable, Hashable {
    package var path: String
    /// Whether the user put it there, not a package or an administrator.
    package var isUsers: Bool

    /// - Parameter userFonts: Where the user puts fonts by hand, beside `~/.fonts`; elsewhere a file is the user's that
    ///   belongs to the user, who is not root.
    package init(path: String, userFonts: String) {
        self.path = path
        var status = stat()
        let isOwned = getuid() != 0 && clx_stat(path, &status) == 0 && status.st_uid == getuid()
        isUsers = isOwned || path.hasPrefix(userFonts + "/") || path.contains("/.fonts/")
    }

    /// The 203 that a wish to change it is.
    func error(for target: FontTarget) -> FontError {
        FontError(
            .systemRequired,
            isUsers
                ? "This is a file of your own that is not registered: \(path). Move it to another folder to hide it. To switch it on and off, move it first and register it then."
                : "This is a font of the system, which fontd does not change: \(path). It goes with the package or the program that brought it.",
            file: target.text)
    }
}
