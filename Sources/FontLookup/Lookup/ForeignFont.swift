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
            && (isOwned || path.isPath(in: paths.userFonts) || path.contains("/.fonts/"))
        // fontd's own files are those of registrations that the caller may not see.
        adopting = !paths.isAmongFonts(path) && LooseFonts.includes(path, paths) ? "fontctl adopt" : nil
    }

    /// Returns the error `systemRequired` (203) of a request to change the font.
    package func error(for target: FontTarget) -> FontError {
        let command = ShellWords.line(["fontctl", "disable"], operands: [target.text])
        let owner: Message =
            isUsers
            ? "This is your own file, and it is not registered: \(path)."
            : "This is a system font, which fontd does not change: \(path)."
        let more = isUsers ? adopting.map { Self.adoption($0) } : registration.map(\.explanation)
        return FontError(
            .systemRequired,
            Message([owner, "You can only hide it: `\(command)`."] + [more].compactMap(\.self)), file: target.text)
    }

    private static func adoption(_ command: String) -> Message {
        "To unregister or tag it, first adopt it with `\(command)`."
    }
}
