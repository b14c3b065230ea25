import CLinux
import Dispatch
import FontModel
import Synchronization

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
            waiting.withLock { $0[folder, default: 0] += 1 }
            timers.asyncAfter(deadline: .now() + .milliseconds(left)) {
                clx_touch(folder)
                waiting.withLock { waiting in
                    waiting[folder] = waiting[folder].flatMap { $0 > 1 ? $0 - 1 : nil }
                }
            }
        }
    }

    private static let timers = DispatchQueue(label: "fontd bells")

    /// How many timers are set for a folder.
    private static let waiting = Mutex<[String: Int]>([:])

    /// Leaves the bells that this process would still ring to detached children: it is about to end.
    static func handOver(_ paths: FontPaths) {
        for (place, folder) in waiting.withLock({ $0.keys.sorted() }).enumerated() {
            clx_ring_later(folder, paths.bellLock + "-\(place)", delay)
        }
    }
}
