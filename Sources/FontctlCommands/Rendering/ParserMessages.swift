import FontModel

/// The errors that the argument parser itself words, which it gives as English text.
enum ParserMessages {
    /// Returns the message of an error without the mark and the help; nil for one of another form.
    static func message(_ text: String) -> Message? {
        if let argument = middle(of: text, "Missing expected argument '", "'") {
            return "Missing expected argument '\(argument)'"
        }
        if let arguments = middle(of: text, "Missing one of: '", "'") { return "Missing one of: '\(arguments)'" }
        if let option = middle(of: text, "Missing value for '", "'") { return "Missing value for '\(option)'" }
        if let argument = middle(of: text, "Unexpected argument '", "'") { return "Unexpected argument '\(argument)'" }
        if let parts = text.separated(by: " unexpected arguments: "), let count = Int(parts.0) {
            return "\(count) unexpected arguments: \(parts.1)"
        }
        if let rest = middle(of: text, "The option '", "' was specified."),
            let (option, value) = rest.separated(by: "' does not take any value, but '")
        {
            return "The option '\(option)' does not take any value, but '\(value)' was specified."
        }
        return invalidValue(text)
    }

    /// The message of a value that is invalid, with those that are valid or the reason.
    private static func invalidValue(_ text: String) -> Message? {
        // The name of an argument has no quotation marks, as a value may.
        guard let rest = middle(of: text, "The value '", ""),
            let (value, named) = rest.separated(by: "' is invalid for '"),
            let (name, more) = named.separated(by: "'")
        else { return nil }
        if more.isEmpty { return "The value '\(value)' is invalid for '\(name)'" }
        if let reason = middle(of: more, ": ", "") {
            let known = UsageMessages.message(reason) ?? "\(reason)"
            return "The value '\(value)' is invalid for '\(name)': \(known)"
        }
        if let lines = middle(of: more, ". Please provide one of the following:", "") {
            return "The value '\(value)' is invalid for '\(name)'. Please provide one of the following:\(lines)"
        }
        guard let list = middle(of: more, ". Please provide one of ", ".") else { return nil }
        let choices: Message =
            if let (first, last) = list.separated(by: "' or '") {
                "\(first + "'") or \("'" + last)"
            } else if let (first, last) = list.separated(by: "' and '") {
                "\(first + "'") and \("'" + last)"
            } else {
                "\(list)"
            }
        return "The value '\(value)' is invalid for '\(name)'. Please provide one of \(choices)."
    }

    /// Returns what is between the beginning and the end of a text; nil if it has others.
    private static func middle(of text: String, _ beginning: String, _ end: String) -> String? {
        guard text.hasPrefix(beginning), text.hasSuffix(end), text.count >= beginning.count + end.count else {
            return nil
        }
        return String(text.dropFirst(beginning.count).dropLast(end.count))
    }
}

extension String {
    /// Returns what is before and after the first place of a separator; nil if there is none.
    fileprivate func separated(by separator: String) -> (String, String)? {
        firstRange(of: separator).map { (String(self[..<$0.lowerBound]), String(self[$0.upperBound...])) }
    }
}
