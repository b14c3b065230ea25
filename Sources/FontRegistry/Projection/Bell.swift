import CLinux
import Dispatch
import FontModel

/// The second bell: a folder touched again in a later second.
///
/// fontconfig compares whole seconds, strictly, and moves its own mark on every look: a program that looked in the
/// second of the change would otherwise never see it; and GTK shows the state before the last notice it got.
enum Bell {
    /// How long after the first bell at least, in milliseconds: outside a settings daemon's quiet second.
    ///
    /// It rings when the next second after that has just begun: a program that polls every second would have looked in
    /// any later part of it already.
    static let delay: Int64 = 1_100

    /// - Parameter name: Whose bell it is, if not the persistent folders'; each has one ringer at a time.
    static func ringLater(_ folder: String, of name: String? = nil, context: RegistryContext) {
        switch context.bell {
        case .none: break
        case .detachedChild:
            clx_ring_later(folder, context.paths.bellLock + (name.map { "-" + $0 } ?? ""), delay)
        case .timer:
            let left = Int(max(0, clx_bell_wait(folder, delay)))
            unrung.enter()
            timers.asyncAfter(deadline: .now() + .milliseconds(left)) {
                clx_touch(folder)
                unrung.leave()
            }
        }
    }

    private static let timers = DispatchQueue(label: "fontd bells")

    /// Bells for which a timer is set.
    private static let unrung = DispatchGroup()

    /// Waits until this process has rung all bells that it is to ring.
    static func ringOut() async {
        await withCheckedContinuation { continuation in
            unrung.notify(queue: timers) { continuation.resume() }
        }
    }
}
