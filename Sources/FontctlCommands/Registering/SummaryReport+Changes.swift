import FontRegistry

extension SummaryReport {
    var changes: [String] {
        guard !isDryRun else { return [] }
        guard !isPolicyReversal else { return ["changed the policy"] }
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
