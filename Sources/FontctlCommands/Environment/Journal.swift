import FontRegistry
import Glibc

/// The system's journal, in which changes of the fonts of all users are recorded.
enum Journal {
    /// Writes a line, by syslog(3), which journald receives, too; without a journal it does nothing.
    static func write(_ line: String) {
        line.withCString { line in
            withVaList([line]) { vsyslog(LOG_USER | LOG_NOTICE, "%s", $0) }
        }
    }

    /// The most names in one line.
    private static let namesShown = 20

    /// Returns the line for a change by a command, or nil if nothing was changed.
    ///
    /// - Parameters:
    ///   - words: The words of the command line.
    ///   - variables: The environment, in which sudo names the user.
    static func line(_ changes: [String], by words: [String], _ variables: [String: String], status: Int32) -> String? {
        guard !changes.isEmpty else { return nil }
        let user = variables["SUDO_USER"].map { "\($0) by sudo" } ?? FontPaths.name(of: geteuid())
        return DisplayText.harmless(
            "\(user): \(ShellWords.line(words)) (exit status \(status)): \(changes.text(first: namesShown))"
        )
    }
}
