/// Conversion of text from fonts into text that is safe to show, log, store and send.
///
/// Names in fonts may be hostile: control characters drive terminals, bidirectional overrides reorder the displayed
/// text, and lone surrogates abort D-Bus libraries. The display form is valid UTF-8 without any of these. All text from
/// fonts passes through this type.
package enum DisplayText {
    /// Returns the display form of a decoded name.
    ///
    /// Control, format and bidirectional characters, line separators, noncharacters and unassigned code points are
    /// replaced with `\u{…}` escapes. Leading and trailing white space is removed. The result has at most
    /// ``FontLimits/displayNameLength`` characters.
    package static func clean(_ text: String) -> String {
        let space = UInt8(ascii: " ")
        // Most names need no change.
        if text.utf8.count <= FontLimits.displayNameLength, text.utf8.first != space, text.utf8.last != space,
            isPrintableASCII(text)
        {
            return text
        }
        let scalars = harmless(text).unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        let trimmed = String(scalars[first...last])
        // The byte count is an upper bound of the character count and is cheaper.
        guard trimmed.utf8.count > FontLimits.displayNameLength, trimmed.count > FontLimits.displayNameLength else {
            return trimmed
        }
        return String(trimmed.prefix(FontLimits.displayNameLength - 1)) + "…"
    }

    /// Returns a text of any length with escapes in place of the characters that are unsafe to show.
    package static func harmless(_ text: String) -> String {
        if isPrintableASCII(text) || !text.unicodeScalars.contains(where: isHostile) { return text }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            if isHostile(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}".utf8
            } else if scalar.isASCII {
                result.append(UInt8(scalar.value))
            } else {
                result += scalar.utf8
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a text is in display form, so that cleaning it again changes nothing.
    package static func isClean(_ text: String) -> Bool { clean(text).utf8.elementsEqual(text.utf8) }

    /// Whether a text of any length contains no characters that are unsafe to show.
    package static func isHarmless(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isHostile) }

    /// Whether a text has only printable ASCII characters, each of which takes one column of a terminal.
    package static func isPrintableASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { (0x20..<0x7F).contains($0) } }
            ?? text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// Whether a scalar is unsafe to show.
    package static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all text is ASCII, and looking up a property takes 100 times as long.
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        return switch scalar.properties.generalCategory {
        // Bidirectional controls are format characters, and noncharacters are unassigned.
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: true
        default: false
        }
    }

    /// Returns a text of another program as a sentence, with a period if it has no end, so that another one can follow.
    package static func sentence(_ text: String) -> String {
        guard let last = text.last, !".!?".contains(last) else { return text }
        return text + "."
    }
}

extension Double {
    /// The number with at most two decimal places, such as `0.5` or `20`.
    package var decimalText: String {
        let rounded = (self * 100).rounded() / 100
        return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}

extension Duration {
    /// The number of seconds, such as `0.5` or `20`.
    package var secondsText: String { (self / .seconds(1)).decimalText }
}

/// Returns a count with its noun, such as `1 face` or `2 faces`.
///
/// - Parameters:
///   - noun: The noun for 1, in English.
///   - plural: The noun for other numbers; nil for one that ends in `s`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> Message {
    func sentence(_ noun: String) -> Message {
        Message(.sentence(Message.Sentence(words: ["", " " + noun], values: [.text("\(count)")])))
    }
    return Message(for: count, one: sentence(noun), many: sentence(plural ?? noun + "s"))
}
