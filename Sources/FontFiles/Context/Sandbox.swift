import Glibc

/// Tests for a sandbox that hides most of the user's home, such as those of Flatpak and snapd.
package enum Sandbox {
    /// Whether the process is inside a Flatpak, which has this file according to flatpak(5).
    package static var isFlatpak: Bool { access("/.flatpak-info", F_OK) == 0 }

    /// Whether the process is inside a Flatpak or a snap, for which snapd sets these variables.
    package static var isPresent: Bool { isFlatpak || getenv("SNAP") != nil && getenv("SNAP_NAME") != nil }
}
