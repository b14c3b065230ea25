/// A font as desktops store it.
public struct FontSetting: Sendable, Hashable, Codable {
    public var family: String
    /// The size in points; nil if the setting has none.
    public var pointSize: Double?
    /// The weight, 1…1000, 400 for regular.
    public var weight: Double
    public var isItalic: Bool

    public init(family: String, pointSize: Double? = nil, weight: Double = 400, isItalic: Bool = false) {
        self.family = family
        self.pointSize = pointSize
        self.weight = weight
        self.isItalic = isItalic
    }

    /// Reads a font description of Pango, GNOME's form, such as `Noto Sans Bold 10`; nil if it has no family.
    ///
    /// Of several families it is the first. Words of width and variations are left out.
    public init?(pango text: String) {
        var words = text.split(separator: " ")
        while let last = words.last, last.hasPrefix("@") || last.hasPrefix("#") { words.removeLast() }
        var size: Double?
        if let last = words.last {
            let isPixels = last.hasSuffix("px")
            if let number = Self.size(last.dropLast(isPixels ? 2 : 0)) {
                // Desktops have 96 pixels per inch before they scale.
                size = isPixels ? number * 72 / 96 : number
                words.removeLast()
            }
        }
        self.init(family: "", pointSize: size)
        while words.count > 1, let last = words.last, !last.hasSuffix(",") {
            let word = last.lowercased().filter { $0 != "-" }
            if let weight = Self.weights[word] {
                self.weight = weight
            } else if word == "italic" || word == "oblique" {
                isItalic = true
            } else if !Self.otherStyles.contains(word) {
                break
            }
            words.removeLast()
        }
        let families = words.joined(separator: " ").split(separator: ",").map(Self.trimmed)
        guard let first = families.first(where: { !$0.isEmpty }) else { return nil }
        family = String(first)
    }

    /// Reads the text of a font of Qt, KDE's form, such as `Noto Sans,10,-1,5,50,0,0,0,0,0`; nil if it is none.
    ///
    /// The fields are the family, the size in points, the size in pixels, a hint, the weight and the slope.
    public init?(qt text: String) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        guard fields.count >= 2, !fields[0].isEmpty else { return nil }
        func number(_ index: Int) -> Double? { index < fields.count ? Self.size(fields[index]) : nil }
        self.init(family: String(fields[0]), pointSize: number(1) ?? number(2).map { $0 * 72 / 96 })
        if fields.count > 4, let weight = Double(fields[4]) { self.weight = Self.weight(qt: weight) }
        isItalic = fields.count > 5 && (fields[5] == "1" || fields[5] == "2")
    }

    private static func size(_ text: some StringProtocol) -> Double? {
        guard let size = Double(text), size > 0, size <= 1_000 else { return nil }
        return size
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Returns the weight in units of CSS: Qt 5 has a scale of its own up to 99, and Qt 6 that of CSS.
    private static func weight(qt weight: Double) -> Double {
        guard weight <= 99 else { return min(weight, 1_000) }
        let scale: [(Double, Double)] = [
            (0, 100), (12, 200), (25, 300), (50, 400), (57, 500), (63, 600), (75, 700), (81, 800), (87, 900),
        ]
        return scale.min { abs($0.0 - weight) < abs($1.0 - weight) }?.1 ?? 400
    }

    private static let weights: [String: Double] = [
        "thin": 100, "ultralight": 200, "extralight": 200, "light": 300, "semilight": 350, "demilight": 350,
        "book": 380, "normal": 400, "regular": 400, "medium": 500, "semibold": 600, "demibold": 600, "bold": 700,
        "ultrabold": 800, "extrabold": 800, "heavy": 900, "black": 900, "ultraheavy": 1_000, "ultrablack": 1_000,
        "extrablack": 1_000,
    ]

    private static let otherStyles: Set<String> = [
        "roman", "smallcaps", "ultracondensed", "extracondensed", "condensed", "semicondensed", "semiexpanded",
        "expanded", "extraexpanded", "ultraexpanded",
    ]
}
