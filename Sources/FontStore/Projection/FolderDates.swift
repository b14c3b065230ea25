import CLinux
import Dispatch
import FontModel
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

    /// Returns the folders above the font folders that fontconfig checks and that fontd may touch.
    static func touchable(_ paths: FontPaths) -> [String] {
        var all = [paths.persistentProjection, paths.userFonts]
        // A session's font folders are several levels below the user's fonts.
        var folder = paths.sessionProjection ?? ""
        while folder.hasPrefix(paths.userFonts + "/") {
            all.append(folder)
            folder = PathText.folder(of: folder)
        }
        return all
    }

    /// Whether fontd sets the date of a path.
    static func isOurs(_ path: String, _ paths: FontPaths) -> Bool {
        // The font folders are in the latter two; folders created inside them by others are not checked.
        touchable(paths).contains(path)
            || [paths.persistentProjection, paths.sessionProjection].contains(PathText.folder(of: path))
    }
}

/// The delayed touches of a folder after a change.
///
/// Two programs need them. fontconfig compares dates in whole seconds, strictly, and updates its own timestamp on every
/// check: a program that checked in the second of the change would otherwise never see it. GTK shows the state before
/// the last notification of its settings daemon, so every change needs two notifications: gnome-settings-daemon sends
/// one after a second without changes, then checks whether fontconfig is out of date, and looks for new folders every
/// four seconds.
package enum DelayedTouch {
    /// The minimum delays of the first touch after the change, and of the second after the first, in milliseconds.
    ///
    /// The first touch comes well after the settings daemon's quiet second and its font scan on a busy machine. The
    /// second makes up for a missed first one, and for a folder that the daemon found late. Each touch happens just
    /// after the start of a second: a program that polls every second could already have checked in any later part of
    /// it. All is done eight seconds after the change.
    static let delays: [Int64] = [2_500, 3_000]

    /// The time after a change in which all its touches are made.
    static let duration = Duration.seconds(8)

    /// Schedules the delayed touches of a folder.
    ///
    /// - Parameter name: The name of the folder's lock, or `nil` for the persistent fonts; one waiting process exists
    ///   per name.
    static func schedule(_ folder: String, of name: String? = nil, context: RegistryContext) {
        switch context.delayedTouches {
        case .none: break
        case .detachedChild:
            // Programs of users without a home could not keep a cache of the touched folder.
            clx_touch_later(
                folder, context.paths.touchLock + (name.map { "-" + $0 } ?? ""), delays, delays.count,
                context.paths.isOfAllUsers ? "/usr/bin/fc-cache" : nil)
        case .timer:
            pending.enter()
            timers.async {
                let change = (changes[folder] ?? 0) + 1
                changes[folder] = change
                setTimer(0, folder, change)
                pending.leave()
            }
        }
    }

    private static let timers = DispatchQueue(label: "fontd delayed touches")

    /// The touches with a pending timer.
    private static let pending = DispatchGroup()

    /// The folders with pending touches, and how often each has changed meanwhile; used on ``timers`` only.
    nonisolated(unsafe) private static var changes: [String: Int] = [:]

    /// Sets the timer of one touch after a change, and of the touches after it.
    private static func setTimer(_ step: Int, _ folder: String, _ change: Int) {
        let left = clx_touch_wait(folder, delays[step])
        guard left >= 0 else { return changes[folder] = nil }
        pending.enter()
        timers.asyncAfter(deadline: .now() + .milliseconds(Int(left))) {
            defer { pending.leave() }
            // A later change has its own timers.
            guard changes[folder] == change else { return }
            clx_touch(folder)
            if step + 1 < delays.count { setTimer(step + 1, folder, change) } else { changes[folder] = nil }
        }
    }

    /// Waits until this process's timers have made all pending touches, about eight seconds at most.
    ///
    /// It is for a program that ends: a service manager could end a child that made the touches together with the
    /// program.
    package static func finish() async {
        await withCheckedContinuation { continuation in
            pending.notify(queue: timers) { continuation.resume() }
        }
    }
}
