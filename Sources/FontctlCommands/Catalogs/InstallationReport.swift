import FontRegistry

/// How an administrator installs fonts for all users.
struct InstallationReport: Report {
    /// The names with the commands; nil for a name that the distribution does not have.
    var rows: [(name: String, command: String?)] = []

    var json: JSON {
        [
            "changed": .bool(false),
            "results": .array(
                rows.map { row in
                    [
                        "query": .string(row.name), "status": .string(row.command == nil ? "not-found" : "offered"),
                        "code": .null, "message": .null, "cause": .null, "face": .null,
                        "installation": JSON(row.command),
                    ]
                }),
            "operations": .array([]), "warnings": .array([]),
        ]
    }

    var text: TextOutput { TextOutput(rows.compactMap { row in row.command.map { [row.name, $0] } }) }

    var diagnostics: [String] {
        rows.filter { $0.command == nil }.map { row in
            "\(row.name): "
                + tr(
                    "No package of the distribution has the name. If a catalogue offers it (`fontctl download --check`), download it for your user; `fontctl resolve` prints its file, which `sudo fontctl register --system FILE` registers for all users."
                )
        }
    }

    var exitStatus: Int32 { rows.allSatisfy { $0.command != nil } ? ExitStatus.done : ExitStatus.failed }
}
