public import FontModel

/// The face of a family that is nearest to a style, and its location in the family's variations.
public struct FontMatch: Sendable, Hashable, Codable {
    /// The parts of a style.
    public struct Parts: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The weight.
        public static let weight = Parts(rawValue: 1 << 0)
        /// The width.
        public static let width = Parts(rawValue: 1 << 1)
        /// The slope, which is also unmet if an oblique face stands in for an italic one or has another angle.
        public static let slope = Parts(rawValue: 1 << 2)
    }

    /// The face; with the named instance that lies exactly at ``coordinates``, if there is one.
    public var font: FontDescriptor
    /// The values of all axes of a variable face by tag, within their limits; empty for a static face.
    ///
    /// `wght`, `wdth`, `ital`, `slnt` and `opsz` have the values nearest to the style, and all others their defaults.
    public var coordinates: [String: Double]
    /// The parts of the style that the face does not have.
    public var unmet: Parts
    /// Whether a renderer should embolden the glyphs: weight 600 or more is wanted, and the face is lighter.
    public var needsSyntheticBold: Bool
    /// Whether a renderer should slant the glyphs: a slope is wanted, and the face is upright.
    public var needsSyntheticOblique: Bool

    public init(
        font: FontDescriptor, coordinates: [String: Double] = [:], unmet: Parts = [], needsSyntheticBold: Bool = false,
        needsSyntheticOblique: Bool = false
    ) {
        self.font = font
        self.coordinates = coordinates
        self.unmet = unmet
        self.needsSyntheticBold = needsSyntheticBold
        self.needsSyntheticOblique = needsSyntheticOblique
    }
}
