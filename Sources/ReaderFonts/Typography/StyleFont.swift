/// The font of a style: a PostScript name, or the desktop's interface font in a weight.
public enum StyleFont: Sendable, Hashable, Codable {
    case postScriptName(String)
    /// The interface font.
    ///
    /// - `weight`: 1…1000, 400 for regular.
    /// - `isMonospacedDigit`: Whether all digits have one width (OpenType feature `tnum`).
    case system(weight: Double, isItalic: Bool = false, isMonospacedDigit: Bool = false)

    /// Reads the value of `font-name`; the forms for the system's font are compared without case.
    ///
    /// They are `System`, `BoldSystem`, `ItalicSystem`, `System-<weight>` and `MonospacedDigitSystem-<weight>`.
    public init(_ name: String) {
        let text = name.lowercased()
        switch text {
        case "system": self = .system(weight: 400)
        case "boldsystem": self = .system(weight: 700)
        case "italicsystem": self = .system(weight: 400, isItalic: true)
        default:
            let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
            if parts.count == 2, let weight = Self.weights[parts[1]],
                parts[0] == "system" || parts[0] == "monospaceddigitsystem"
            {
                self = .system(weight: weight, isMonospacedDigit: parts[0] != "system")
            } else {
                self = .postScriptName(name)
            }
        }
    }

    private static let weights: [String: Double] = [
        "ultralight": 100, "ultra-light": 100, "thin": 200, "light": 300, "regular": 400, "medium": 500,
        "semibold": 600, "semi-bold": 600, "bold": 700, "heavy": 800, "black": 900,
    ]
}
