import FontRegistry
import Glibc

extension FontctlContext {
    /// Records what the command changed in the store of all users.
    func record(_ changes: [String], status: Int32) {
        guard !changes.isEmpty else { return }
        let user = variables["SUDO_USER"].map { "\($0) by sudo" } ?? FontPaths.name(of: geteuid())
        journal(
            DisplayText.harmless(
                "\(user): \(ShellWords.line(words)) (exit status \(status)): \(changes.list(first: 20))"))
    }
}
