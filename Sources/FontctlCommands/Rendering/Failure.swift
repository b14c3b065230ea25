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
