import ArgumentParser
import FontRegistry

/// A command with a single result, which the renderer prints.
protocol FontctlCommand: AsyncParsableCommand {
    var output: OutputOptions { get }
    /// Whether the command changes the store, apart from a repair.
    var changesStore: Bool { get }
    /// Whether only failures are printed.
    var isQuiet: Bool { get }

    /// Performs the command and prints nothing.
    func answer(in context: FontctlContext) async throws(FontError) -> any Report
}

extension FontctlCommand {
    var changesStore: Bool { Fontctl.changesStore(Self.self) }
    var isQuiet: Bool { false }

    func run() async throws {
        let context = FontctlContext.current
        let renderer = Renderer(console: context.console, isJSON: output.json, isQuiet: isQuiet)
        let status: Int32
        do throws(FontError) {
            if context.isOfAllUsers, changesStore { try context.registry().paths.refuseForeign() }
            let report = try await answer(in: context)
            status = renderer.show(report)
            if context.isOfAllUsers { context.record(report.changes, status: status) }
        } catch {
            status = renderer.show(Failure(await context.explained(error)))
        }
        if status != ExitStatus.done { throw ExitCode(status) }
    }
}

extension CommandConfiguration {
    /// The configuration of a command of `fontctl`.
    init(_ name: String, abstract: String, usage: String? = nil, discussion: String) {
        self.init(
            commandName: name, _superCommandName: "fontctl", abstract: abstract, usage: usage, discussion: discussion)
    }
}

/// The exit statuses of the program.
enum ExitStatus {
    static let done: Int32 = 0
    /// At least one item failed, was not found or is not valid.
    static let failed: Int32 = 1
    /// `EX_USAGE`.
    static let usage: Int32 = 64
    /// `EX_UNAVAILABLE`: the store cannot be used.
    static let unavailable: Int32 = 69
    /// Returns the status for a command that a signal ended, as in a shell: 130 for Ctrl-C.
    static func ended(by signal: Int32) -> Int32 { 128 + signal }

    /// The status of `exec` for a command that exists and cannot be run, as in a shell.
    static let notExecutable: Int32 = 126
    /// The status of `exec` for a command that does not exist, as in a shell.
    static let commandNotFound: Int32 = 127
}
