internal import CAdwaita
internal import Foundation
internal import Synchronization

@testable internal import Gtk

/// The thread of the interface under test: a pthread that runs GLib's loop as long as the process lives.
enum Display {
    /// Whether there is a display; widgets are tested only then.
    static let isThere: Bool = {
        // Every critical message of GTK is a defect of the binding. G_DEBUG=fatal-criticals, which `make app-test` sets, is
        // the same for messages before this.
        g_log_set_always_fatal(GLogLevelFlags(G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue))
        let answer = Answer()
        let pointer = Unmanaged.passRetained(answer).toOpaque()
        var thread: pthread_t = 0
        let status = pthread_create(
            &thread, nil,
            { data in
                UI.begin()
                if let data {
                    Unmanaged<Answer>.fromOpaque(data).takeRetainedValue().give(
                        UI.assumeIsolated { UI.connectToDisplay() })
                }
                UI.assumeIsolated { UI.run() }
                return nil
            }, pointer)
        precondition(status == 0, "no thread: \(status)")
        let isThere = answer.wait()
        if !isThere { print("GtkTests: no display, so tests of widgets are skipped") }
        return isThere
    }()

    /// The thread without need of a display.
    static func begin() { _ = isThere }

    private final class Answer: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let value = Atomic(false)

        func give(_ value: Bool) {
            self.value.store(value, ordering: .releasing)
            semaphore.signal()
        }
        func wait() -> Bool {
            semaphore.wait()
            return value.load(ordering: .acquiring)
        }
    }
}

/// Lets the loop turn until a condition holds, which GTK's own timers and frames bring about.
@UI
func until(_ isTrue: @UI () -> Bool) async {
    while !isTrue() {
        await withCheckedContinuation(isolation: UI.shared) { continuation in UI.whenIdle { continuation.resume() } }
    }
}

/// A window that is shown, with a widget in it.
@UI
func shown(_ widget: any Widget, width: Int = 400, height: Int = 300) -> SheetWindow {
    let window = SheetWindow(title: "Test")
    window.defaultSize = (width, height)
    window.set(content: widget)
    window.present()
    return window
}
