import FontAdvice
import FontRegistry

/// The error of a command without a result.
struct Failure: Report {
    var code: Int?
    var fault: String?
    var message: String
    var file: String?
    /// The right usage, if the command line was wrong.
    var usage: String?
    var exitStatus: Int32
    /// The advice to run a shell command, with a leading space.
    private var advice = ""

    init(_ error: FontError) {
        code = error.code.rawValue
        fault = error.storeFault?.rawValue
        message = error.advisedMessage
        file = error.file
        if let command = error.file.flatMap({ PackedFile.registration(for: error, of: $0) }) {
            advice = " Run `\(command)`."
        }
        exitStatus = error.storeFault == nil ? ExitStatus.failed : ExitStatus.unavailable
    }

    init(_ message: String, exitStatus: Int32) {
        self.message = message
        self.exitStatus = exitStatus
    }

    /// Creates the error for a command line that cannot be parsed.
    ///
    /// - Parameter text: The text for people: the error, help on an argument, and the usage with a hint below it.
    init(usage text: String, exitStatus: Int32) {
        let parts = text.split(separator: "\nUsage: ", maxSplits: 1)
        let message = parts.first?.split(separator: "\nHelp: ", maxSplits: 1).first.map(String.init) ?? ""
        self.message = message.hasPrefix("Error: ") ? String(message.dropFirst("Error: ".count)) : message
        usage = parts.count == 2 ? parts[1].split(separator: "\n").first.map(String.init) : nil
        self.exitStatus = exitStatus
    }

    var json: JSON { ["error": error] }

    /// The error as a member of a document.
    var error: JSON {
        [
            "code": JSON(code), "fault": JSON(fault), "message": .string(message), "file": JSON(file),
            "usage": usage.map(JSON.string),
        ]
    }

    var text: TextOutput { TextOutput() }

    var diagnostics: [String] {
        ["\(file.map { "\($0): " } ?? "")\(message)\(advice)\(code.map { " (\($0))" } ?? "")"]
    }
}

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
