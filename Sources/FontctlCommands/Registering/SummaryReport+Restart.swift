import FontAdvice
import FontRegistry

extension SummaryReport {
    /// Adds what running programs show after the change.
    mutating func addRunningPrograms(in context: FontctlContext) {
        isOfAllUsers = context.isOfAllUsers
        if !isDryRun { programs = ProgramEffects(of: summary, among: context.runningPrograms) }
    }

    /// The lines about programs that show new fonts.
    var runningLines: [String] {
        var lines: [String] = []
        if !programs.toRestart.isEmpty {
            lines.append(
                tr(
                    "Restart \(programs.toRestart.listText) to see the fonts there: such programs read fonts only when they start."
                ))
        }
        let atOnce = programs.atOnce.map(\.program.name)
        if !atOnce.isEmpty { lines.append(tr("Shown within seconds in \(atOnce.listText).")) }
        let polling = programs.polling.map(\.program.name)
        if !polling.isEmpty { lines.append(tr("Shown in about 30 s in \(polling.listText).")) }
        return lines
    }

    /// A line for each program that has a removed or replaced font open, with the number of fonts.
    var usersLines: [String] {
        let known = programs.users.map { effect(on: $0, programs.outcomes(of: $0, in: summary)) }
        // Processes of which no more is known than that they have a font open.
        return known
            + programs.unknownUsers(in: summary).map { user in
                Self.asBefore(
                    "\(user.program) (pid \(user.processIdentifier))",
                    summary.outcomes.count { $0.inUseBy.contains(user) })
            }
    }

    /// Returns what a program that has fonts open shows.
    private func effect(on group: ProgramGroup, _ outcomes: [FontOutcome]) -> String {
        guard let loss = ProgramEffects.loss(of: group, outcomes) else {
            return Self.asBefore(group.text, outcomes.count)
        }
        let fact: Message =
            outcomes.count == 1
            ? "\(group.text) has it open." : "\(group.text) has \(outcomes.count) of these fonts open."
        return tr(Message([fact, loss]))
    }

    /// Returns the line about programs that show a number of fonts unchanged.
    private static func asBefore(_ programs: Message, _ count: Int) -> String {
        count == 1
            ? tr("\(programs) shows it as before until it is restarted.")
            : tr("\(programs) shows \(count) of these fonts as before until it is restarted.")
    }
}
