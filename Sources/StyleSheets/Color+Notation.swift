extension Color {
    /// Creates a colour from a literal: one of UIKit's names, hexadecimal digits, or `rgb(…)`; nil for any other text.
    ///
    /// - `#FFAB01`, `#08224CFF`, both also without `#`; the opacity is last. Three or four digits are no colour.
    /// - `rgb(8, 34, 76)`, `rgba(8, 34, 76, 255)`, both also without the word; all numbers are integers from 0 to 255.
    /// - `black`, `darkGray`, `lightGray`, `white`, `gray`, `red`, `green`, `blue`, `cyan`, `yellow`, `magenta`, `orange`,
    ///   `purple`, `brown`, `clear`.
    public init?(_ text: String) {
        if let color = Self.named[text] ?? Self.hexadecimal(text) ?? Self.components(text) {
            self = color
        } else {
            return nil
        }
    }

    /// Creates a colour from its components as bytes, such as `0x08224CFF`; the opacity is last.
    public init(rgba: UInt32) { self.init(bytes: [24, 16, 8, 0].map { Int(rgba >> $0 & 0xFF) }) }

    /// The components as bytes, such as `0x08224CFF`; the opacity is last.
    public var rgba: UInt32 {
        let (red, green, blue, alpha) = bytes
        return [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The notation `rgba(r, g, b, a)`, which old and new versions of GTK read.
    package var functionalNotation: String {
        let (red, green, blue, _) = bytes
        return "rgba(\(red), \(green), \(blue), \(CSSText.number(alpha)))"
    }

    private init(_ red: Double, _ green: Double, _ blue: Double) { self.init(red: red, green: green, blue: blue) }

    private static let named: [String: Color] = [
        "black": Color(0, 0, 0), "darkGray": Color(1 / 3, 1 / 3, 1 / 3), "lightGray": Color(2 / 3, 2 / 3, 2 / 3),
        "white": Color(1, 1, 1), "gray": Color(0.5, 0.5, 0.5), "red": Color(1, 0, 0), "green": Color(0, 1, 0),
        "blue": Color(0, 0, 1), "cyan": Color(0, 1, 1), "yellow": Color(1, 1, 0), "magenta": Color(1, 0, 1),
        "orange": Color(1, 0.5, 0), "purple": Color(0.5, 0, 0.5), "brown": Color(0.6, 0.4, 0.2),
        "clear": Color(red: 0, green: 0, blue: 0, alpha: 0),
    ]

    private static func hexadecimal(_ text: String) -> Color? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        return Color(rgba: digits.utf8.count == 6 ? number << 8 | 0xFF : number)
    }

    private static func components(_ text: String) -> Color? {
        let (start, end) = (text.firstIndex(of: "("), text.lastIndex(of: ")"))
        guard let start, let end, start < end, ["", "rgb", "rgba"].contains(text[..<start]),
            text[text.index(after: end)...].isEmpty
        else { return nil }
        let parts = text[text.index(after: start)..<end].split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> Int? in
            let digits = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            guard !digits.isEmpty, digits.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
                return nil
            }
            return Int(String(digits)).flatMap { $0 <= 255 ? $0 : nil }
        }
        guard numbers.count == parts.count, numbers.count == 3 || numbers.count == 4 else { return nil }
        return Color(bytes: numbers)
    }

    private init(bytes: [Int]) {
        let parts = bytes.map { Double($0) / 255 }
        self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count > 3 ? parts[3] : 1)
    }
}
