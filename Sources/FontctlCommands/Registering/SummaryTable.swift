import FontRegistry

/// The successful outcomes of many items as one line for each status and family, for a terminal.
struct SummaryTable {
    private struct Key: Hashable {
        var status: String
        var family: String
    }

    private var files: [Key: Int] = [:]
    private var totals: [(status: String, count: Int)] = []

    init(_ outcomes: [FontOutcome], in operation: SummaryReport.Operation, isDryRun: Bool) {
        for outcome in outcomes {
            let status =
                outcome.takenInstead == nil
                ? SummaryReport.words(outcome, in: operation, isDryRun: isDryRun) : "another form"
            if let place = totals.firstIndex(where: { $0.status == status }) {
                totals[place].count += 1
            } else {
                totals.append((status, 1))
            }
            let family =
                (outcome.registration?.faces.first ?? outcome.systemFonts.first?.face)?.family ?? ""
            files[Key(status: status, family: family), default: 0] += 1
        }
    }

    /// Returns the table and the totals.
    func text(for terminal: FittedTable.Terminal) -> TextOutput {
        let sorted = files.sorted {
            ($0.key.status, $0.key.family.lowercased()) < ($1.key.status, $1.key.family.lowercased())
        }
        let rows = sorted.map { [$0.key.status, $0.key.family, "\($0.value)"] }
        var text = TextOutput(rows, under: ["STATUS", "FAMILY", "FILES"], on: terminal)
        text.line(totals.map { "\($0.status): \(counted($0.count, "file"))" }.joined(separator: ", "))
        return text
    }
}
