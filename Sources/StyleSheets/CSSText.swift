import FontModel

/// The notation of values in CSS (CSS Syntax Level 3, CSSOM section 2.1 "Common serializing idioms").
///
/// The notations are also safe within the element `style` of HTML, because they contain no `<`.
package enum CSSText {
    /// Returns a text as a string in quotation marks.
    package static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": result.unicodeScalars.append("\u{FFFD}")
            case "\"", "\\":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            // Characters that HTML could take for the end of the element, or XML for markup, and those that are unsafe to
            // show.
            case _ where "<>&".unicodeScalars.contains(scalar) || DisplayText.isHostile(scalar):
                result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\" + String(scalar.value, radix: 16, uppercase: true) + " "
    }

    /// Returns a text as an identifier, such as the name of a class.
    ///
    /// - Parameters:
    ///   - text: At least one character.
    ///   - isASCII: Whether other characters are escaped, which GTK 3 needs in the names of colours.
    package static func identifier(_ text: String, isASCII: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            if scalar == "\0" {
                result.unicodeScalars.append("\u{FFFD}")
            } else if isDigit && (result.isEmpty || result == "-") {
                result += escape(scalar)
            } else if isDigit || scalar == "-" && text != "-" || scalar == "_" || scalar.value >= 0xA0 && !isASCII
                || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            {
                result.unicodeScalars.append(scalar)
            } else {
                result += escape(scalar)
            }
        }
        return result
    }

    /// Returns a rule; nothing without declarations.
    package static func rule(_ selector: String, _ declarations: [String]) -> String {
        guard !declarations.isEmpty else { return "" }
        return "\(selector) {\n" + declarations.map { "  \($0);\n" }.joined() + "}\n"
    }

    /// Returns a number without an exponent, with four digits after the point at most.
    ///
    /// Numbers that are not finite, and those beyond a million, count as the nearest number that is none of these.
    package static func number(_ value: Double) -> String {
        let limited = value.isNaN ? 0 : min(max(value, -1_000_000), 1_000_000)
        let parts = Int((limited * 10_000).rounded())
        let (whole, rest) = (abs(parts) / 10_000, abs(parts) % 10_000)
        let sign = parts < 0 ? "-" : ""
        guard rest > 0 else { return sign + String(whole) }
        var digits = String(String(10_000 + rest).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return sign + String(whole) + "." + digits
    }

    /// Returns one number, or the two limits of a range.
    package static func range(_ range: ClosedRange<Double>, unit: String = "") -> String {
        let low = number(range.lowerBound) + unit
        return range.lowerBound == range.upperBound ? low : low + " " + number(range.upperBound) + unit
    }
}
