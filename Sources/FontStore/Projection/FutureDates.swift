import Glibc

/// Folders and files dated in the future, after a clock that was ahead has been corrected.
///
/// A single such date makes fontconfig regard everything as up to date: running programs then notice no new font in any
/// folder. fontd never sets a date ahead of the current clock. The next operation corrects dates that were set under a
/// clock that was ahead.
enum FutureDates {
    /// Whether a path is dated in a later second than the current one; fontconfig compares whole seconds.
    static func isAhead(_ path: String) -> Bool {
        Fingerprint(of: path).map { Double($0.seconds) > WallClock.now() } ?? false
    }

    /// Whether the last operation was published under a clock that was ahead of the current one; any folder may have a
    /// future date then.
    static func isPublishedAhead(_ paths: FontPaths) -> Bool { isAhead(paths.generationFile) }

    /// Returns the folders above the font folders that fontconfig checks and that fontd may touch.
    static func touchable(_ paths: FontPaths) -> [String] {
        var all = [paths.persistentProjection, paths.userFonts]
        // A session's font folders are several levels below the user's fonts.
        if var folder = paths.sessionProjection {
            while folder != paths.userFonts, folder.hasPrefix(paths.userFonts + "/") {
                all.append(folder)
                guard let slash = folder.lastIndex(of: "/") else { break }
                folder = String(folder[..<slash])
            }
        }
        return all
    }

    /// Whether fontd sets the date of a path.
    static func isOurs(_ path: String, _ paths: FontPaths) -> Bool {
        touchable(paths).contains(path)
            || [paths.persistentProjection, paths.sessionProjection].contains { root in
                // The font folders; folders created inside them by others are not checked.
                path.lastIndex(of: "/").map { path[..<$0] == root ?? "" } ?? false
            }
    }
}
