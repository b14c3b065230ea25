import FontRegistry

/// The processes of one program.
struct ProgramGroup: Sendable {
    var program: KnownProgram
    /// The processes, sorted by number.
    var processes: [RunningProgram]

    /// The processes that no other process of the program started.
    var roots: [RunningProgram] {
        let own = Set(processes.map(\.user.processIdentifier))
        return processes.filter { !own.contains($0.parent) }
    }

    /// The name with the numbers of the processes to end for a restart.
    var text: String {
        let numbers = roots.map { "\($0.user.processIdentifier)" }
        return "\(program.name) (pid \(numbers.listText))"
    }

    /// Whether the processes are of a program, or of any program of a toolkit.
    func isOf(_ other: KnownProgram) -> Bool {
        program.id == other.id || other.isToolkit && program.engine == other.engine
    }
}

extension [RunningProgram] {
    /// The programs that show fonts, by name.
    var groups: [ProgramGroup] {
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
    var areNotified: Bool { contains(where: \.notifiesPrograms) }
}

extension [ProgramGroup] {
    /// Returns the programs that show a change at a time.
    ///
    /// - Parameter areNotified: Whether GTK's programs are notified of changes.
    func following(_ wanted: FontEngine.Following..., areNotified: Bool) -> [ProgramGroup] {
        filter { group in
            let following = group.program.following
            return wanted.contains(
                following != .settingsDaemon ? following : areNotified ? .seconds : .restart)
        }
    }

    /// Returns the programs with the processes that started before a time.
    func started(before time: Double) -> [ProgramGroup] {
        compactMap { group in
            let processes = group.processes.filter { $0.startedAt < time }
            return processes.isEmpty ? nil : ProgramGroup(program: group.program, processes: processes)
        }
    }

    /// The programs with their process ids, on one line.
    var listText: String { map(\.text).joined(separator: ", ") }

    /// The programs for JSON, each with all its processes.
    var json: JSON {
        .array(
            map { group in
                [
                    "program": .string(group.program.name),
                    "pids": .array(group.processes.map { JSON(Int($0.user.processIdentifier)) }),
                    "follows": .string(group.program.following.rawValue),
                ]
            })
    }
}
