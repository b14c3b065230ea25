import Foundation

/// The detection of commands that start a program in a Flatpak sandbox.
///
/// `FONTCONFIG_FILE` would be passed into the sandbox, where the file does not exist, and disable the runtime's own
/// configuration.
///
/// The detection covers the program itself, programs that `env` starts, and the commands of a shell with `-c`, up to
/// the first quotation or substitution. It does not cover programs that are started by other programs and scripts.
enum FlatpakLaunch {
    /// - Parameter path: The folders in which the program is searched for, as in `PATH`.
    static func isOne(_ command: [String], path: String?) -> Bool {
        guard let program = command.first else { return false }
        switch program.split(separator: "/").last {
        case "flatpak": return command.dropFirst().first { !$0.hasPrefix("-") } == "run"
        case "env": return isOne(startedByEnv(command.dropFirst()), path: path)
        case "sh", "bash", "dash", "ksh", "zsh":
            return startedByShell(command.dropFirst()).contains { isOne($0, path: path) }
        default: break
        }
        // Flatpak creates a script for every application, which runs `flatpak run`.
        let folders = program.contains("/") ? [""] : (path ?? "").split(separator: ":").map { $0 + "/" }
        let found = folders.lazy.map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
        return found?.contains("/flatpak/exports/bin/") ?? false
    }

    /// Returns the arguments of `env` without its options and variables.
    private static func startedByEnv(_ arguments: ArraySlice<String>) -> [String] {
        var rest = arguments
        while let first = rest.first, first.hasPrefix("-") {
            let takesAnother = ["-u", "--unset", "-C", "--chdir"].contains(first)
            rest = rest.dropFirst(takesAnother ? 2 : 1)
            if first == "--" { break }
        }
        return Array(rest.drop { $0.contains("=") })
    }

    /// Returns the commands in the text of a shell's `-c`, split into words.
    private static func startedByShell(_ arguments: ArraySlice<String>) -> [[String]] {
        let options = arguments.prefix { $0.hasPrefix("-") }
        guard options.contains(where: { !$0.hasPrefix("--") && $0.contains("c") }),
            let text = arguments.dropFirst(options.count).first
        else { return [] }
        // Words cannot be split reliably after the first special character.
        let plain = text.prefix { !"'\"\\$`#<>(){}".contains($0) }
        return plain.split { ";&|\n".contains($0) }.map { command in
            Array(command.split { " \t".contains($0) }.map(String.init).drop { $0 == "exec" || $0.contains("=") })
        }
    }
}
