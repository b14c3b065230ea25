import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// A shell that prints its process number and then waits until the object is freed.
final class RunningProgram: Sendable {
    let pid: Int32
    private let runtimeDirectory: String?
    private let input = Pipe()

    /// Starts the shell.
    ///
    /// - Parameters:
    ///   - program: The shell's path, preceded by a command that runs it and followed by arguments before the script.
    ///   - runtimeDirectory: The folder with Flatpak's instances.
    init(_ program: [String], runtimeDirectory: String? = nil) throws {
        self.runtimeDirectory = runtimeDirectory
        let process = Process()
        process.executableURL = URL(filePath: program[0])
        process.arguments = program.dropFirst() + ["-c", "echo $$; read line"]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        try output.fileHandleForWriting.close()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        pid = try #require(Int32(String(decoding: line, as: UTF8.self)), "\(program) did not start")
    }

    /// Returns the identity of the process.
    func identity() throws(FontError) -> CallerIdentity {
        // The process must not end before its identity has been read.
        defer { withExtendedLifetime(self) {} }
        return try CallerIdentity(pid: pid, runtimeDirectory: runtimeDirectory)
    }

    // The shell reads the end of its input and exits.
    deinit { try? input.fileHandleForWriting.close() }
}

extension PrivateHome {
    /// Copies the shell under another name and returns its path.
    func program(_ name: String) throws -> String {
        try copyProgram("/bin/sh", to: root + "/given/" + name)
    }

    /// Starts a program in a separate sandbox, with options that change its root.
    ///
    /// - Parameter command: The command that makes the sandbox.
    func sandboxed(_ options: [String], _ command: [String] = ["/usr/bin/env", "bwrap"]) throws -> RunningProgram {
        try RunningProgram(
            command + [
                "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink",
                "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
            ] + options + ["/bin/sh"], runtimeDirectory: paths.runtimeDirectory)
    }

    /// Starts a program in a running instance of Flatpak, with a text for `/.flatpak-info`.
    ///
    /// INSTANCE in the text is replaced by the id of the instance.
    func flatpak(_ text: String, and bytes: [UInt8] = []) throws -> RunningProgram {
        let instance = try FlatpakInstanceFolder(in: self) { id in
            Array(text.replacing("INSTANCE", with: id).utf8) + bytes
        }
        return try running(instance, showing: instance.information)
    }

    /// Starts a program in an instance of Flatpak, and returns when the instance is locked, which `bwrap` does later.
    ///
    /// - Parameter information: The file that is `/.flatpak-info` inside.
    func running(_ instance: FlatpakInstanceFolder, showing information: String) throws -> RunningProgram {
        let program = try sandboxed(["--ro-bind", information, "/.flatpak-info"], instance.command)
        try #require(eventually { instance.isRunning })
        return program
    }
}

/// The unit of the user's systemd in which the tests and their children run; nil if it does not identify them.
let ownUnit: UserUnit? = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8))
    .flatMap(ControlGroup.userUnit).flatMap(UserUnit.init)
