import Foundation
import TestSupport

/// A web server on this machine with one document: `server.py`.
final class DocumentServer: Sendable {
    private let process = Process()
    private let leash = Pipe()
    private let file: String
    /// The address without a path.
    let address: String

    /// Whether this machine has what a server needs.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// - Parameters:
    ///   - folder: The folder for its files.
    ///   - certificate: The file with its certificate and key; nil for a server without encryption.
    init(in folder: String, certificate: String? = nil) throws {
        file = folder + "/served"
        try Data().write(to: URL(filePath: file))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py")
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-B", script.path(percentEncoded: false), file] + (certificate.map { [$0] } ?? [])
        process.environment = [:]
        process.standardInput = leash
        process.standardOutput = output
        try process.run()
        let port = output.fileHandleForReading.availableData
        address =
            (certificate == nil ? "http" : "https") + "://127.0.0.1:"
            + String(decoding: port, as: UTF8.self).filter(\.isNumber)
    }

    deinit { end() }

    /// Ends the server, so that nothing listens at the address.
    func end() {
        try? leash.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func serve(_ document: String) throws { try Data(document.utf8).write(to: URL(filePath: file)) }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: address + path) else { throw CocoaError(.coderInvalidValue) }
        return url
    }

    /// The paths and statuses of all requests so far.
    var log: [String] {
        get throws {
            try String(contentsOfFile: file + ".log", encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }
}
