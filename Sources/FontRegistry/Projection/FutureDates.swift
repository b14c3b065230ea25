import Glibc

/// Folders and files dated in the future, as a clock leaves them that was ahead and has been put right.
///
/// One of them is enough to make fontconfig take everything for up to date: running programs then notice no new font in
/// any folder (fontconfig-facts E7). What we date is never ahead of the clock of the moment; what an earlier moment's
/// clock has put ahead is dated anew by the next operation.
enum FutureDates {
    /// Whether a path is dated in a later second than the present one, which is how fontconfig compares.
    static func isAhead(_ path: String) -> Bool {
        Fingerprint(of: path).map { Double($0.seconds) > WallClock.now() } ?? false
    }

    /// Whether the last operation was published under a clock that was ahead of the present one: any folder may be dated
    /// by it then.
    static func isPublishedAhead(_ paths: FontPaths) -> Bool { isAhead(paths.generationFile) }

    /// What fontconfig looks at above the font folders of a store and what we have a hand in.
    static func touchable(_ paths: FontPaths) -> [String] {
        var all = [paths.persistentProjection, paths.userFonts]
        // A session's fonts lie several folders below the user's.
        if var folder = paths.sessionProjection {
            while folder != paths.userFonts, folder.hasPrefix(paths.userFonts + "/") {
                all.append(folder)
                guard let slash = folder.lastIndex(of: "/") else { break }
                folder = String(folder[..<slash])
            }
        }
        return all
    }

    /// Whether an operation of ours dates a path anew.
    static func isOurs(_ path: String, _ paths: FontPaths) -> Bool {
        touchable(paths).contains(path)
            || [paths.persistentProjection, paths.sessionProjection].contains { root in
                // The folders in it; what somebody made below those is not looked at.
                path.lastIndex(of: "/").map { path[..<$0] == root ?? "" } ?? false
            }
    }
}
