import FontAdvice
import FontRegistry

/// The failures of an operation for people, with a line for each file.
///
/// Of many files that failed for the same reason, only the first few are listed, with the advice once.
struct FailureLines {
    /// The number of files above which failures for the same reason are combined.
    private static let most = 5
    private static let shown = 3

    private let report: SummaryReport
    private let registered: Set<String>

    init(_ report: SummaryReport) {
        self.report = report
        registered = Set(report.summary.registrations.map(\.id))
    }

    /// The criterion for combining failures.
    private enum Reason: Hashable {
        case conflict(RegisterAdvice.Remedy?)
        case other(code: Int, message: String)
    }

    var lines: [String] {
        var order: [Reason] = []
        var groups: [Reason: [FontOutcome]] = [:]
        for outcome in report.summary.outcomes where outcome.status == .failed {
            let reason = reason(outcome)
            if groups[reason] == nil { order.append(reason) }
            groups[reason, default: []].append(outcome)
        }
        return order.flatMap { reason in
            let outcomes = groups[reason] ?? []
            guard outcomes.count > Self.most else {
                return outcomes.map { line($0, advice: advice($0)) }
            }
            var code = ""
            if let error = outcomes[0].error { code = " (\(error.code.rawValue))" }
            return outcomes.prefix(Self.shown).map { line($0, advice: "") }
                + ["and \(outcomes.count - Self.shown) more for the same reason.\(advice(reason, outcomes))\(code)"]
        }
    }

    private func reason(_ outcome: FontOutcome) -> Reason {
        guard let error = outcome.error else { return .other(code: 0, message: "") }
        if error.code == .duplicatedName {
            guard case .register(let advice) = report.operation else { return .conflict(nil) }
            return .conflict(advice.remedy(for: error, registered: registered))
        }
        return .other(code: error.code.rawValue, message: error.advisedMessage)
    }

    private func line(_ outcome: FontOutcome, advice: String) -> String {
        let code = outcome.error.map { " (\($0.code.rawValue))" } ?? ""
        return "\(outcome.item): \(outcome.error?.advisedMessage ?? "The operation failed.")\(advice)\(code)"
    }

    /// Returns the advice for one failure, with a leading space.
    private func advice(_ outcome: FontOutcome) -> String {
        guard let error = outcome.error else { return "" }
        if let explanation = report.explanations[outcome.item] { return " " + explanation }
        if error.code == .notRegistered { return NearNames.question(report.suggestions[outcome.item] ?? []) }
        let command: String?
        switch report.operation {
        case .register(let advice):
            command =
                advice.remedy(for: error, registered: registered).flatMap {
                    advice.command($0, file: PackedFile.file(outcome.item))
                } ?? PackedFile.command(for: error, at: outcome.item, by: advice.words())
        case .change where error.code == .duplicatedName: command = report.switches[outcome.item]?.command
        case .change, .untag: command = nil
        }
        return command.map { " Run `\($0)`." } ?? ""
    }

    /// Returns the advice for all failures with the same reason.
    private func advice(_ reason: Reason, _ outcomes: [FontOutcome]) -> String {
        if case .conflict(nil) = reason {
            return FontSwitch(outcomes.compactMap { report.switches[$0.item] }).map { " Run `\($0.command)`." } ?? ""
        }
        guard case .conflict(let remedy?) = reason, !remedy.options.isEmpty else { return "" }
        let options = remedy.options.joined(separator: " ")
        return remedy == .replaceAsUser
            ? " Run the command again with \(options) and without --provider."
            : " Run the command again with \(options)."
    }
}
