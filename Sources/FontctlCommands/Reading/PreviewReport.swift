import FontAdvice
import FontPictures
import FontRegistry
import FontSpecimens

/// A preview that was written or shown.
struct PreviewReport: Report {
    /// The file; nil if the terminal showed the picture.
    var file: String?
    var format: PreviewFormat
    /// The width in pixels or points; nil for a page.
    var width: Int?
    var height: Int?
    /// The fonts that show part of the texts.
    var fonts: [FontDescriptor]
    /// The characters that no font has.
    var missing = ""
    /// The characters for which nothing is drawn, as their glyphs have only colours of other kinds.
    var undrawn = ""
    /// Whether a program of the desktop opens the file.
    var isOpened = false
    /// The number of fonts that a sheet leaves out.
    var leftOut = 0
    /// The reasons for which fonts of folders and archives are not shown.
    var failures: [FontError] = []
    /// The reasons for which programs do not see some of the fonts.
    var withheld: [WithheldFont] = []

    var json: JSON {
        [
            "file": JSON(file), "format": .string(format.rawValue), "width": JSON(width), "height": JSON(height),
            "faces": JSON(fonts), "missing": .string(missing + undrawn),
            "leftOut": leftOut > 0 ? JSON(leftOut) : nil, "failures": SkippedFiles.documents(failures),
            "withheld": JSON.withheld(withheld),
        ]
    }

    var exitStatus: Int32 { failures.isEmpty ? ExitStatus.done : ExitStatus.failed }

    var text: TextOutput {
        let size = width.flatMap { width in
            height.map { format == .png ? tr("\(width) × \($0) pixels") : tr("\(width) × \($0) points") }
        }
        let names = tr(fonts.map(\.postscriptName).listText)
        return TextOutput([[file.map { isOpened ? tr("\($0), opened") : $0 } ?? tr("shown"), size ?? "", names]])
    }

    var diagnostics: [String] {
        var lines = failures.failureLines + withheld.map { tr($0.remark) }
        if leftOut > 0 {
            let line = Message(
                for: leftOut,
                one: "\(leftOut) more font not shown. Specify some of them, or a folder with fewer.",
                many: "\(leftOut) more fonts not shown. Specify some of them, or a folder with fewer.")
            lines.append(tr(line))
        }
        if !missing.isEmpty { lines.append(tr("No font has: \(missing)")) }
        if !undrawn.isEmpty {
            lines.append(
                tr(
                    "Not drawn: \(undrawn). Their glyphs have only colors that web browsers draw (COLR version 1 or SVG). Write a page with --output preview.html."
                ))
        }
        return lines
    }
}

extension PreviewReport {
    /// Creates the report with the names of fonts in archives in place of their copies.
    ///
    /// - Parameter drawn: The picture; nil for a page.
    init(_ shown: Preview.FontsToShow, file: String?, format: PreviewFormat, drawn: PreviewPicture.Drawn? = nil) {
        let fonts = drawn?.fonts ?? shown.fonts.map(\.font)
        self.init(
            file: file, format: format, width: drawn?.picture.width, height: drawn?.picture.height,
            fonts: fonts.map { $0.naming(shown.names) },
            missing: String(String.UnicodeScalarView(drawn?.picture.missing ?? [])),
            undrawn: String(String.UnicodeScalarView(drawn?.picture.undrawn ?? [])), leftOut: shown.leftOut,
            failures: shown.failures, withheld: shown.fonts.withheld)
    }
}
