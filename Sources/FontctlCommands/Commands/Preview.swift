import ArgumentParser
import FontRegistry
import Foundation
import ReaderFonts
import Specimens

struct Preview: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", _superCommandName: "fontctl",
        abstract: "Draw texts in fonts into a file.",
        discussion: """
            Shows families, fonts by name, and all faces of files, which need not be registered, one below the other. The \
            format is that of the file's extension: PNG and SVG are pictures, PDF has text, HTML is a page with the fonts \
            inside. Without --text each font shows samples of its scripts. Characters that a font lacks are drawn from \
            other fonts, if there are any.

            Fonts are drawn by a process without rights. If one fails there, nothing is written.

            Examples:
              fontctl preview Literata --output literata.png
              fontctl preview ./Draft.otf "DejaVu Serif" --text "Hamburgefonts" --output compare.pdf
              fontctl preview Inter --axis wght=560 --size 96 --dark --output inter.svg
            """)

    @Argument(
        help: ArgumentHelp("Families, names of fonts, or font files.", valueName: "font"),
        completion: .familiesOrFiles)
    var fonts: [TargetArgument]

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write: .png, .svg, .pdf or .html.", valueName: "file"), completion: .file())
    var file: PathArgument

    @Option(help: ArgumentHelp("The text; its lines are shown one below the other.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("The size of the text in points, 1 to 1000.", valueName: "points"))
    var size = 48.0

    @Option(help: ArgumentHelp("A value of an axis of variable fonts; may be repeated.", valueName: "tag=value"))
    var axis: [AxisArgument] = []

    @Flag(help: "Light text on a dark ground.")
    var dark = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard PreviewFormat(path: file.text) != nil else {
            throw ValidationError(
                "The file to write must end with \(PreviewFormat.list): fontctl preview Literata --output literata.png"
            )
        }
        guard Specimen.Limits.sizes.contains(size) else {
            throw ValidationError("The size must be a number of points from 1 to 1000.")
        }
        guard text?.isEmpty != true else {
            throw ValidationError("The text is empty. Omit --text for samples of the fonts' scripts.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> PreviewReport {
        let path = try context.absolute(file.text)
        let format = PreviewFormat(path: path) ?? .png
        let manager = try await context.readingManager()
        var previews: [PreviewFont] = []
        for argument in fonts {
            previews += try await manager.previewFonts(
                try argument.target(in: context), in: fonts.map(\.text))
            guard previews.count <= Self.fontLimit else {
                throw FontError(
                    .exceededResourceLimit, "These are more than \(Self.fontLimit) fonts. Preview fewer at a time.")
            }
        }
        for place in previews.indices {
            try previews[place].set(axis)
            try previews[place].setLines(text)
        }
        if format.embedsFonts { try await manager.requireEmbedding(previews.map(\.font)) }
        guard let picture = format.picture else {
            try OutputFile.write(Data(try await page(previews, manager).html.utf8), to: path)
            return PreviewReport(file: path, format: format, fonts: previews.map(\.font))
        }
        let drawn = try await draw(picture, previews, manager).drawn(by: context.requiredDrawingProgram())
        try OutputFile.write(Data(drawn.picture.bytes), to: path)
        return PreviewReport(
            file: path, format: format, width: drawn.picture.width, height: drawn.picture.height, fonts: drawn.fonts,
            missing: String(String.UnicodeScalarView(drawn.picture.missing)))
    }

    /// The number of fonts of one preview.
    private static let fontLimit = 64

    private func draw(
        _ format: Specimen.Format, _ previews: [PreviewFont], _ manager: FontManager
    ) async throws(FontError) -> PreviewPicture {
        var picture = PreviewPicture(format)
        for preview in previews {
            if previews.count > 1 {
                try picture.add(
                    .caption(preview.name, faces: try await manager.faces(forCaption: preview.name)), isDark: dark)
            }
            for line in preview.lines {
                try picture.add(
                    .init(text: line, size: size, faces: try await manager.faces(for: line, of: preview)),
                    isDark: dark)
            }
        }
        return picture
    }

    private func page(_ previews: [PreviewFont], _ manager: FontManager) async throws(FontError) -> SpecimenPage {
        var samples: [SpecimenPage.Sample] = []
        for (place, preview) in previews.enumerated() {
            // Faces of one family must not take the place of each other.
            let family = previews.count == 1 ? preview.name : "\(preview.name) \(place + 1)"
            samples.append(
                .init(
                    caption: previews.count == 1 ? nil : preview.name, lines: preview.lines,
                    rules: try await manager.inlineRules(of: preview.font, family: family), axes: preview.axes))
        }
        return SpecimenPage(samples: samples, size: size, isDark: dark)
    }
}
