import FontRegistry

/// The processes of one program.
package struct ProgramGroup: Sendable {
    package var program: KnownProgram
    /// The processes, sorted by number.
    package var processes: [RunningProgram]

    package init(program: KnownProgram, processes: [RunningProgram]) {
        self.program = program
        self.processes = processes
    }

    /// The processes that no other process of the program started.
    package var roots: [RunningProgram] {
        let own = Set(processes.map(\.user.processIdentifier))
        return processes.filter { !own.contains($0.parent) }
    }

    /// The name with the numbers of the processes to end for a restart.
    package var text: Message {
        "\(program.name) (pid \(roots.map { "\($0.user.processIdentifier)" }.listText))"
    }

    /// Whether the processes are of a program, or of any program of a toolkit.
    package func isOf(_ other: KnownProgram) -> Bool {
        program.id == other.id || other.isToolkit && program.engine == other.engine
    }
}

extension [RunningProgram] {
    /// The programs that show fonts, by name.
    package var groups: [ProgramGroup] {
        var groups: [KnownProgram: [RunningProgram]] = [:]
        for process in self {
            if let program = KnownProgram(process) { groups[program, default: []].append(process) }
        }
        return groups.map { program, processes in
            ProgramGroup(
                program: program,
                processes: processes.sorted { $0.user.processIdentifier < $1.user.processIdentifier })
        }.sorted { ($0.program.name.lowercased(), $0.program.id) < ($1.program.name.lowercased(), $1.program.id) }
    }

    /// Whether GTK's programs are notified of changes.
    package var areNotified: Bool { contains(where: \.notifiesPrograms) }
}

extension [ProgramGroup] {
    /// Returns the programs that show a change at a time.
    ///
    /// - Parameter areNotified: Whether GTK's programs are notified of changes.
    package func following(_ wanted: ExplainedFont.Following..., areNotified: Bool) -> [ProgramGroup] {
        filter { group in
            let following = group.program.following
            return wanted.contains(
                following != .settingsDaemon ? following : areNotified ? .seconds : .restart)
        }
    }

    /// Returns the programs with the processes that started before a time.
    package func started(before time: Double) -> [ProgramGroup] {
        compactMap { group in
            let processes = group.processes.filter { $0.startedAt < time }
            return processes.isEmpty ? nil : ProgramGroup(program: group.program, processes: processes)
        }
    }

    /// The programs with their process ids, on one line.
    package var listText: Message { Message(map(\.text), separator: ", ") }
}
