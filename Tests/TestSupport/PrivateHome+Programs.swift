import Foundation

/// Programs that a test makes.
///
/// Another process writes them. A file that this process writes may still be open in a child that another test is
/// starting, and such a file cannot be executed (ETXTBSY).
extension PrivateHome {
    /// Copies a program to an absolute path, with the folders above it, so that the copy is a program of its own.
    ///
    /// - Returns: The path of the copy.
    @discardableResult
    public func copyProgram(_ program: String, to path: String) throws -> String {
        let result = try Command.run("install", ["-D", "-m", "755", program, path], environment: environment)
        guard result.status == 0 else { throw LeashedProgram.Failure(program: "install", says: result.errors) }
        return path
    }

    /// Writes a shell script to an absolute path, with its first line and the folders above it.
    ///
    /// - Returns: The path of the script.
    @discardableResult
    public func writeScript(_ text: String, to path: String) throws -> String {
        let draft = try put(Array("#!/bin/sh\n\(text)\n".utf8), at: path + ".draft")
        defer { try? FileManager.default.removeItem(atPath: draft) }
        return try copyProgram(draft, to: path)
    }
}
