import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontctlCommands

/// A simulated terminal, home and clock for commands that run in the test's process.
final class Session: Sendable {
    /// The result of a command line.
    struct Result: Sendable {
        var status: Int32
        var output: String
        var errors: String

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The output as one JSON object.
        var json: [String: Any] {
            get throws { try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:] }
        }
    }

    /// The output; a separate object because the context refers to it and must not retain the session, which retains
    /// the context.
    private final class Sink: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

        func write(_ more: [UInt8]) { bytes.withLock { $0 += more } }

        func clear() { bytes.withLock { $0 = [] } }
    }

    private let output = Sink()
    private let errors = Sink()
    private let context: Mutex<FontctlContext>

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - home: The home with the store; nil fails every access to the store, as in an environment without `HOME`.
    ///   - isTerminal: Whether output and errors go to a terminal.
    init(_ home: PrivateHome? = nil, isTerminal: Bool = false) {
        let registry = home?.context
        let environment = (home?.environment ?? [:]).map { Array("\($0.key)=\($0.value)".utf8CString) }
        context = Mutex(
            FontctlContext(
                registry: { () throws(FontError) in
                    if let registry { return registry }
                    throw FontError(
                        .registrationFailed, "There is no home folder for the font store. Set HOME.",
                        cause: .store(.unavailable, detail: "HOME is not set"))
                },
                console: Console(
                    write: { _ in .written }, writeError: { _ in }, isOutputTerminal: isTerminal,
                    isErrorTerminal: isTerminal, errorColumns: { 80 }),
                workingDirectory: home.map { $0.root + "/given" } ?? "/nowhere",
                environment: { environment }, signals: { _ in AsyncStream { _ in } },
                outputClosed: { AsyncStream { _ in } }, now: { ContinuousClock.now }))
        configure { context in
            context.console.write = { [output] bytes in
                output.write(Array(bytes))
                return .written
            }
            context.console.writeError = { [errors] bytes in errors.write(Array(bytes)) }
        }
    }

    /// Returns a new home with a session in it.
    static func inNewHome() throws -> (PrivateHome, Session) {
        let home = try PrivateHome()
        return (home, Session(home))
    }

    /// Changes the context.
    func configure(_ change: (inout FontctlContext) -> Void) { context.withLock { change(&$0) } }

    /// The output so far.
    var printed: String { output.text }

    /// Runs one command line.
    func run(_ arguments: [String]) async -> Result {
        output.clear()
        errors.clear()
        let context = context.withLock { $0 }
        let status = await FontctlContext.$current.withValue(context) { await FontctlProgram.run(arguments) }
        return Result(status: status, output: printed, errors: errors.text)
    }

    func callAsFunction(_ arguments: String...) async -> Result { await run(arguments) }

    /// Returns the arguments of a command line as a shell reads it, without the name of the program.
    static func arguments(of command: String) throws -> [String] {
        let words = try Command.run("sh", ["-c", "printf '%s\\n' \(command)"], environment: [:]).lines
        try #require(words.first == "fontctl", "\(command)")
        return Array(words.dropFirst())
    }

    /// Runs the commands of advice, which may be several, and expects that they succeed.
    func follow(_ advice: some StringProtocol) async throws {
        for command in advice.components(separatedBy: " && ") {
            let result = await run(try Self.arguments(of: command))
            #expect(result.status == 0, "\(command): \(result)")
        }
    }
}

/// Whether a text has a character, other than a line feed, that controls a terminal or reorders text.
func isHostile(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 != "\n" && DisplayText.isHostile($0) }
}
