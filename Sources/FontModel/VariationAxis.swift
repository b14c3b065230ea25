/// One axis of a variable face (`fvar`; `kCTFontVariationAxesAttribute`).
public struct VariationAxis: Sendable, Hashable, Codable {
    /// The tag of the axis: four characters, such as `wght`.
    public var tag: String
    /// The display name, in English if the font has it; the tag if the font has no name for the axis.
    public var name: String
    /// The smallest value, in the axis's own unit (`wght`: 1…1000, `wdth`: percent, `slnt`: degrees, `opsz`: points).
    public var minimum: Double
    /// The value of the default location.
    public var defaultValue: Double
    /// The largest value.
    public var maximum: Double
    /// Whether the font requests that user interfaces hide the axis (`fvar` flag 1).
    public var isHidden: Bool

    package init(
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

extension VariationAxis: FieldRecord {
    package init() { self.init(tag: "", name: "", minimum: 0, defaultValue: 0, maximum: 0) }

    package static let fields: [Field<VariationAxis>] = [
        .text("tag", \.tag, isSound: isTag),
        .text("name", \.name),
        .number("min", \.minimum),
        .number("default", \.defaultValue),
        .number("max", \.maximum),
        .flag("hidden", \.isHidden),
    ]
}

/// One named instance of a variable face (`fvar`).
public struct NamedInstance: Sendable, Hashable, Codable {
    /// The display name of the style, such as `SemiBold`.
    public var name: String
    /// The PostScript name of the instance.
    ///
    /// The name that the font gives in `fvar`, or else `Family-Style` formed from the name table, as Apple does.
    public var postscriptName: String
    /// Whether the PostScript name comes from `fvar`; false if it was formed from the name table.
    public var hasOwnPostScriptName: Bool
    /// The location of the instance: the values of the axes by tag, in the axes' own units.
    public var coordinates: [String: Double]
    /// Whether the location is the default location of the face.
    public var isDefault: Bool

    package init(
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

extension NamedInstance: FieldRecord {
    package init() {
        self.init(name: "", postscriptName: "", hasOwnPostScriptName: false, coordinates: [:], isDefault: false)
    }

    package static let fields: [Field<NamedInstance>] = [
        .text("name", \.name),
        .text("postscriptName", \.postscriptName),
        .numbers("coordinates", \.coordinates),
        .flag("ownName", \.hasOwnPostScriptName),
        .flag("isDefault", \.isDefault),
    ]
}
