import Foundation

/// Whether a command starts a program in a Flatpak sandbox.
///
/// `FONTCONFIG_FILE` would go with it into the sandbox, where the file is not, and take the runtime's own configuration away.
///
/// Known is what the command line shows: the program itself, what `env` starts, and the commands that a shell is given with
/// `-c`, as far as nothing is quoted or substituted. What other programs and scripts start is not known.
enum FlatpakLaunch {
    /// - Parameter path: The folders in which the program is looked for, as in `PATH`.
    static func isOne(_ command: [String], path: String?) -> Bool {
        guard let program = command.first else { return false }
        switch program.split(separator: "/").last {
        case "flatpak": return command.dropFirst().first { !$0.hasPrefix("-") } == "run"
        case "env": return isOne(startedByEnv(command.dropFirst()), path: path)
        case "sh", "bash", "dash", "ksh", "zsh":
            return startedByShell(command.dropFirst()).contains { isOne($0, path: path) }
        default: break
        }
        // Flatpak makes a script for every app, which ends in `flatpak run`.
        let folders = program.contains("/") ? [""] : (path ?? "").split(separator: ":").map { $0 + "/" }
        let found = folders.lazy.map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
        return found?.contains("/flatpak/exports/bin/") ?? false
    }

    /// What is left of the arguments of `env` behind its options and variables.
    private static func startedByEnv(_ arguments: ArraySlice<String>) -> [String] {
        var rest = arguments
        while let first = rest.first, first.hasPrefix("-") {
            let takesAnother = ["-u", "--unset", "-C", "--chdir"].contains(first)
            rest = rest.dropFirst(takesAnother ? 2 : 1)
            if first == "--" { break }
        }
        return Array(rest.drop { $0.contains("=") })
    }

    /// The commands in the text that a shell is given with `-c`, each in words.
    private static func startedByShell(_ arguments: ArraySlice<String>) -> [[String]] {
        let options = arguments.prefix { $0.hasPrefix("-") }
        guard options.contains(where: { !$0.hasPrefix("--") && $0.contains("c") }),
            let text = arguments.dropFirst(options.count).first
        else { return [] }
        // Up to here a word is what it looks like.
        let plain = text.prefix { !"'\"\\$`#<>(){}".contains($0) }
        return plain.split { ";&|\n".contains($0) }.map { command in
            Array(command.split { " \t".contains($0) }.map(String.init).drop { $0 == "exec" || $0.contains("=") })
        }
    }
}
