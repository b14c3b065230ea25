internal import CAdwaita
internal import CGio

/// A function that the loop calls later; it does not, once the timer is cancelled or freed.
@UI
package final class Timer {
    private final class Work {
        let action: @UI () -> Void
        let repeats: Bool
        weak var timer: Timer?

        init(_ action: @escaping @UI () -> Void, repeats: Bool) {
            self.action = action
            self.repeats = repeats
        }
    }

    private nonisolated(unsafe) var source: UInt32 = 0

    /// - Parameters:
    ///   - milliseconds: The time until the call, and between calls.
    ///   - repeats: Whether the function is called again and again: for what is shown only, because it wakes the program.
    package init(after milliseconds: UInt32, repeats: Bool = false, _ action: @escaping @UI () -> Void) {
        let work = Work(action, repeats: repeats)
        work.timer = self
        let call: GSourceFunc = { data in
            guard let data else { return 0 }
            return UI.assumeIsolated(data) { data in
                let work = Unmanaged<Work>.fromOpaque(data).takeUnretainedValue()
                if !work.repeats { work.timer?.source = 0 }
                work.action()
                return work.repeats ? 1 : 0
            }
        }
        source = g_timeout_add_full(0, milliseconds, call, Unmanaged.passRetained(work).toOpaque()) { data in
            if let data { Unmanaged<Work>.fromOpaque(data).release() }
        }
    }

    /// Whether the function will be called.
    package var isWaiting: Bool { source != 0 }

    package func cancel() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }

    deinit {
        // GLib's sources can be removed from any thread.
        if source != 0 { g_source_remove(source) }
    }
}

extension UI {
    /// Calls a function once GTK has handled what is waiting, and has drawn.
    package static func whenIdle(_ action: @escaping @UI () -> Void) {
        let call: GSourceFunc = { data in
            Action.perform(data)
            return 0
        }
        g_idle_add_full(200, call, Unmanaged.passRetained(Action(action)).toOpaque(), Action.free)
    }
}

/// A function that C keeps as a pointer.
final class Action {
    let call: @UI () -> Void

    init(_ call: @escaping @UI () -> Void) { self.call = call }

    /// Calls the function that C was given.
    static func perform(_ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        UI.assumeIsolated(data) { Unmanaged<Action>.fromOpaque($0).takeUnretainedValue().call() }
    }

    /// Frees the function that C was given.
    static let free: GDestroyNotify = { data in
        if let data { Unmanaged<Action>.fromOpaque(data).release() }
    }
}
