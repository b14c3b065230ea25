import FontAdvice
import FontModel

/// Corrections of the parser's messages that would lead to another mistake, or that say less than is known.
enum UsageErrors {
    /// Returns the message of an error for a command line, in English.
    ///
    /// - Parameters:
    ///   - message: The parser's message, with help on an argument and the usage below it.
    ///   - arguments: The arguments of the command line, the command first.
    static func corrected(_ message: String, for arguments: [String]) -> String {
        let first = String(message.prefix { $0 != "\n" })
        let rest = message[first.endIndex...]
        if let flags = exclusiveFlags(first) {
            let text: Message =
                flags.0 == flags.1
                ? "\(flags.0) was specified twice. Specify it once."
                : "\(flags.0) and \(flags.1) exclude each other. Specify only one of them."
            return "Error: \(UsageMessages.text(text))\(rest)"
        }
        // The parser and the commands look for missing arguments first, but an unknown option may be the reason why one is missing.
        let isMissing = ["Error: Missing expected argument", "Error: Specify "].contains(where: first.hasPrefix)
        if isMissing, let option = unknownOption(in: arguments) {
            let usage = message.firstRange(of: "\nUsage: ").map { message[$0.lowerBound...] } ?? ""
            return NearWords.corrected("Error: Unknown option '\(option)'.\(usage)", for: arguments)
        }
        return NearWords.corrected(message, for: arguments)
    }

    /// Returns two flags for one value, of which the first was specified first.
    private static func exclusiveFlags(_ error: String) -> (String, String)? {
        let parts = error.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "Error: Value to be set with flag ",
            parts[2] == " had already been set with flag "
        else { return nil }
        return (String(parts[3]), String(parts[1]))
    }

    /// Returns the first option that the command does not have.
    private static func unknownOption(in arguments: [String]) -> String? {
        let named = NamedCommand.of(arguments)
        guard !named.words.isEmpty, let command = DeclaredArguments(of: named.type) else { return nil }
        let known = LeadingFlags.all.union(["--help", "-h", "--version"]).union(command.named.flatMap(\.names))
        for word in arguments.dropFirst(named.words.count).prefix(while: { $0 != "--" })
        where word.hasPrefix("-") && word.count > 1 {
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            // A negative number is a value.
            if name.last?.isNumber != true, !known.contains(name) { return name }
        }
        return nil
    }
}
