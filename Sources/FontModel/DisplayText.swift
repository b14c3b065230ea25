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
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isHostile(scalar) {
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        let trimmed = String(result).trimmingWhitespace()
        guard trimmed.count > FontLimits.displayNameLength else { return trimmed }
        return String(trimmed.prefix(FontLimits.displayNameLength - 1)) + "…"
    }

    /// Whether a scalar may not be shown as it is.
    static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: true
        default: scalar.properties.isNoncharacterCodePoint || scalar.properties.isBidiControl
        }
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
