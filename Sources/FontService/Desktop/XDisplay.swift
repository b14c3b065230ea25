import CDisplay
import FontRegistry

/// The X display of the session, whose GTK programs read fonts again when its settings have a new timestamp.
///
/// `@unchecked`: the C functions may be called on several threads.
final class XDisplay: @unchecked Sendable {
    private let display: OpaquePointer

    init?() {
        guard let display = cds_open() else { return nil }
        self.display = display
    }

    /// Connects to the Xwayland of a Wayland session, until ``disconnect()``.
    ///
    /// - Returns: nil if it serves no program.
    static func ofXwayland() -> XDisplay? {
        guard cds_is_used() != 0, let display = XDisplay() else { return nil }
        Task(executorPreference: TaskExecution.executor) { await display.end() }
        return display
    }

    deinit { cds_close(display) }

    /// Waits until the display ends.
    func end() async {
        // Never throws.
        try? await BlockingWork.perform { cds_wait(self.display) }
    }

    /// Sets the timestamp in the settings, whichever program owns them; without such a program, this one does.
    ///
    /// A manager that changes other settings later writes its own list without the timestamp; then GTK finds no change of
    /// fonts.
    func raise(_ seconds: UInt32) {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        guard cds_begin(display, &bytes, &count) != 0 else { return }
        let present = Array(UnsafeBufferPointer(start: bytes, count: count))
        let changed = XSettings.settings(present, withTimestamp: seconds) ?? []
        cds_end(display, changed, changed.count)
    }

    /// Leaves the settings to a manager that starts later; such programs refuse to start beside another one.
    func release() { cds_release(display) }

    /// Ends the connection, which is closed when ``end()`` returns.
    func disconnect() { cds_disconnect(display) }
}
