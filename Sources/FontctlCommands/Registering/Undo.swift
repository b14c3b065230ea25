import ArgumentParser
import FontRegistry

struct Undo: ReversingCommand {
    static let isUndo = true

    static let configuration = CommandConfiguration(
        "undo", abstract: "Undo your last change.",
        discussion: """
            Undoes your last operation that registered, replaced, unregistered, enabled, disabled or adopted \
            fonts, or changed their tags, collections or the policy; run it again to undo the one before. If the earlier \
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
    @OptionGroup var options: StoreOptions
}

struct Redo: ReversingCommand {
    static let isUndo = false

    static let configuration = CommandConfiguration(
        "redo", abstract: "Redo the change that you undid.",
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

    @Argument(help: ArgumentHelp("The number of an operation in the list. (default: the last)", valueName: "number"))
    var number: Int64?

    @Flag(help: "List the operations that can be redone.")
    var list = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions
}

/// A command that undoes or redoes an operation.
protocol ReversingCommand: StoreCommand, ChangingCommand {
    static var isUndo: Bool { get }
    /// The number of the operation; nil for the last one.
    var number: Int64? { get }
    /// Whether the operations are listed.
    var list: Bool { get }
}

extension ReversingCommand {
    func validate() throws {
        if list, number != nil || isDryRun {
            throw ValidationError(message: "--list cannot be combined with a number or --dry-run.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        func operations() async throws(FontError) -> [FontOperation] {
            try await Self.isUndo ? manager.undoableOperations() : manager.redoableOperations()
        }
        if list {
            return OperationList(
                operations: try await operations(), isUndone: !Self.isUndo, terminal: context.terminal)
        }
        do throws(FontError) {
            let summary =
                try await Self.isUndo
                ? manager.undo(number, isDryRun: isDryRun) : manager.redo(number, isDryRun: isDryRun)
            var report = await SummaryReport.change(summary, isDryRun: isDryRun, by: manager, in: context)
            report.reversal = Self.isUndo ? "redo" : "undo"
            report.isReversal = true
            report.namesTags = true
            return report
        } catch {
            guard error.storeFault == nil, (try? await operations())?.isEmpty == false else { throw error }
            var advised = error
            let command = Self.isUndo ? "fontctl undo --list" : "fontctl redo --list"
            let advice: Message =
                "`\(command)` lists the operations, and marks those whose files are no longer kept."
            advised.text = Message([error.text.without(FontError.listsOperations), advice])
            throw advised
        }
    }
}

/// The operations that can be undone or redone, the last one first.
struct OperationList: Report {
    var operations: [FontOperation]
    /// Whether they were undone.
    var isUndone = false
    /// The terminal; nil if the names are not cut.
    var terminal: FittedTable.Terminal?

    var json: JSON { ["operations": JSON(operations)] }

    var text: TextOutput {
        let rows = operations.map { operation in
            [
                "\(operation.number)", timeText(operation.time), tr(operation.kind.word),
                operation.names.text(first: 4, of: operation.count),
                operation.isComplete ? "" : tr("its files are no longer kept"),
            ]
        }
        return TextOutput(
            rows, under: [tr("NUMBER"), tr("TIME"), tr("CHANGE"), tr("FONTS"), tr("STATE")], on: terminal)
    }

    var hint: String? { isUndone ? tr("There is no operation to redo.") : tr("There is no operation to undo.") }
}

extension FontOperation.Kind {
    /// The operation in a column.
    fileprivate var word: Message {
        switch self {
        case .register: "register"
        case .replace: "replace"
        case .unregister: "unregister"
        case .enable: "enable"
        case .disable: "disable"
        case .tag: "tag"
        case .collections: "collections"
        case .adopt: "adopt"
        case .resolve: "resolve"
        case .policy: "policy"
        }
    }
}
