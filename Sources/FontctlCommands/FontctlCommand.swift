import ArgumentParser
import FontRegistry

/// A command that gives one answer, which the renderer prints.
protocol FontctlCommand: AsyncParsableCommand {
    associatedtype Answer: Report

    var output: OutputOptions { get }

    /// Does the work and prints nothing.
    func answer(in context: FontctlContext) async throws(FontError) -> Answer
}

extension FontctlCommand {
    func run() async throws {
        let context = FontctlContext.current
        let renderer = Renderer(context.console, output.format)
        let status: Int32
        do throws(FontError) {
            status = renderer.show(try await answer(in: context))
        } catch {
            status = renderer.show(Failure(error))
        }
        if status != ExitStatus.done { throw ExitCode(status) }
    }
}

/// What the program ends with.
enum ExitStatus {
    static let done: Int32 = 0
    /// At least one item failed, was not found or is not valid.
    static let failed: Int32 = 1
    /// `EX_USAGE`.
    static let usage: Int32 = 64
    /// `EX_UNAVAILABLE`: the store cannot be used.
    static let unavailable: Int32 = 69
    /// Of what a signal asked to end, as a shell reports it: 130 for Ctrl-C.
    static func ended(by signal: Int32) -> Int32 { 128 + signal }

    /// Of `exec`, as in a shell: the command is there and cannot be run.
    static let notExecutable: Int32 = 126
    /// Of `exec`, as in a shell: there is no such command.
    static let commandNotFound: Int32 = 127
}
