import TestSupport
import Testing

/// An X display for one test.
final class PrivateDisplay {
    static let isPossible = Command.find("Xvfb") != nil

    /// The value of `DISPLAY`.
    let name: String
    let server: LiveProgram

    init(environment: [String: String]) throws {
        server = try LiveProgram(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
            environment: environment)
        name = ":" + (try #require(server.line()))
    }

    deinit { server.kill() }
}
