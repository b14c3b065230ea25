import Glibc

/// Whether this process runs where it sees little of the user's home, as Flatpak's and snapd's applications do.
package enum Sandbox {
    /// Inside a Flatpak; flatpak(5) has the file.
    package static var isFlatpak: Bool { access("/.flatpak-info", F_OK) == 0 }

    /// Inside a snap; snapd sets the variables for every program of one.
    package static var isSnap: Bool { getenv("SNAP") != nil && getenv("SNAP_NAME") != nil }

    package static var isPresent: Bool { isFlatpak || isSnap }
}
