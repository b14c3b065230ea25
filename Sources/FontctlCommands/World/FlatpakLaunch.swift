import Foundation

/// Whether a command starts a program in a Flatpak sandbox.
///
/// `FONTCONFIG_FILE` would go with it into the sandbox, where the file is not, and take the runtime's own configuration away.
enum FlatpakLaunch {
    /// - Parameter path: The folders in which the program is looked for, as in `PATH`.
    static func isOne(_ command: [String], path: String?) -> Bool {
        guard let program = command.first else { return false }
        if program.split(separator: "/").last == "flatpak" {
            return command.dropFirst().first { !$0.hasPrefix("-") } == "run"
        }
        // Flatpak makes a script for every app, which ends in `flatpak run`.
        let folders = program.contains("/") ? [""] : (path ?? "").split(separator: ":").map { $0 + "/" }
        let found = folders.lazy.map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
        return found?.contains("/flatpak/exports/bin/") ?? false
    }
}
