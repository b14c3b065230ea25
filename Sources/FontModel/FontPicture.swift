/// The way in which fonts are drawn for a picture.
public struct PictureOptions: Sendable, Hashable {
    /// The format of a picture.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case png
        case svg
        /// A page with text, which contains parts of the fonts.
        case pdf
    }

    public var format: Format
    /// The text, whose lines are shown one below the other; nil for samples of each font's scripts.
    ///
    /// It has 1 byte to 32 KiB of UTF-8.
    public var text: String?
    /// The size of the text in points, 1 to 1000; nil for 48, or for more than eight fonts 28.
    public var size: Double?
    /// Whether families and files are shown with all their styles, with one line for each.
    public var showsStyles: Bool
    /// Whether the first line of each font is shown in sizes from 8 to 72 points, without ``size``.
    public var isWaterfall: Bool
    /// Whether the text is light on a dark ground.
    public var isDark: Bool
    /// The values of the axes of variable fonts by tag, within the ranges of the fonts.
    public var axes: [String: Double]
    /// The settings of OpenType features, at most ``FontFeatureSetting/limit``; of two for one feature the last counts.
    ///
    /// Without a setting the features that a script needs, and those that texts usually have, such as ligatures, are on.
    public var features: [FontFeatureSetting]
    /// Whether lines run from top to bottom, and follow each other from right to left, as in Chinese and Japanese.
    ///
    /// Characters of East Asian scripts are upright, with the forms (`vert`) and the metrics (`vhea`, `VORG`) that a font has
    /// for that; others are turned to the right.
    public var isVertical: Bool

    public init(
        format: Format = .png, text: String? = nil, size: Double? = nil, showsStyles: Bool = false,
        isWaterfall: Bool = false, isDark: Bool = false, axes: [String: Double] = [:],
        features: [FontFeatureSetting] = [], isVertical: Bool = false
    ) {
        self.format = format
        self.text = text
        self.size = size
        self.showsStyles = showsStyles
        self.isWaterfall = isWaterfall
        self.isDark = isDark
        self.axes = axes
        self.features = features
        self.isVertical = isVertical
    }
}

/// A picture of texts in fonts.
public struct FontPicture: Sendable, Hashable {
    /// The bytes of a file in the format that was asked for.
    public var bytes: [UInt8] = []
    /// The width and the height in pixels, or of a PDF in points.
    public var width = 0
    public var height = 0
    /// The fonts that drew part of the text, without those of captions.
    public var fonts: [FontDescriptor] = []
    /// The characters that no font has, each once, at most 1,000.
    public var missing = ""
    /// The number of styles beyond 64 that are not shown.
    public var leftOut = 0

    package init() {}
}

extension PictureOptions: FieldRecord {
    /// Creates the options for a picture in PNG, without a text of the caller.
    public init() { self.init(format: .png) }

    /// The members of the options of `Preview`, none of which is required.
    package static let fields: [Field<PictureOptions>] = [
        Field.word("format", \.format).withDefault,
        .text("text", \.text),
        .number("size", \.size),
        Field.flag("styles", \.showsStyles).withDefault,
        Field.flag("waterfall", \.isWaterfall).withDefault,
        Field.flag("dark", \.isDark).withDefault,
        Field.numbers("axes", \.axes).withDefault,
        .features("features", \.features),
        .flag("vertical", \.isVertical, isRequired: false),
    ]
}

extension FontPicture: FieldRecord {
    /// The members of the answer of `Preview`, whose bytes are in a file.
    package static let fields: [Field<FontPicture>] = [
        .derived("size", .integer) { .integer($0.bytes.count) },
        .integer("width", \.width),
        .integer("height", \.height),
        .records("faces", \.fonts),
        .text("missing", \.missing),
        Field.integer("leftOut", \.leftOut).withoutEmpty,
    ]
}
