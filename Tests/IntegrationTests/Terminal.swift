import Foundation
import TestSupport
import Testing

/// A terminal, of which tmux is the emulator.
final class Terminal {
    private let socket: String
    private let environment: [String: String]

    /// Starts a shell command in a terminal.
    init(
        _ command: String, in home: PrivateHome, columns: Int = 80, rows: Int = 40,
        environment more: [String: String] = [:]
    ) throws {
        socket = home.root + "/tmux-\(UUID().uuidString)"
        // The shell of the account may be none, as that of nobody.
        environment = home.environment.merging(
            ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh"].merging(more) { $1 }
        ) { $1 }
        let started = try tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
        try #require(started.status == 0, "\(started)")
    }

    deinit { _ = try? tmux("kill-server") }

    /// Types keys by their names, or text as it is.
    func type(_ keys: String..., literally: Bool = false) throws {
        _ = try run(["send-keys"] + (literally ? ["-l"] : []) + keys)
    }

    /// Returns the screen, with the escapes of colours if they are wanted.
    func screen(colors: Bool = false) throws -> [String] {
        try tmux("capture-pane", "-p", colors ? "-e" : "-p").output.split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    private func tmux(_ arguments: String...) throws -> Command.Result { try run(arguments) }

    private func run(_ arguments: [String]) throws -> Command.Result {
        try Command.run(
            "bash", ["-c", Self.tmux, "tmux", "-u", "-S", socket, "-f", "/dev/null"] + arguments,
            environment: environment)
    }

    /// Runs tmux without further open files: its server outlives the command, which would else seem to run on.
    private static let tmux = """
        for file in /proc/$$/fd/*; do
            file=${file##*/}
            if [ "$file" -gt 2 ]; then eval "exec $file>&-"; fi
        done
        exec tmux "$@"
        """
}
