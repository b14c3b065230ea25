import FontAdvice
import FontRegistry

/// The error of a command without a result.
struct Failure: Report {
    var code: Int?
    var fault: String?
    var message: Message
    var file: String?
    /// Why a file or a catalogue could not be used.
    private var cause: String?
    /// The right usage, if the command line was wrong.
    var usage: String?
    var exitStatus: Int32
    /// The advice to run a shell command.
    private var advice: Message?

    init(_ error: FontError) {
        code = error.code.rawValue
        fault = error.storeFault?.rawValue
        cause = error.cause?.word
        message = error.advised
        file = error.file
        if let command = error.file.flatMap({ PackedFile.registration(for: error, of: $0) }) {
            advice = .run(command)
        }
        exitStatus = error.storeFault == nil ? ExitStatus.failed : ExitStatus.unavailable
    }

    init(_ message: Message, exitStatus: Int32) {
        self.message = message
        self.exitStatus = exitStatus
    }

    /// Creates the error for a command line that cannot be parsed.
    ///
    /// - Parameter text: The text for people in English: the error, help on an argument, and the usage with a hint
    ///   below it.
    init(usage text: String, exitStatus: Int32) {
        let parts = text.split(separator: "\nUsage: ", maxSplits: 1)
        let message = parts.first?.split(separator: "\nHelp: ", maxSplits: 1).first.map(String.init) ?? ""
        self.message = Message(
            verbatim: message.hasPrefix("Error: ") ? String(message.dropFirst("Error: ".count)) : message)
        usage = parts.count == 2 ? parts[1].split(separator: "\n").first.map(String.init) : nil
        self.exitStatus = exitStatus
    }

    var json: JSON { ["error": error] }

    /// The error as a member of a document.
    var error: JSON {
        [
            "code": JSON(code), "fault": JSON(fault), "message": .string(message.description), "file": JSON(file),
            "cause": cause.map(JSON.string), "usage": usage.map(JSON.string),
        ]
    }

    var text: TextOutput { TextOutput() }

    var diagnostics: [String] {
        let sentences = [message, advice].compactMap(\.self)
        return ["\(file.map { "\($0): " } ?? "")\(tr(Message(sentences)))\(code.map { " (\($0))" } ?? "")"]
    }
}

extension FontError {
    /// The message, followed by the command that resolves the error if there is one that does not depend on the
    /// operation.
    var advised: Message {
        // The service's messages have the permission already.
        command.flatMap { message.hasSuffix($0.description) ? nil : Message([text, $0]) } ?? text
    }

    /// The advised message in English, for documents.
    var advisedMessage: String { advised.description }

    private var command: Message? {
        if let permission = cause?.permission { return permission }
        switch recovery.first {
        case .enable(let id): return "`\(ShellWords.line(["fontctl", "enable", id]))` shows it again."
        case .chooseRegistered: return "`fontctl list` shows the registered fonts."
        case .repairStore: return .run("fontctl doctor --repair")
        case .exportAndImport:
            return "`fontctl export FILE` of that version writes the export, and `fontctl import FILE` reads it."
        default: return nil
        }
    }
}

extension Message {
    /// Returns the advice to run a shell command.
    static func run(_ command: String) -> Message { "Run `\(command)`." }
}
