import Foundation
import Synchronization
import TestSupport
import Testing

/// A small C program, compiled for a test run and removed at its end.
enum CompiledProgram {
    private static let folders = Mutex<[URL]>([])

    /// Compiles a program.
    ///
    /// - Parameter options: Options for the compiler, including libraries.
    /// - Returns: The path of the program.
    static func compile(_ source: String, name: String, options: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fontd-\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let isFirst = folders.withLock { folders in
            folders.append(folder)
            return folders.count == 1
        }
        if isFirst { atexit { CompiledProgram.removeAll() } }
        let code = folder.appending(path: name + ".c").path(percentEncoded: false)
        let program = folder.appending(path: name).path(percentEncoded: false)
        try source.write(toFile: code, atomically: true, encoding: .utf8)
        let result = try Command.run(
            try #require(Programs.compiler), ["-D_GNU_SOURCE", "-o", program, code] + options,
            environment: ProcessInfo.processInfo.environment)
        guard result.status == 0 else { throw Failure(errors: result.errors) }
        return program
    }

    /// The output of the compiler.
    struct Failure: Error {
        var errors: String
    }

    private static func removeAll() {
        for folder in folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }
}
