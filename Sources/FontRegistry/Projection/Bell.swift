import CLinux
import Dispatch
import FontModel

/// The second bell: a folder touched again in a later second.
///
/// fontconfig compares whole seconds, strictly, and moves its own mark on every look: a program that looked in the
/// second of the change would otherwise never see it; and GTK shows the state before the last notice it got.
enum Bell {
    /// How long after the first bell: in the next second in any case, and outside a settings daemon's quiet second.
    static let delay = 1_200

    static func ringLater(_ folder: String, context: RegistryContext) {
        switch context.bell {
        case .none: break
        case .detachedChild: clx_ring_later(folder, context.paths.bellLock, Int64(delay))
        case .timer:
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(delay)) {
                clx_touch(folder)
            }
        }
    }
}
