/// A picture of texts in fonts.
package struct Specimen: Sendable, Hashable {
    /// The formats of the picture.
    package enum Format: String, Sendable, Hashable, CaseIterable {
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
    package struct Face: Sendable, Hashable {
        /// The place of its file among those of the request.
        package var file: Int
        /// The index of the face in the file.
        package var index: Int
        /// The values of axes by tag; axes that are missing here are at their default.
        package var axes: [String: Double]

        package init(file: Int, index: Int, axes: [String: Double] = [:]) {
            self.file = file
            self.index = index
            self.axes = axes
        }
    }

    /// One line of text.
    package struct Line: Sendable, Hashable {
        /// The text, without line breaks.
        package var text: String
        /// The size in points.
        package var size: Double
        /// The faces, each for the characters that those before it lack; at least one.
        package var faces: [Face]
        /// Whether the line names the lines after it, and has a fainter colour.
        package var isCaption: Bool
        /// The colour as 0xRRGGBBAA; nil for that of text or captions on its ground.
        package var color: UInt32?
        /// The space after each character in points.
        package var spacing: Double

        package init(
            text: String, size: Double, faces: [Face] = [], isCaption: Bool = false, color: UInt32? = nil,
            spacing: Double = 0
        ) {
            self.text = text
            self.size = size
            self.faces = faces
            self.isCaption = isCaption
            self.color = color
            self.spacing = spacing
        }
    }

    /// Lines beside each other on one baseline; those at the same place of all rows are a column.
    package struct Row: Sendable, Hashable {
        /// The lines, from left to right.
        package var cells: [Line]
        /// Whether the ground is dark and the text light.
        package var isDark: Bool

        package init(_ cells: [Line], isDark: Bool = false) {
            self.cells = cells
            self.isDark = isDark
        }
    }

    /// The format of the picture.
    package var format: Format
    /// The rows, from top to bottom.
    package var rows: [Row]

    package init(format: Format, rows: [Row]) {
        self.format = format
        self.rows = rows
    }

    /// The lines, row by row.
    package var lines: [Line] { rows.flatMap(\.cells) }

    /// The limits of pictures, which bound the time and memory of drawing.
    package enum Limits {
        /// The length of all texts in bytes of UTF-8.
        package static let textLength = 32_768
        /// The number of lines: a table of 80 styles at 12 sizes on 2 grounds.
        package static let lines = 2_048
        /// The number of font files.
        package static let files = 64
        /// The number of faces of one line.
        package static let facesPerLine = 32
        /// The spaces between characters in points.
        package static let spacings = -1_000.0...1_000.0
        /// The sizes of text in points.
        package static let sizes = 1.0...1_000.0
        /// The width and height in pixels or points.
        package static let side = 16_384
        /// The number of pixels: 64 Mi.
        package static let area = 64 << 20
        /// The number of reported missing characters.
        package static let missing = 1_000
    }
}

/// A picture that was drawn.
package struct DrawnSpecimen: Sendable, Hashable {
    /// The file.
    package var bytes: [UInt8]
    /// The width in pixels, or in points for formats without pixels.
    package var width: Int
    /// The height in pixels or points.
    package var height: Int
    /// For each line the places of the faces in its list that drew part of it, in the order of the list.
    package var used: [[Int]]
    /// The characters that no face of their line has, in their order, each once.
    package var missing: [Unicode.Scalar]

    package init(bytes: [UInt8], width: Int, height: Int, used: [[Int]], missing: [Unicode.Scalar]) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.used = used
        self.missing = missing
    }
}

/// The reason why a picture cannot be drawn.
package enum DrawingFailure: Error, Sendable, Hashable {
    /// The picture exceeds the limits.
    case tooLarge
    /// FreeType or HarfBuzz cannot use a face of the file with this place.
    case unusableFace(file: Int)
    /// There is no memory for the file with this place.
    case memory(file: Int)
    /// cairo failed, with its status.
    case cairo(status: Int)
}
