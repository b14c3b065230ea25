/// Text that is safe for a terminal.
///
/// Names from fonts are clean already; paths, tags and typed text are not.
enum SafeText {
    /// Returns the text on one line, with characters that control terminals or reorder text as `\u{…}`.
    static func line(_ text: some StringProtocol) -> String {
        // Most text is ASCII, which needs no look-up of properties.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(text) }
        guard text.unicodeScalars.contains(where: isHostile) else { return String(text) }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isHostile(scalar) {
                safe.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                safe.append(scalar)
            }
        }
        return String(safe)
    }

    /// Returns whether a scalar must be escaped.
    static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: true
        default: scalar.properties.isNoncharacterCodePoint || scalar.properties.isBidiControl
        }
    }

    /// Returns the number of terminal columns of a text: two for East Asian wide characters, none for combining marks.
    static func columns(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
