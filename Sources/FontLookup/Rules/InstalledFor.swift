import FontModel

/// For whom the fonts that are not registered are installed, by their paths.
struct InstalledFor: Sendable {
    /// The folders of the user's fonts, each with a slash at the end.
    private let user: [String]

    init(_ paths: FontPaths) {
        let home = paths.home.flatMap { $0 == "/" ? nil : $0 }
        // Inside a Flatpak, the folders of the host are shown below /run/host.
        user = ([paths.userFonts, "/run/host/user-fonts"] + [home].compactMap(\.self)).map { $0 + "/" }
    }

    /// The folders in which only the operating system, its packages and its runtimes have fonts.
    private static let system = [
        "/usr/share/", "/usr/lib/", "/usr/X11R6/", "/run/host/fonts/", "/nix/store/", "/gnu/store/", "/app/",
    ]

    /// Returns the priority of the fonts of a file.
    func priority(of path: String) -> FontPriority {
        if user.contains(where: path.hasPrefix) { return .user }
        return Self.system.contains(where: path.hasPrefix) ? .system : .computer
    }
}
