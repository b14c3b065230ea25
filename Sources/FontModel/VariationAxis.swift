/// One axis of a variable face (`fvar`; `kCTFontVariationAxesAttribute`).
public struct VariationAxis: Sendable, Hashable, Codable {
    /// Four characters, such as `wght`.
    public var tag: String
    /// The name to show, in English where the font has it; the tag if it has none.
    public var name: String
    /// The smallest value, in the axis's own unit (`wght`: 1…1000, `wdth`: percent, `slnt`: degrees, `opsz`: points).
    public var minimum: Double
    /// The value of the default location.
    public var defaultValue: Double
    /// The largest value.
    public var maximum: Double
    /// Whether the font asks that the axis is not shown to people (`fvar` flag 1).
    public var isHidden: Bool

    public init(
        tag: String, name: String, minimum: Double, defaultValue: Double, maximum: Double, isHidden: Bool = false
    ) {
        self.tag = tag
        self.name = name
        self.minimum = minimum
        self.defaultValue = defaultValue
        self.maximum = maximum
        self.isHidden = isHidden
    }
}

/// One named instance of a variable face (`fvar`).
public struct NamedInstance: Sendable, Hashable, Codable {
    /// The style name to show, such as `SemiBold`.
    public var name: String
    /// The PostScript name that answers to this instance.
    ///
    /// The one the font gives in `fvar`, else `Family-Style` formed from the name table, as Apple does.
    public var postscriptName: String
    /// Whether `fvar` itself gives the PostScript name; false when it was formed.
    public var hasOwnPostScriptName: Bool
    /// The location, by axis tag, in the axes' own units.
    public var coordinates: [String: Double]
    /// Whether the location is the default location of the face.
    public var isDefault: Bool

    public init(
        name: String, postscriptName: String, hasOwnPostScriptName: Bool, coordinates: [String: Double],
        isDefault: Bool
    ) {
        self.name = name
        self.postscriptName = postscriptName
        self.hasOwnPostScriptName = hasOwnPostScriptName
        self.coordinates = coordinates
        self.isDefault = isDefault
    }
}
