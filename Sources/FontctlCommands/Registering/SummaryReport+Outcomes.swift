import FontRegistry

extension SummaryReport {
    /// Returns the successful outcomes of many items with one line for each status and family, and the totals.
    func table(_ outcomes: [FontOutcome], on terminal: FittedTable.Terminal) -> TextOutput {
        var files: [[String]: Int] = [:]
        var totals: [(status: String, count: Int)] = []
        for outcome in outcomes {
            let status = tr(outcome.takenInstead == nil ? words(outcome) : "another form")
            if let place = totals.firstIndex(where: { $0.status == status }) {
                totals[place].count += 1
            } else {
                totals.append((status, 1))
            }
            let face = outcome.registration?.faces.first ?? outcome.systemFonts.first?.face
            files[[status, face?.family ?? ""], default: 0] += 1
        }
        let sorted = files.sorted { ($0.key[0], $0.key[1].lowercased()) < ($1.key[0], $1.key[1].lowercased()) }
        var text = TextOutput(
            sorted.map { $0.key + ["\($0.value)"] }, under: [tr("STATUS"), tr("FAMILY"), tr("FILES")], on: terminal)
        text.line(totals.map { $0.status + ": " + tr(counted($0.count, "file")) }.joined(separator: ", "))
        return text
    }

    var changes: [String] {
        guard !isDryRun else { return [] }
        guard !isReversal || !summary.outcomes.isEmpty else { return ["changed the policy"] }
        return summary.outcomes.compactMap { outcome in
            guard let status = outcome.change else { return nil }
            let name = outcome.registration?.faces.first?.postscriptName ?? outcome.item
            return "\(Self.words(status, isDryRun: false)) \(name)"
        }
    }
}

extension FontOutcome {
    /// The change for the item; nil if the store and the files are as before.
    fileprivate var change: Status? {
        switch status {
        case .registered, .replaced, .unregistered, .enabled, .disabled, .tagged, .broughtBack, .movedToTrash: status
        case .alreadyRegistered: isEnabledAgain ? .enabled : isTagged ? .tagged : nil
        case .unchanged, .failed, .skipped: nil
        }
    }
}
