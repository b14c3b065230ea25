/// The text size that the user prefers (`UIContentSizeCategory`).
///
/// The first seven categories are on the ordinary slider, the others are accessibility sizes.
public enum ContentSizeCategory: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case extraSmall = "XS"
    case small = "S"
    case medium = "M"
    /// The default.
    case large = "L"
    case extraLarge = "XL"
    case extraExtraLarge = "XXL"
    case extraExtraExtraLarge = "XXXL"
    case accessibilityMedium = "AX1"
    case accessibilityLarge = "AX2"
    case accessibilityExtraLarge = "AX3"
    case accessibilityExtraExtraLarge = "AX4"
    case accessibilityExtraExtraExtraLarge = "AX5"

    /// Creates a category from its short name, such as `XL`, or Apple's raw value, such as
    /// `UICTContentSizeCategoryXL`; nil for any other text.
    public init?(name: String) {
        guard let category = Self.allCases.first(where: { $0.rawValue == name || $0.appleName == name }) else {
            return nil
        }
        self = category
    }

    /// Creates the category whose body text is nearest in size to the body text at the default category times a factor.
    ///
    /// Of two that are equally near it is the larger one. An accessibility size is chosen only if the user permits them,
    /// or for factors above that of the largest other category, 23/17.
    /// - Parameters:
    ///   - textScale: The desktop's factor for text, 1 for normal. Values that are not positive numbers count as 1.
    ///   - permitsAccessibilitySizes: Whether the user has turned accessibility sizes on.
    public init(textScale: Double, permitsAccessibilitySizes: Bool = false) {
        let scale = textScale > 0 && textScale.isFinite ? textScale : 1
        let requested = TextStyle.body.pointSize(at: .large) * scale
        let isLarge = requested > TextStyle.body.pointSize(at: .extraExtraExtraLarge)
        let categories = Self.allCases.filter { permitsAccessibilitySizes || isLarge || !$0.isAccessibility }
        func distance(_ category: Self) -> Double { abs(TextStyle.body.pointSize(at: category) - requested) }
        self = categories.reversed().min { distance($0) < distance($1) } ?? .large
    }

    /// Apple's raw value, such as `UICTContentSizeCategoryAccessibilityXL`.
    public var appleName: String {
        let name = isAccessibility ? "Accessibility" + ["M", "L", "XL", "XXL", "XXXL"][index - 7] : rawValue
        return "UICTContentSizeCategory" + name
    }

    /// Whether it is one of the five accessibility sizes, for which layouts turn rows into columns.
    public var isAccessibility: Bool { self > .extraExtraExtraLarge }

    /// The number of steps from the default: -3 for extra small, 8 for the largest.
    public var steps: Int { index - 3 }

    /// The position among all categories, smallest first.
    var index: Int { Self.allCases.firstIndex(of: self) ?? 3 }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.index < rhs.index }
}
