import ArgumentParser
import FontRegistry

struct Redo: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", _superCommandName: "fontctl",
        abstract: "Redo the change that you undid.",
        discussion: """
            Redoes the operation that was undone last; run it again to redo the one before. It \
            restores the state before the undo, and does not need the original files. If that is not possible, \
            nothing is changed and the message says why. `fontctl undo` undoes the operation again.

            The files of fonts that an undo unregistered are kept for 30 days, up to 1 GiB with those of other \
            unregistered fonts; `fontctl prune --all` removes them.

            Examples:
              fontctl redo
              fontctl redo --list
              fontctl redo --dry-run 12
            """)

    @Argument(
        help: ArgumentHelp("The number of an operation in the list. (default: the last)", valueName: "number"))
    var number: Int64?

    @Flag(help: "List the operations that can be redone.")
    var list = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if list, number != nil || isDryRun {
            throw ValidationError("--list cannot be combined with a number or --dry-run.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> UndoReport {
        let manager = try await context.manager()
        if list {
            return .list(
                OperationList(
                    operations: try await manager.redoableOperations(), isUndone: true, terminal: context.terminal))
        }
        do throws(FontError) {
            let summary = try await manager.redo(number, isDryRun: isDryRun)
            var report = await SummaryReport.change(summary, isDryRun: isDryRun, by: manager, in: context)
            report.isReversal = true
            report.namesTags = true
            return .redone(report)
        } catch {
            throw error.advising("redo", (try? await manager.redoableOperations()) ?? [])
        }
    }
}
