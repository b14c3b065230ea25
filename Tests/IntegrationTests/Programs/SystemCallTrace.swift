import FontRegistry
import Foundation
import TestSupport
import Testing

/// The files that a program opened, as traced by `strace`.
struct SystemCallTrace {
    /// A call of open(2) or openat(2), successful or not.
    struct Opening: Sendable, Hashable, CustomStringConvertible {
        var path: String
        var call: String

        var isForWriting: Bool { call.contains("O_WRONLY") || call.contains("O_RDWR") || call.contains("O_CREAT") }
        var isOfFolder: Bool { call.contains("O_DIRECTORY") }
        var isOfFont: Bool { [".ttf", ".otf", ".ttc", ".otc"].contains(where: path.hasSuffix) }
        /// The folder of the file.
        var folder: String { (path as NSString).deletingLastPathComponent }
        var isOfCache: Bool { path.contains(".cache-") }
        var description: String { call }
    }

    var openings: [Opening]
    /// The output of the program.
    var output: String

    /// Runs a program to its end.
    init(_ program: String, _ arguments: [String], in home: PrivateHome) throws {
        let file = home.root + "/trace-\(UUID().uuidString)"
        let result = try home.run(
            "strace", ["-f", "-qq", "-e", "trace=open,openat,creat", "-o", file, program] + arguments)
        try #require(result.status == 0, "strace \(program): \(result.errors)")
        output = result.output
        openings = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            return parts.count > 2 ? Opening(path: String(parts[1]), call: String(line)) : nil
        }
    }

    /// Returns the calls that indicate a scan: a font opened, a font folder listed or a cache written.
    func scans(in home: PrivateHome) -> [Opening] {
        openings.filter { opening in
            let isOurs = opening.path.hasPrefix(home.paths.userFonts) || opening.path.hasPrefix(home.root + "/run")
            return (isOurs && (opening.isOfFont || opening.isOfFolder))
                || (opening.path.hasPrefix(home.root) && opening.isForWriting)
        }
    }
}
