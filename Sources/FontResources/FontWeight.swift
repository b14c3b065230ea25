/// The weight of a style, 1…1000, in the terms of CSS and OpenType (`font-weight`, axis `wght`).
public struct FontWeight: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral
{
    /// The weight, 400 for regular.
    public let rawValue: Double

    public init(rawValue: Double) { self.rawValue = rawValue }

    public init(floatLiteral value: Double) { self.init(rawValue: value) }

    public init(integerLiteral value: Int) { self.init(rawValue: Double(value)) }

    /// Thin, 100.
    public static let thin = FontWeight(rawValue: 100)
    /// Extra light, 200.
    public static let extraLight = FontWeight(rawValue: 200)
    /// Light, 300.
    public static let light = FontWeight(rawValue: 300)
    /// Regular, 400.
    public static let regular = FontWeight(rawValue: 400)
    /// Medium, 500.
    public static let medium = FontWeight(rawValue: 500)
    /// Semibold, 600.
    public static let semiBold = FontWeight(rawValue: 600)
    /// Bold, 700.
    public static let bold = FontWeight(rawValue: 700)
    /// Extra bold, 800.
    public static let extraBold = FontWeight(rawValue: 800)
    /// Black, 900.
    public static let black = FontWeight(rawValue: 900)
}
