import CLinux
import FontModel
import Glibc

/// A font that fontconfig finds outside fontd's folders, and its owner.
package struct ForeignFont: Sendable, Hashable {
    package var path: String
    /// Whether the user installed it, not a package or an administrator.
    package var isUsers: Bool
    /// The registration for all users that shows the font, if there is one.
    package var registration: SystemRegistration?

    /// Determines the owner of a font file.
    ///
    /// - Parameter userFonts: The folder for fonts that the user installs by hand, in addition to `~/.fonts`. In other
    ///   folders a file is the user's if the user, other than root, owns it.
    package init(path: String, userFonts: String, registration: SystemRegistration? = nil) {
        self.path = path
        self.registration = registration
        var status = stat()
        let isOwned = getuid() != 0 && clx_stat(path, &status) == 0 && status.st_uid == getuid()
        isUsers =
            registration == nil && (isOwned || path.hasPrefix(userFonts + "/") || path.contains("/.fonts/"))
    }

    /// Returns the error `systemRequired` (203) of a request to change the font.
    func error(for target: FontTarget) -> FontError {
        FontError(
            .systemRequired,
            isUsers
                ? "This is a file of your own that is not registered: \(path). Move it to another folder to hide it. To enable and disable it, take it in with `fontctl adopt`."
                : "This is a font of the system, which fontd does not change: \(path). "
                    + (registration?.explanation
                        ?? "To remove it, remove the package or the program that installed it."),
            file: target.text)
    }
}
