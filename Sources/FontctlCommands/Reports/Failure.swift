import FontRegistry

/// The error of a command without a result.
struct Failure: Report {
    var code: Int?
    var fault: String?
    var message: String
    var file: String?
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

    var json: JSON { ["error": error] }

    /// The error as a member of a document.
    var error: JSON {
        ["code": JSON(code), "fault": JSON(fault), "message": .string(message), "file": JSON(file)]
    }

    var text: TextOutput { TextOutput() }

    var diagnostics: [String] {
        ["\(file.map { "\($0): " } ?? "")\(message)\(advice)\(code.map { " (\($0))" } ?? "")"]
    }
}
