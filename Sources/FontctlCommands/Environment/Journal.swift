import FontRegistry
import Glibc

extension FontctlContext {
    /// Writes a line to the system's journal, by syslog(3), which journald receives, too; without one it does nothing.
    static func writeToJournal(_ line: String) {
        line.withCString { line in
            withVaList([line]) { vsyslog(LOG_USER | LOG_NOTICE, "%s", $0) }
        }
    }

    /// Records what the command changed in the store of all users.
    func record(_ changes: [String], status: Int32) {
        guard !changes.isEmpty else { return }
        let user = variables["SUDO_USER"].map { "\($0) by sudo" } ?? FontPaths.name(of: geteuid())
        journal(
            DisplayText.harmless(
                "\(user): \(ShellWords.line(words)) (exit status \(status)): \(changes.text(first: 20))"))
    }
}
