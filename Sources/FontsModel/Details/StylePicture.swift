package import FontModel
import FontPictures
import FontRegistry
package import FontSpecimens
import Foundation
import ReaderFonts

/// The picture of a style as it is shown, which `fontd-preview` draws: for exported files, and for fonts that are not drawn in
/// the application's process.
package struct StylePicture: Sendable, Hashable {
    package var style: StyleRow
    package var settings: SpecimenSettings
    /// The text of the font, for settings without a text.
    package var sample: String
    /// Whether the ground is dark.
    package var isDark: Bool

    /// - Parameter isDark: Whether the ground of the desktop is dark, for settings without a ground.
    package init(_ style: StyleRow, _ settings: SpecimenSettings, sample: String, isDark: Bool = false) {
        self.style = style
        self.settings = settings
        self.sample = sample
        self.isDark = settings.isDark ?? isDark
    }

    /// The width of a line of a paragraph, in points: that of a page of A4 with margins.
    private static let lineWidth = 480.0

    /// Returns the request for the picture.
    ///
    /// - Parameter scale: The factor of sizes: pixels to a point for pictures that are shown, 1 for documents.
    package func specimen(_ format: Specimen.Format, scale: Double = 1) -> Specimen {
        let face = Specimen.Face(
            file: 0, index: style.font.face.index,
            axes: settings.axes?.coordinates ?? style.instance?.coordinates ?? [:])
        let features = (settings.features?.values ?? [:]).sorted { $0.key < $1.key }
            .map { FontFeatureSetting($0.key, value: $0.value) }.filter(\.isValid)
        let lines = settings.sizes.flatMap { size in
            texts(at: size).map { text in
                Specimen.Line(
                    text: text, size: size * scale, faces: [face],
                    features: Array(features.prefix(FontFeatureSetting.limit)))
            }
        }
        // Vertical lines are beside each other, as the columns of a page.
        let rows =
            settings.isVertical
            ? [Specimen.Row(lines, isDark: isDark, isVertical: true)] : lines.map { Specimen.Row([$0], isDark: isDark) }
        return Specimen(format: format, rows: rows)
    }

    /// Draws the picture.
    ///
    /// - Parameter isLabelled: Whether the picture names the font and the sizes, which those that leave the application do.
    /// - Throws: `missingEntitlement` (302) if a document may not contain the font; the errors of opening the font and of
    ///   `Specimen.drawn(with:)`.
    package func drawn(
        _ format: Specimen.Format, from library: any FontLibrary, scale: Double = 1, isLabelled: Bool = false
    ) async throws(FontError) -> DrawnSpecimen {
        if format == .pdf, try await !library.details(of: style.font).permitsEmbedding {
            throw FontError(
                .missingEntitlement,
                "\(style.font.postscriptName) does not allow embedding (OS/2.fsType). Choose PNG or SVG instead.",
                file: style.font.path)
        }
        let file = try await library.open(style.font)
        let name = style.font.path ?? style.font.postscriptName
        // A machine without a font for captions has pictures without them.
        let captions = isLabelled ? (try? await library.captionFonts(for: captions)) ?? [] : []
        return try await label(specimen(format, scale: scale), with: captions).drawn(
            with: [FontSource(.opened(file, name: name, tag: nil))] + captions.map { .path($0.path) })
    }

    /// The name that is proposed for a file, without characters that folders do not take.
    package func fileName(_ format: Specimen.Format) -> String {
        let name = "\(style.font.face.family) \(settings.title(of: style))".map { $0 == "/" || $0.isNewline ? "-" : $0 }
        return String(name.prefix(100)) + "." + format.rawValue
    }

    private func texts(at size: Double) -> [String] {
        let text = String(settings.shownText(sample).prefix(Self.mostCharacters))
        guard settings.form == .paragraph else {
            let line = text.prefix(Int(Self.longestLine / size))
            return [line.isEmpty ? " " : String(line)]
        }
        // Letters in a row have about half their height as width, and are upright in a column.
        let most = max(8, Int(Self.lineWidth / (settings.isVertical ? size : size * 0.5)))
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { LineBreaks.lines(String($0), most: most) }
        return lines.prefix(Self.mostLines).map { $0.isEmpty ? " " : $0 }
    }

    /// The length of the lines of a waterfall in points, if their letters are as wide as high: a picture has a limit.
    private static let longestLine = 3_600.0
    private static let mostCharacters = 4_000
    private static let mostLines = 200
}

/// Breaks of lines for pictures, whose lines have no width of their own.
enum LineBreaks {
    /// Returns the lines of a paragraph, broken at spaces, or within a word that is longer than a line.
    ///
    /// - Parameter most: The most characters of a line.
    static func lines(_ paragraph: String, most: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in paragraph.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, line.count + 1 + word.count > most {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
            while line.count > most {
                lines.append(String(line.prefix(most)))
                line = String(line.dropFirst(most))
            }
        }
        return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
    }
}
