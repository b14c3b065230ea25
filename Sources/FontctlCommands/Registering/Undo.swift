import ArgumentParser
import FontRegistry

struct Undo: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", _superCommandName: "fontctl",
        abstract: "Undo your last change.",
        discussion: """
            Undoes your last operation that registered, replaced, unregistered, enabled, disabled or adopted \
            fonts, or changed their tags or the policy; run it again to undo the one before. If the earlier \
            state cannot be restored, nothing is changed and the message says why. `fontctl redo` redoes the \
            operation. Operations of other programs are not affected.

            The files of unregistered fonts, including those that an undo unregisters, are kept for 30 days, up to 1 \
            GiB; `fontctl prune --all` removes them.

            Examples:
              fontctl undo
              fontctl undo --list
              fontctl undo --dry-run 12
            """)

    @Argument(help: ArgumentHelp("The number of an operation in the list. (default: the last)", valueName: "number"))
    var number: Int64?

    @Flag(help: "List the operations that can be undone.")
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
                OperationList(operations: try await manager.undoableOperations(), terminal: context.terminal))
        }
        do throws(FontError) {
            let summary = try await manager.undo(number, isDryRun: isDryRun)
            var report = await SummaryReport.change(summary, isDryRun: isDryRun, by: manager, in: context)
            report.reversal = "redo"
            report.isReversal = true
            report.namesTags = true
            return .undone(report)
        } catch {
            throw error.advising("undo", (try? await manager.undoableOperations()) ?? [])
        }
    }
}

extension FontError {
    /// Returns the error of a command that undoes or redoes an operation, with the command that lists the others.
    func advising(_ command: String, _ others: [FontOperation]) -> FontError {
        guard storeFault == nil, !others.isEmpty else { return self }
        var advised = self
        let hasAdvice = message.hasSuffix(FontError.listsOperations)
        advised.message =
            String(message.dropLast(hasAdvice ? FontError.listsOperations.count + 1 : 0))
            + " `fontctl \(command) --list` lists the operations, and marks those whose files are no longer kept."
        return advised
    }
}
