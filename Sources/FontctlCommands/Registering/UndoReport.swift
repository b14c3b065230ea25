import FontRegistry

/// The result of `undo` or `redo`: the outcomes, or the operations that can be undone or redone.
enum UndoReport: Report {
    case undone(SummaryReport)
    case redone(SummaryReport)
    case list(OperationList)

    private var report: any Report {
        switch self {
        case .undone(let report), .redone(let report): report
        case .list(let report): report
        }
    }

    var json: JSON {
        switch self {
        case .undone(let report), .redone(let report): report.document(isChanged: !changes.isEmpty)
        case .list(let list): list.json
        }
    }
    var text: TextOutput {
        let line: String
        switch self {
        case .undone(let report) where report.summary.outcomes.isEmpty:
            line =
                report.isDryRun
                ? "The change of the policy for providers would be undone."
                : "The change of the policy for providers was undone."
        case .redone(let report) where report.summary.outcomes.isEmpty:
            line =
                report.isDryRun
                ? "The change of the policy for providers would be redone."
                : "The change of the policy for providers was redone."
        case .undone, .redone, .list: return report.text
        }
        var text = TextOutput()
        text.line(line)
        return text
    }
    var diagnostics: [String] { report.diagnostics }
    var hint: String? { report.hint }
    var exitStatus: Int32 { report.exitStatus }
    var changes: [String] {
        switch self {
        case .undone(let report), .redone(let report):
            report.summary.outcomes.isEmpty && !report.isDryRun ? ["changed the policy"] : report.changes
        case .list: []
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
            let names = operation.names.prefix(4)
            let others = operation.count - names.count
            return [
                "\(operation.number)", timeText(operation.time), operation.kind.rawValue,
                names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : ""),
                operation.isComplete ? "" : "its files are no longer kept",
            ]
        }
        guard let terminal else { return TextOutput(rows) }
        var text = TextOutput()
        text.table(
            FittedTable(
                header: ["NUMBER", "TIME", "CHANGE", "FONTS", "STATE"], rows: rows.map { .init(cells: $0) },
                terminal: terminal))
        return text
    }

    var hint: String? { isUndone ? "There is no operation to redo." : "There is no operation to undo." }
}
