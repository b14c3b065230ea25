import FontAdvice
import FontRegistry
import Glibc

extension SummaryReport {
    /// Adds what running programs show after the change.
    mutating func addRunningPrograms(in context: FontctlContext) {
        isOfAllUsers = context.isOfAllUsers
        let isNew = summary.outcomes.contains { outcome in
            [.registered, .replaced, .enabled].contains(outcome.status)
                && (outcome.registration?.isEnabled ?? !outcome.systemFonts.isEmpty)
        }
        let open = Set(summary.outcomes.flatMap(\.inUseBy).map(\.processIdentifier))
        guard isNew || !open.isEmpty, !isDryRun else { return }
        let programs = context.runningPrograms()
        areNotified = programs.areNotified
        users = programs.filter { open.contains($0.user.processIdentifier) }.groups
        let known = Set(users.map(\.program))
        running = isNew ? programs.groups.filter { !known.contains($0.program) } : []
    }

    /// The programs that show the new fonts only when they are started again.
    var toRestart: [ProgramGroup] { running.following(.restart, areNotified: areNotified) }

    /// The lines about programs that show new fonts.
    var runningLines: [String] {
        var lines: [String] = []
        if !toRestart.isEmpty {
            lines.append(
                "Restart \(toRestart.listText) to see the fonts there: such programs read fonts only when they start.")
        }
        let atOnce = running.following(.seconds, areNotified: areNotified).map(\.program.name)
        if !atOnce.isEmpty { lines.append("Shown within seconds in \(atOnce.listText).") }
        let polling = running.following(.polling, areNotified: areNotified).map(\.program.name)
        if !polling.isEmpty { lines.append("Shown in about 30 s in \(polling.listText).") }
        return lines
    }

    /// A line for each program that has a removed or replaced font open, with the number of fonts.
    var usersLines: [String] {
        var lines: [String] = []
        var rest = Set(summary.outcomes.flatMap(\.inUseBy))
        for group in users {
            let processes = Set(group.processes.map(\.user.processIdentifier))
            let outcomes = summary.outcomes.filter { $0.inUseBy.contains { processes.contains($0.processIdentifier) } }
            rest = rest.filter { !processes.contains($0.processIdentifier) }
            lines.append(effect(on: group, outcomes))
        }
        // Processes of which no more is known than that they have a font open.
        for user in rest.sorted(by: { $0.processIdentifier < $1.processIdentifier }) {
            let outcomes = summary.outcomes.filter { $0.inUseBy.contains(user) }
            lines.append(Self.asBefore("\(user.program) (pid \(user.processIdentifier))", outcomes.count))
        }
        return lines
    }

    /// Returns what a program that has fonts open shows.
    private func effect(on group: ProgramGroup, _ outcomes: [FontOutcome]) -> String {
        if ![group].following(.seconds, areNotified: areNotified).isEmpty {
            return "\(group.text) follows within seconds."
        }
        if ![group].following(.polling, areNotified: areNotified).isEmpty {
            return "\(group.text) follows in about 30 s."
        }
        // A file that is still there is read again for other sizes and in exports.
        let isGone = outcomes.contains { outcome in
            outcome.status == .unregistered && outcome.registration?.path.map { access($0, F_OK) != 0 } ?? false
        }
        guard isGone, let loss = group.program.engine.loss else {
            return Self.asBefore(group.text, outcomes.count)
        }
        return outcomes.count == 1
            ? "\(group.text) has it open. \(loss)" : "\(group.text) has \(outcomes.count) of these fonts open. \(loss)"
    }

    /// Returns the line about programs that show a number of fonts unchanged.
    private static func asBefore(_ programs: String, _ count: Int) -> String {
        count == 1
            ? "\(programs) shows it as before until it is restarted."
            : "\(programs) shows \(count) of these fonts as before until it is restarted."
    }
}
