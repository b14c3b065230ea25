public import FontModel

/// A request for a picture of texts in fonts.
///
/// It names its font files by their place in a list that goes with it. `FontPictures` draws it by `fontd-preview`, a process
/// without rights, which alone reads the fonts.
public struct Specimen: Sendable, Hashable {
    /// The formats of the picture.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Pixels, one to a point.
        case png
        /// Outlines without text.
        case svg
        /// One page with text and the used glyphs of its fonts.
        case pdf
        /// Pixels for a terminal, as sixel graphics.
        case sixel
    }

    /// A face at a location of its axes.
    public struct Face: Sendable, Hashable {
        /// The place of its file among those of the request.
        public var file: Int
        /// The index of the face in the file, 0 unless it is a collection.
        public var index: Int
        /// The values of axes by tag (`fvar`); axes that are missing here are at their default, values beyond the end of an
        /// axis are at that end, and axes that the face lacks are ignored.
        public var axes: [String: Double]

        public init(file: Int, index: Int, axes: [String: Double] = [:]) {
            self.file = file
            self.index = index
            self.axes = axes
        }
    }

    /// One line of text.
    public struct Line: Sendable, Hashable {
        /// The text, without line breaks.
        public var text: String
        /// The size in points, within ``Specimen/Limits/sizes``.
        public var size: Double
        /// The faces, each for the characters that those before it lack; at least one.
        public var faces: [Face]
        /// Whether the line names the lines after it, and has a fainter colour.
        public var isCaption: Bool
        /// The colour as 0xRRGGBBAA; nil for that of text or captions on its ground.
        public var color: UInt32?
        /// The space after each character in points, within ``Specimen/Limits/spacings``.
        public var spacing: Double
        /// The settings of OpenType features in all faces, at most `FontFeatureSetting.limit`.
        public var features: [FontFeatureSetting]

        public init(
            text: String, size: Double, faces: [Face] = [], isCaption: Bool = false, color: UInt32? = nil,
            spacing: Double = 0, features: [FontFeatureSetting] = []
        ) {
            self.text = text
            self.size = size
            self.faces = faces
            self.isCaption = isCaption
            self.color = color
            self.spacing = spacing
            self.features = features
        }
    }

    /// Lines beside each other.
    ///
    /// Horizontal lines are on one baseline, and those at the same place of all rows are a column. Vertical lines run from
    /// top to bottom with one upper end, and have no columns with other rows.
    public struct Row: Sendable, Hashable {
        /// The lines, at least one: from left to right, or vertical ones from right to left.
        public var cells: [Line]
        /// Whether the ground is dark and the text light.
        public var isDark: Bool
        /// Whether the lines are vertical: East Asian characters upright with the font's vertical forms and metrics, others
        /// turned to the right (UAX 50).
        public var isVertical: Bool

        public init(_ cells: [Line], isDark: Bool = false, isVertical: Bool = false) {
            self.cells = cells
            self.isDark = isDark
            self.isVertical = isVertical
        }
    }

    /// The format of the picture.
    public var format: Format
    /// The rows, from top to bottom.
    public var rows: [Row]

    public init(format: Format, rows: [Row]) {
        self.format = format
        self.rows = rows
    }

    /// The lines, row by row.
    public var lines: [Line] { rows.flatMap(\.cells) }

    /// The limits of pictures, which bound the time and memory of drawing.
    public enum Limits {
        /// The length of all texts in bytes of UTF-8.
        public static let textLength = 32_768
        /// The number of lines: a table of 80 styles at 12 sizes on 2 grounds.
        public static let lines = 2_048
        /// The number of font files.
        public static let files = 64
        /// The number of faces of one line.
        public static let facesPerLine = 32
        /// The spaces between characters in points.
        public static let spacings = -1_000.0...1_000.0
        /// The sizes of text in points.
        public static let sizes = 1.0...1_000.0
        /// The width and height in pixels or points.
        public static let side = 16_384
        /// The number of pixels: 64 Mi.
        public static let area = 64 << 20
        /// The number of reported missing characters.
        public static let missing = 1_000
    }
}
