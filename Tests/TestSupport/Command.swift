import Foundation

/// Runs real programs to their end.
public struct Command: Sendable {
    /// The exit status and the output of a program.
    public struct Result: Sendable {
        /// The exit status; 128 plus the signal's number if a signal ended the program.
        public var status: Int32
        public var output: String
        public var errors: String

        /// The lines of the output, without empty ones.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs a program found in `PATH` or by absolute path, with exactly the given environment.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = environment
        // Files instead of pipes: a grandchild that outlives the program must not block the test.
        let folder = FileManager.default.temporaryDirectory.appending(path: "fontd-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (out, err) = (folder.appending(path: "out"), folder.appending(path: "err"))
        for file in [out, err] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .uncaughtSignal
                ? 128 + process.terminationStatus : process.terminationStatus,
            output: try contents(of: out),
            errors: try contents(of: err))
    }

    /// Returns the contents of a file.
    ///
    /// Does not use `Data(contentsOf:)`, which in Swift 6.3 leaks a page for each empty file.
    private static func contents(of file: URL) throws -> String {
        String(decoding: try FileHandle(forReadingFrom: file).readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Returns the path of a program; nil if the machine does not have it.
    public static func find(_ program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the path of a program of this package.
    ///
    /// It is the one in the ``Stage`` if `make install` installs it, else the one in the build folder.
    public static func product(_ name: String) -> String {
        Stage.installed(name) ?? built + "/" + name
    }

    /// The folder of the package's products, which also contains the test bundle.
    public static let built: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? Bundle.main.bundlePath + "/x"
        return URL(filePath: bundle).deletingLastPathComponent().path(percentEncoded: false).withoutSlash
    }()
}

extension String {
    fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
