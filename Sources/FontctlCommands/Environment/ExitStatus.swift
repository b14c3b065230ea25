/// The exit statuses of the program.
enum ExitStatus {
    static let done: Int32 = 0
    /// At least one item failed, was not found or is not valid.
    static let failed: Int32 = 1
    /// `EX_USAGE`.
    static let usage: Int32 = 64
    /// `EX_UNAVAILABLE`: the store cannot be used.
    static let unavailable: Int32 = 69
    /// Returns the status for a command that a signal ended, as in a shell: 130 for Ctrl-C.
    static func ended(by signal: Int32) -> Int32 { 128 + signal }

    /// The status of `exec` for a command that exists and cannot be run, as in a shell.
    static let notExecutable: Int32 = 126
    /// The status of `exec` for a command that does not exist, as in a shell.
    static let commandNotFound: Int32 = 127
}
