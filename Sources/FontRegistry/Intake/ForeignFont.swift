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

    /// The command that takes the font in, so that it can be disabled; nil for a file that fontd leaves alone, such as
    /// one behind a link, which other programs may need where it is.
    package let adopting: String?

    /// Determines the owner of a font file.
    ///
    /// A file is the user's if the user, other than root, owns it, or if it is in the folders for fonts that the user
    /// installs by hand.
    package init(path: String, _ paths: FontPaths, registration: SystemRegistration? = nil) {
        self.path = path
        self.registration = registration
        var status = stat()
        let isOwned = getuid() != 0 && clx_stat(path, &status) == 0 && status.st_uid == getuid()
        isUsers =
            registration == nil
            && (isOwned || path.hasPrefix(paths.userFonts + "/") || path.contains("/.fonts/"))
        adopting = LooseFonts.includes(path, paths) ? "fontctl adopt" : nil
    }

    /// Returns the error `systemRequired` (203) of a request to change the font.
    func error(for target: FontTarget) -> FontError {
        FontError(
            .systemRequired,
            isUsers
                ? "This is a file of your own that is not registered: \(path). "
                    + (adopting.map { "To enable and disable it, take it in with `\($0)`." }
                        ?? "Programs see it as long as it is there, and fontd does not move it.")
                : "This is a font of the system, which fontd does not change: \(path). "
                    + (registration?.explanation
                        ?? "To remove it, remove the package or the program that installed it."),
            file: target.text)
    }
}
