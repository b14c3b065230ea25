import ArgumentParser
import FontModel
import Synchronization

/// The messages of errors of usage, of which the parser keeps the English text alone.
enum UsageMessages {
    private static let known = Mutex<[String: Message]>([:])

    /// Returns the text of a message for the parser.
    static func text(_ message: Message) -> String {
        let text = message.description
        known.withLock { $0[text] = message }
        return text
    }

    /// Returns the message of a text; nil if the text is not ours.
    static func message(_ text: String) -> Message? { known.withLock { $0[text] } }

    /// Returns an error with help and usage below it, in the language of this process as far as its message is known.
    static func localized(_ error: String) -> String {
        let mark = "Error: "
        guard error.hasPrefix(mark) else { return error }
        let ends = ["\nHelp: ", "\nUsage: "].compactMap { error.firstRange(of: $0)?.lowerBound }
        let end = ends.min() ?? error.endIndex
        let text = String(error[..<end].dropFirst(mark.count))
        let message = message(text) ?? ParserMessages.message(text) ?? "\(text)"
        return tr("Error: \(message)") + error[end...]
    }
}

extension ValidationError {
    /// Creates an error of usage that is printed in the language of the user.
    init(message: Message) { self.init(UsageMessages.text(message)) }
}
