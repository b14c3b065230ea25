import FontRegistry

extension FontError {
    /// The message, followed by the command that resolves the error if there is one that does not depend on the
    /// operation.
    var advisedMessage: String {
        // The service's messages have the permission already.
        command.flatMap { message.hasSuffix($0) ? nil : "\(message) \($0)" } ?? message
    }

    private var command: String? {
        if let permission = cause?.permission { return permission }
        switch recovery.first {
        case .enable(let id): return "`\(ShellWords.line(["fontctl", "enable", id]))` shows it again."
        case .chooseRegistered: return "`fontctl list` shows the registered fonts."
        case .repairStore: return "Run `fontctl doctor --repair`."
        case .exportAndImport:
            return "`fontctl export FILE` of that version writes the export, and `fontctl import FILE` reads it."
        default: return nil
        }
    }
}
