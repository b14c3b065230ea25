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
        let renderer = Renderer(console: context.console, given: context.given, isJSON: output.json, isQuiet: isQuiet)
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
