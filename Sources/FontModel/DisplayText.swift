/// The one place where text from fonts becomes text that may be shown, logged, stored or sent.
///
/// Names in fonts are hostile: control characters drive terminals, bidirectional overrides reorder what a person
/// reads, lone surrogates abort D-Bus libraries. The display form is valid UTF-8 without any of these.
public enum DisplayText {
    /// Returns the display form of a decoded name.
    ///
    /// Control, format and bidirectional characters, line separators, non-characters and private C1 codes become
    /// `\u{…}` escapes; leading and trailing white space goes; at most ``FontLimits/displayNameLength`` characters stay.
    public static func clean(_ text: some StringProtocol) -> String {
        // Most names are plain ASCII, in which nothing is hostile; the tables of Unicode cost a hundred times as much.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return shortened(text.trimmingSpaces()) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isHostile(scalar) {
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return shortened(String(result).trimmingWhitespace())
    }

    /// Whether a text is in display form: cleaning it again changes nothing.
    public static func isClean(_ text: String) -> Bool { clean(text).utf8.elementsEqual(text.utf8) }

    /// Whether a text of any length has nothing in it that may not be shown.
    public static func isHarmless(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } || !text.unicodeScalars.contains(where: isHostile)
    }

    private static func shortened(_ text: some StringProtocol) -> String {
        // No character is shorter than a byte.
        guard text.utf8.count > FontLimits.displayNameLength, text.count > FontLimits.displayNameLength else {
            return String(text)
        }
        return String(text.prefix(FontLimits.displayNameLength - 1)) + "…"
    }

    /// Whether a scalar may not be shown as it is.
    static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: true
        default: scalar.properties.isNoncharacterCodePoint || scalar.properties.isBidiControl
        }
    }
}

extension StringProtocol {
    /// Without spaces at its ends, for text that has no other white space.
    fileprivate func trimmingSpaces() -> SubSequence {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { $0 != " " }), let last = scalars.lastIndex(where: { $0 != " " })
        else { return self[endIndex...] }
        return self[first...last]
    }
}

extension String {
    fileprivate func trimmingWhitespace() -> String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// `1 face`, `2 faces`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
