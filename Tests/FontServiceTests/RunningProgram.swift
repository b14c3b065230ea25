import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// A shell that says its number and then waits until the value goes.
final class RunningProgram: Sendable {
    let pid: Int32
    private let runtimeDirectory: String?
    private let input = Pipe()

    /// - Parameters:
    ///   - program: The shell's file, with what runs it before and its arguments before the script.
    ///   - runtimeDirectory: Where Flatpak's instances are.
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

    /// Who it is.
    func identity() throws(FontError) -> CallerIdentity {
        // It ends with the value: not before it was looked at.
        defer { withExtendedLifetime(self) {} }
        return try CallerIdentity(pid: pid, runtimeDirectory: runtimeDirectory)
    }

    // The shell reads the end of its input and ends.
    deinit { try? input.fileHandleForWriting.close() }
}

extension PrivateHome {
    /// A copy of the shell under a name of the test's own.
    func program(_ name: String) throws -> String {
        let path = root + "/given/" + name
        try FileManager.default.copyItem(
            at: URL(filePath: "/bin/sh").resolvingSymlinksInPath(), to: URL(filePath: path))
        return path
    }

    /// A program in a sandbox of its own, with what the options put into its root.
    ///
    /// - Parameter command: What makes the sandbox.
    func sandboxed(_ options: [String], _ command: [String] = ["/usr/bin/env", "bwrap"]) throws -> RunningProgram {
        try RunningProgram(
            command + [
                "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink",
                "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
            ] + options + ["/bin/sh"], runtimeDirectory: paths.runtimeDirectory)
    }

    /// A program in a running instance of Flatpak, with the text for `/.flatpak-info`, in which INSTANCE stands
    /// for the instance's id.
    func flatpak(_ text: String, and bytes: [UInt8] = []) throws -> RunningProgram {
        let instance = try FlatpakInstanceFolder(in: self) { id in
            Array(text.replacing("INSTANCE", with: id).utf8) + bytes
        }
        return try sandboxed(["--ro-bind", instance.information, "/.flatpak-info"], instance.command)
    }
}

/// Whether this machine can make sandboxes.
let hasSandbox: Bool = {
    guard let bwrap = Command.find("bwrap") else { return false }
    return (try? Command.run(bwrap, ["--ro-bind", "/", "/", "/bin/true"], environment: [:]).status) == 0
}()

/// The unit of the user's systemd in which the tests run, and with them what they start; nil where none identifies.
let ownUnit: UserUnit? = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8))
    .flatMap(ControlGroup.userUnit).flatMap(UserUnit.init)
