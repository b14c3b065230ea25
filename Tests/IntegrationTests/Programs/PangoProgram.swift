import Foundation
import Glibc
import TestSupport
import Testing

/// A Python program that shows text with Pango and cairo and keeps running.
final class PangoProgram {
    static let isPossible =
        (try? Command.run(
            Programs.python,
            ["-c", "import gi, cairo; gi.require_foreign('cairo'); gi.require_version('PangoCairo', '1.0')"],
            environment: [:]
        ).status) == 0

    private let process = Process()
    private let (input, output, errors) = (Pipe(), Pipe(), Pipe())

    var identifier: Int32 { process.processIdentifier }

    init(family: String, in home: PrivateHome) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PangoProgram.py")
        process.executableURL = URL(filePath: Programs.python)
        process.arguments = [script.path(percentEncoded: false), family]
        process.environment = home.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        try #require(line() == "ready")
    }

    deinit { _ = end() }

    /// Draws ten letters at a size in pixels and returns their width.
    func width(at size: Int) throws -> Int {
        try input.fileHandleForWriting.write(contentsOf: Data("\(size)\n".utf8))
        return try #require(Int(line()))
    }

    private func line() -> String {
        var bytes = Data()
        while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8), !byte.isEmpty {
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Ends the program.
    ///
    /// - Returns: The error output of the program and its libraries.
    func end() -> String {
        guard process.isRunning else { return "" }
        try? input.fileHandleForWriting.close()
        let text = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}
