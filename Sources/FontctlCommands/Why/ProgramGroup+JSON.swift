import FontAdvice
import FontRegistry

extension [ProgramGroup] {
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
