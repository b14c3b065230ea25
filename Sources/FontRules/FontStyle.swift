/// The style that a caller requests of a family, in the terms of CSS.
///
/// Values outside their range count as the nearest value of it.
public struct FontStyle: Sendable, Hashable, Codable {
    /// The slope of the letters (`font-style`).
    public enum Slope: Sendable, Hashable, Codable {
        /// Upright (`normal`).
        case upright
        /// Italic.
        case italic
        /// Slanted by an angle in degrees to the right, within -90…90; 14 if CSS names none.
        case oblique(degrees: Double = 14)
    }

    /// The weight, 1…1000, 400 for regular (`font-weight`, axis `wght`).
    public var weight: Double
    /// The width in percent of the normal width (`font-width`, axis `wdth`).
    public var width: Double
    /// The slope (`font-style`, axes `ital` and `slnt`).
    public var slope: Slope
    /// The size for the axis `opsz`; nil for the optical size at the font's default location.
    ///
    /// OpenType defines the axis in points. CSS uses the size in its pixels (`font-optical-sizing`).
    public var pointSize: Double?

    public init(weight: Double = 400, width: Double = 100, slope: Slope = .upright, pointSize: Double? = nil) {
        self.weight = weight
        self.width = width
        self.slope = slope
        self.pointSize = pointSize
    }
}
