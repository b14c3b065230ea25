import FontRegistry

/// A preview that was written.
struct PreviewReport: Report {
    var file: String
    var format: PreviewFormat
    /// The width in pixels or points; nil for a page.
    var width: Int?
    var height: Int?
    /// The fonts that show part of the texts.
    var fonts: [FontDescriptor]
    /// The characters that no font has.
    var missing = ""

    var json: JSON {
        [
            "file": .string(file), "format": .string(format.rawValue), "width": JSON(width), "height": JSON(height),
            "faces": .array(fonts.map(JSON.face)), "missing": .string(missing),
        ]
    }

    var text: TextOutput {
        let unit = format == .png ? "pixels" : "points"
        let size = width.flatMap { width in height.map { "\(width) × \($0) \(unit)" } } ?? ""
        return TextOutput([[file, size, fonts.map(\.postscriptName).joined(separator: ", ")]])
    }

    var diagnostics: [String] { missing.isEmpty ? [] : ["No font has: \(missing)"] }
}
