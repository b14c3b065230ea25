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
}

extension FontctlContext {
    /// Records what the command changed in the store of all users.
    func record(_ changes: [String], status: Int32) {
        guard !changes.isEmpty else { return }
        let user = variables["SUDO_USER"].map { "\($0) by sudo" } ?? FontPaths.name(of: geteuid())
        journal(
            DisplayText.harmless(
                "\(user): \(ShellWords.line(words)) (exit status \(status)): \(changes.text(first: 20))"))
    }
}
