import CLinux
import Dispatch
import FontModel

/// The delayed touches of a folder after a change.
///
/// Two programs need them. fontconfig compares whole seconds, strictly, and moves its own mark on every look: a program
/// that looked in the second of the change would otherwise never see it. And GTK shows the state before the last notice
/// of its settings daemon, so that every change needs two notices: gnome-settings-daemon gives one after a second of
/// quiet, looks whether fontconfig is out of date then, and looks for folders that were not there every four seconds.
enum DelayedTouch {
    /// How long after the change the first touch follows at least, and after that the second, in milliseconds.
    ///
    /// The first is well after the settings daemon's quiet second and its reading of the fonts on a busy machine; the
    /// second makes up for one that was missed all the same, and for a folder that the daemon found late.
    /// Each falls just after the next second has begun: a program that polls every second would have looked in any later
    /// part of it already. So all is over eight seconds after the change.
    static let delays: [Int64] = [2_500, 3_000]

    /// - Parameter name: Whose folder it is, if not that of the persistent fonts; each has one process that waits.
    static func schedule(_ folder: String, of name: String? = nil, context: RegistryContext) {
        switch context.delayedTouches {
        case .none: break
        case .detachedChild:
            clx_touch_later(folder, context.paths.touchLock + (name.map { "-" + $0 } ?? ""), delays, delays.count)
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

    /// Touches for which a timer is set.
    private static let pending = DispatchGroup()

    /// The folders with touches to come, and how often each was changed meanwhile; used on ``timers`` alone.
    nonisolated(unsafe) private static var changes: [String: Int] = [:]

    /// Sets the timer of one touch after a change, and of those after it.
    private static func setTimer(_ step: Int, _ folder: String, _ change: Int) {
        let left = clx_touch_wait(folder, delays[step])
        guard left >= 0 else { return changes[folder] = nil }
        pending.enter()
        timers.asyncAfter(deadline: .now() + .milliseconds(Int(left))) {
            defer { pending.leave() }
            // A later change has timers of its own.
            guard changes[folder] == change else { return }
            clx_touch(folder)
            if step + 1 < delays.count { setTimer(step + 1, folder, change) } else { changes[folder] = nil }
        }
    }

    /// Waits until this process has made all touches that it is to make.
    static func finish() async {
        await withCheckedContinuation { continuation in
            pending.notify(queue: timers) { continuation.resume() }
        }
    }
}
