import FontRegistry
import Glibc

/// What running programs show after a change of fonts.
package struct ProgramEffects: Sendable {
    /// The running programs that show fonts, without those that have a changed one open; empty if no font is new.
    package var running: [ProgramGroup] = []
    /// The running programs that have a removed or replaced font open.
    package var users: [ProgramGroup] = []
    /// Whether GTK's programs are notified of changes.
    package var areNotified = false

    package init() {}

    /// - Parameter programs: Returns the user's processes.
    package init(of summary: FontSummary, among programs: () -> [RunningProgram]) {
        let isNew = summary.outcomes.contains { outcome in
            [.registered, .replaced, .enabled].contains(outcome.status)
                && (outcome.registration?.isEnabled ?? !outcome.systemFonts.isEmpty)
        }
        let open = Set(summary.outcomes.flatMap(\.inUseBy).map(\.processIdentifier))
        guard isNew || !open.isEmpty else { return }
        let programs = programs()
        areNotified = programs.areNotified
        users = programs.filter { open.contains($0.user.processIdentifier) }.groups
        let known = Set(users.map(\.program))
        running = isNew ? programs.groups.filter { !known.contains($0.program) } : []
    }

    /// The programs that show the new fonts only when they are started again.
    package var toRestart: [ProgramGroup] { running.following(.restart, areNotified: areNotified) }

    /// The programs that show the new fonts within seconds.
    package var atOnce: [ProgramGroup] { running.following(.seconds, areNotified: areNotified) }

    /// The programs that show the new fonts in half a minute.
    package var polling: [ProgramGroup] { running.following(.polling, areNotified: areNotified) }

    /// Returns the outcomes of fonts that a program has open.
    package func outcomes(of group: ProgramGroup, in summary: FontSummary) -> [FontOutcome] {
        let processes = Set(group.processes.map(\.user.processIdentifier))
        return summary.outcomes.filter { $0.inUseBy.contains { processes.contains($0.processIdentifier) } }
    }

    /// Returns the processes of which no more is known than that they have a font open.
    package func unknownUsers(in summary: FontSummary) -> [FontUser] {
        let known = Set(users.flatMap(\.processes).map(\.user.processIdentifier))
        return Set(summary.outcomes.flatMap(\.inUseBy)).filter { !known.contains($0.processIdentifier) }
            .sorted { $0.processIdentifier < $1.processIdentifier }
    }

    /// Returns what a program loses with the font files that it has open and that are gone; nil if it shows them as before.
    package static func loss(of group: ProgramGroup, _ outcomes: [FontOutcome]) -> Message? {
        // A file that is still there is read again for other sizes and in exports.
        let isGone = outcomes.contains { outcome in
            outcome.status == .unregistered && outcome.registration?.path.map { access($0, F_OK) != 0 } ?? false
        }
        return isGone ? group.program.engine.loss : nil
    }
}
