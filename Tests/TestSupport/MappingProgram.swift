import Foundation
import Glibc

/// A program in a home that has files mapped, like a program that renders with them, until it is ended or freed.
public final class MappingProgram: Sendable {
    /// Debian's Python.
    public static let python = "/usr/bin/python3"
    public static let isPossible = FileManager.default.isExecutableFile(atPath: python)

    private let process = Process()
    private let leash = Pipe()

    public var identifier: Int32 { process.processIdentifier }

    /// fontconfig's library, which a program that uses fontconfig has mapped; nil if it is not found.
    public static let fontconfig = try? FileManager.default.subpathsOfDirectory(atPath: "/usr/lib")
        .first { $0.hasSuffix("/libfontconfig.so.1") }.map { "/usr/lib/" + $0 }

    /// Returns when the files are mapped.
    ///
    /// - Parameters:
    ///   - changes: Variables of the environment that differ from the home's; an empty one is not set.
    ///   - program: A copy of Python, which is a program of its own.
    ///   - folder: A folder that it watches for new files.
    public init(
        _ paths: [String], in home: PrivateHome, with changes: [String: String] = [:], as program: String? = nil,
        watching folder: String? = nil
    ) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: program ?? Self.python)
        process.arguments =
            [
                "-c",
                """
                import mmap, sys
                if sys.argv[1]:
                    import ctypes
                    library = ctypes.CDLL(None)
                    # IN_MOVED_TO
                    if library.inotify_add_watch(library.inotify_init(), sys.argv[1].encode(), 0x80) < 0: sys.exit(1)
                files = [open(path, "rb") for path in sys.argv[2:]]
                mapped = [mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) for file in files]
                print(flush=True)
                sys.stdin.read()
                """,
                folder ?? "",
            ] + paths
        // A copy finds its modules nowhere near.
        let own = program == nil ? [:] : ["PYTHONHOME": "/usr"]
        process.environment = home.environment.merging(own) { $1 }.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        process.standardInput = leash
        process.standardOutput = output
        try process.run()
        try output.fileHandleForWriting.close()
        guard try output.fileHandleForReading.read(upToCount: 1) == Data("\n".utf8) else {
            throw CocoaError(.fileReadUnknown)
        }
    }

    deinit { end() }

    /// Ends the program and waits until it has ended.
    public func end() {
        guard process.isRunning else { return }
        // A child of a thread of tasks has SIGTERM blocked.
        kill(identifier, SIGKILL)
        process.waitUntilExit()
    }
}
