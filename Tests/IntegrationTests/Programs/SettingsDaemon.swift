import Foundation
import TestSupport
import Testing

/// gsd-xsettings on a private display and bus, in a private home.
final class SettingsDaemon {
    private static let daemon = "/usr/libexec/gsd-xsettings"
    /// The path of the GTK 3 program that reports its notifications.
    static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SettingsProgram.py")
        .path(percentEncoded: false)

    static let isPossible =
        PrivateDisplay.isPossible && Command.find("dbus-daemon") != nil
        && FileManager.default.isExecutableFile(atPath: daemon)
        && (try? Command.run(
            Programs.python, ["-c", "import gi; gi.require_version('Gtk', '3.0')"], environment: [:]
        ).status) == 0

    private let session: DesktopSession
    private let program: LiveProgram

    /// The environment for programs on that display.
    var environment: [String: String] { session.environment }

    init(in home: PrivateHome) throws {
        session = try DesktopSession(in: home)
        // Builds the caches, so that the daemon finds them as on a system where it has run before.
        _ = try home.listed()
        let daemon = try LiveProgram(Self.daemon, [], environment: session.environment)
        // The daemon is ready when it watches the folders and has published its settings on the display.
        try #require(eventually { daemon.watchesFiles })
        program = daemon
    }

    deinit { program.kill() }
}

extension LiveProgram {
    /// Returns all notifications of a change, of which there are at least two.
    ///
    /// - Parameter last: The last one.
    func notices(of last: String, _ change: () throws -> Void) rethrows -> [String] {
        // Ten seconds after a change its touches are complete, and the daemon has been quiet.
        let end = ContinuousClock.now + .seconds(10)
        try change()
        var notices: [String] = []
        func isComplete() -> Bool { notices.count > 1 && notices.last == last }
        while let line = isComplete() ? line(within: max(end - .now, .seconds(3))) : line() { notices.append(line) }
        return notices
    }
}
