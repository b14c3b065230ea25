import FontAdvice
import FontRegistry

extension SummaryReport {
    /// The criterion for combining failures.
    private enum Reason: Hashable {
        case conflict(RegisterAdvice.Remedy?)
        case other(FontError.Code?, message: String)
    }

    /// The failures for people, with a line for each file.
    ///
    /// Of many files that failed for the same reason, only the first few are listed, with the advice once.
    var failureLines: [String] {
        let registered = Set(summary.registrations.map(\.id))
        var order: [Reason] = []
        var groups: [Reason: [FontOutcome]] = [:]
        for outcome in summary.outcomes where outcome.status == .failed {
            let reason = reason(outcome, registered)
            if groups[reason] == nil { order.append(reason) }
            groups[reason, default: []].append(outcome)
        }
        return order.flatMap { reason in
            let outcomes = groups[reason] ?? []
            guard outcomes.count > Self.mostAlike else {
                return outcomes.map { line($0, advice: advice($0, reason)) }
            }
            let rest = outcomes.count - Self.shownAlike
            return outcomes.prefix(Self.shownAlike).map { line($0, advice: "") }
                + [tr("and \(rest) more for the same reason.") + advice(reason, outcomes) + code(outcomes[0])]
        }
    }

    private func reason(_ outcome: FontOutcome, _ registered: Set<String>) -> Reason {
        guard let error = outcome.error, error.code == .duplicatedName else {
            return .other(outcome.error?.code, message: outcome.error?.advisedMessage ?? "")
        }
        return .conflict(registering?.remedy(for: error, registered: registered))
    }

    private func line(_ outcome: FontOutcome, advice: String) -> String {
        outcome.item + ": " + tr(outcome.error?.advised ?? "The operation failed.") + advice + code(outcome)
    }

    private func code(_ outcome: FontOutcome) -> String { outcome.error.map { " (\($0.code.rawValue))" } ?? "" }

    /// Returns the advice for one failure, with a leading space.
    private func advice(_ outcome: FontOutcome, _ reason: Reason) -> String {
        guard let error = outcome.error else { return "" }
        if let explanation = explanations[outcome.item] { return " " + tr(explanation) }
        if error.code == .notRegistered { return tr(NearNames.question(suggestions[outcome.item] ?? [])) }
        let command =
            switch (operation, reason) {
            case (.register(let advice), .conflict(let remedy?)):
                advice.command(remedy, file: PackedFile.file(outcome.item))
            case (.register(let advice), _): PackedFile.command(for: error, at: outcome.item, by: advice.words())
            case (.change, .conflict): switches[outcome.item]?.command
            case (.change, .other), (.untag, _): String?.none
            }
        return command.map { " " + tr(.run($0)) } ?? ""
    }

    /// Returns the advice for all failures with the same reason, with a leading space.
    private func advice(_ reason: Reason, _ outcomes: [FontOutcome]) -> String {
        if case .conflict(nil) = reason {
            return FontSwitch(outcomes.compactMap { switches[$0.item] }).map { " " + tr(.run($0.command)) } ?? ""
        }
        guard case .conflict(let remedy?) = reason, !remedy.options.isEmpty else { return "" }
        let options = remedy.options.joined(separator: " ")
        return remedy == .replaceAsUser
            ? " " + tr("Run the command again with \(options) and without --provider.")
            : " " + tr("Run the command again with \(options).")
    }
}
