package import FontModel
import FontRegistry

/// What became of an installation: one report, grouped by reason.
package struct InstallReport: Sendable, Hashable {
    private var outcomes: [String: FontOutcome] = [:]
    private var order: [String] = []
    private var passedOver: [String: Int] = [:]
    private var unread: [FontError] = []
    /// The numbers of the operations, by which the installation is undone, the last one first.
    package private(set) var operations: [Int64] = []
    package private(set) var toRestart: [String] = []
    package var wasStopped = false
    /// The error that ended the installation.
    package private(set) var failure: FontError?

    package init() {}

    mutating func add(_ summary: LibrarySummary) {
        for outcome in summary.outcomes {
            guard let before = outcomes[outcome.item] else {
                order.append(outcome.item)
                outcomes[outcome.item] = outcome
                continue
            }
            // A later batch decides about what the first one refused, and finds the rest there already.
            if !before.isSuccess || outcome.isChange { outcomes[outcome.item] = outcome }
        }
        // Later batches are of files that the first one had, too.
        passedOver.merge(summary.passedOver) { max($0, $1) }
        unread = (unread + summary.unread).unique
        if let operation = summary.operation { operations.insert(operation, at: 0) }
        toRestart = (toRestart + summary.toRestart).unique
        wasStopped = wasStopped || summary.wasStopped
    }

    mutating func fail(_ error: FontError) { failure = error }

    private func count(_ statuses: FontOutcome.Status...) -> Int {
        outcomes.values.count { statuses.contains($0.status) }
    }

    /// The families of what was installed.
    package var families: [String] {
        order.compactMap { outcomes[$0] }.filter(\.isChange).compactMap(\.registration).flatMap(\.faces).map(\.family)
            .unique
    }

    /// The number of fonts that were installed or took the place of others.
    package var installed: Int { count(.registered, .replaced) + outcomes.values.count(where: \.isEnabledAgain) }

    /// The sentence of a toast.
    package var sentence: String {
        if let failure { return ErrorText(failure).title }
        let families = families
        let text: String
        if installed == 0 {
            text =
                wasStopped
                ? tr("Nothing was installed.")
                : count(.alreadyRegistered) > 0 && failures.isEmpty
                    ? tr("The fonts are installed already.") : tr("Nothing was installed.")
        } else if families.count == 1 {
            text = tr("{name} was installed.").filled(["name": families[0]])
        } else {
            text = trn("{count} font was installed.", "{count} fonts were installed.", installed)
        }
        return wasStopped ? tr("{sentence} Stopped.").filled(["sentence": text]) : text
    }

    /// What was not installed, by reason.
    package var failures: [FailureGroup] {
        let failed = order.compactMap { item in
            outcomes[item].flatMap { $0.status == .failed ? $0.error.map { (item, $0) } : nil }
        }
        return FailureGroup.groups(failed + unread.map { ($0.file ?? "", $0) })
    }

    /// The lines of the report below its sentence.
    package var lines: [String] {
        var lines: [String] = []
        func add(_ count: Int, _ text: String) { if count > 0 { lines.append(text) } }
        let (new, replaced, present) = (count(.registered), count(.replaced), count(.alreadyRegistered))
        add(new, trn("{count} font installed", "{count} fonts installed", new))
        add(replaced, trn("{count} font replaced", "{count} fonts replaced", replaced))
        add(present, trn("{count} font was there already", "{count} fonts were there already", present))
        let leftOut = outcomes.values.count { $0.status == .skipped && $0.takenInstead != nil }
        add(
            leftOut,
            trn(
                "{count} file left out, as another one has its styles",
                "{count} files left out, as others have their styles", leftOut))
        let stopped = outcomes.values.count { $0.status == .skipped && $0.takenInstead == nil }
        add(
            stopped,
            trn("{count} font not installed after the stop", "{count} fonts not installed after the stop", stopped))
        let others = passedOver.values.reduce(0, +)
        add(others, trn("{count} file of another kind passed over", "{count} files of other kinds passed over", others))
        return lines + failures.map(\.heading)
    }

    /// The whole report as a text for others.
    package var text: String {
        var parts = [([sentence] + lines).joined(separator: "\n")]
        if let failure { parts.append(ErrorText(failure).body) }
        parts += failures.map { group in
            ([group.heading, group.text.body] + group.items.map { "• " + $0 }).joined(separator: "\n")
        }
        return parts.joined(separator: "\n\n")
    }

    /// Whether there is more to say than the sentence of a toast.
    package var isWorthPage: Bool { !failures.isEmpty || wasStopped || failure != nil }
}
