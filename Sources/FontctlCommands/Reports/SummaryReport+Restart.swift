import FontRegistry

extension SummaryReport {
    /// Adds the running programs that show the new fonts only when they are started again.
    ///
    /// Programs that have a replaced font open are reported with it.
    mutating func addProgramsToRestart(in context: FontctlContext) {
        let isNew = summary.outcomes.contains { outcome in
            [.registered, .replaced, .enabled].contains(outcome.status) && outcome.registration?.isEnabled == true
        }
        guard isNew, !isDryRun else { return }
        let known = Set(summary.outcomes.flatMap(\.inUseBy).map(\.processIdentifier))
        toRestart = context.runningPrograms().toRestart(since: .infinity).filter {
            !known.contains($0.user.processIdentifier)
        }
    }

    /// The line that names these programs.
    var restarts: [String] {
        guard !toRestart.isEmpty else { return [] }
        return ["Restart \(toRestart.listText) to see the fonts there: such programs read fonts only when they start."]
    }
}
