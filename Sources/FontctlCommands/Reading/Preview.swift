import ArgumentParser
import FontAdvice
import FontPictures
import FontRegistry
import FontSpecimens
import Foundation
import ReaderFonts

struct Preview: FontctlCommand {
    static let configuration = CommandConfiguration(
        "preview", abstract: "Show a text in fonts, registered or not.",
        discussion: """
            Shows families, fonts by name, all faces of files, and all fonts in folders and archives, one below the \
            other, without registering them. With --styles it shows all styles of a family or file.

            With --output the picture is written to that file. Its extension determines the format: PNG and SVG are \
            pictures, PDF contains text, HTML is a page with embedded fonts. Without --output the picture is shown in \
            the terminal if possible; otherwise it is written to a temporary file, which is opened if there is a \
            display.

            Without --text each font shows samples of its scripts. Characters that a font lacks are drawn with other \
            fonts if possible.

            Fonts are drawn in a sandboxed process. If that fails for one font, nothing is written.

            Examples:
              fontctl preview ~/Downloads/Lora.zip
              fontctl preview Literata --styles --output literata.png
              fontctl preview ./Draft.otf "DejaVu Serif" --text "Hamburgefonts" --output compare.pdf
              fontctl preview Inter --waterfall
              fontctl preview Inter --axis wght=560 --size 96 --dark --output inter.svg
              fontctl preview "EB Garamond" --feature smcp --feature=-liga --output caps.pdf
              fontctl preview "Noto Serif CJK JP" --vertical --output page.pdf
            """)

    @Argument(
        help: ArgumentHelp("Families, names of fonts, font files, folders or archives.", valueName: "font"),
        completion: .familiesOrFiles)
    var fonts: [TargetArgument]

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write: .png, .svg, .pdf or .html.", valueName: "file"), completion: .file())
    var file: PathArgument?

    @Option(help: ArgumentHelp("The text; its lines are shown one below the other.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "The size of the text in points, 1 to 1000. (default: 48, for more than eight fonts 28)",
            valueName: "points"))
    var size: Double?

    @Flag(help: "All styles of families and files, one line for each.")
    var styles = false

    @Flag(help: "The text in sizes from 8 to 72 points.")
    var waterfall = false

    @Option(help: ArgumentHelp("An axis value for variable fonts; may be repeated.", valueName: "tag=value"))
    var axis: [AxisArgument] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An OpenType feature to turn on, or off as in -liga, or its value from 0 to 65535; may be repeated.",
            valueName: "tag[=value]"))
    var feature: [FeatureArgument] = []

    @Flag(help: "Lines from top to bottom, the first one at the right, as in Chinese and Japanese.")
    var vertical = false

    @Flag(help: "Light text on a dark background.")
    var dark = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let file, PreviewFormat(path: file.text) == nil {
            throw ValidationError(
                message:
                    "The file to write must end with \(PreviewFormat.list): fontctl preview Literata --output literata.png"
            )
        }
        guard size.map(Specimen.Limits.sizes.contains) ?? true else {
            throw ValidationError(message: "The size must be a number of points from 1 to 1000.")
        }
        guard text?.isEmpty != true else {
            throw ValidationError(message: "The text is empty. Omit --text for samples of the fonts' scripts.")
        }
        if waterfall, size != nil { throw ValidationError(message: "--waterfall uses fixed sizes. Omit --size.") }
        guard feature.count <= FontFeatureSetting.limit else {
            throw ValidationError(message: "At most \(FontFeatureSetting.limit) features can be set. Omit some.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let target = try file.map { path throws(FontError) in try context.absolute(path.text) }
        let manager = try await context.readingManager()
        var shown = try await found(by: manager, in: context)
        // The copies of fonts in archives and web fonts are needed until they are drawn.
        defer { withExtendedLifetime(shown.copies) {} }
        var sheet = PreviewSheet(
            shown.fonts, size: size, isWaterfall: waterfall, isDark: dark, features: feature.map(\.setting),
            isVertical: vertical)
        do throws(FontError) {
            let failures = try await sheet.prepare(
                axes: axis.map { (tag: $0.tag, value: $0.value) }, text: text, isBrief: shown.isSheet,
                isTolerant: shown.hasContents, by: manager)
            shown.failures += failures.map { $0.naming(shown.names) }
        } catch {
            throw error.naming(shown.names)
        }
        shown.fonts = sheet.fonts
        guard let path = target else { return try await show(sheet, shown, manager, in: context) }
        let format = PreviewFormat(path: path) ?? .png
        if format.embedsFonts { try await manager.requireEmbedding(sheet.fonts.map(\.font)) }
        guard let picture = format.picture else {
            try OutputFile.write(Array(try await page(sheet, manager).html.utf8), to: path)
            return PreviewReport(shown, file: path, format: format)
        }
        let drawn = try await sheet.picture(picture, by: manager).drawn(by: context.requiredDrawingProgram())
        try OutputFile.write(drawn.picture.bytes, to: path)
        return PreviewReport(shown, file: path, format: format, drawn: drawn)
    }

    /// Shows a picture in the terminal, or writes it to a temporary file and opens that.
    private func show(
        _ sheet: PreviewSheet, _ shown: FontsToShow, _ manager: FontManager, in context: FontctlContext
    ) async throws(FontError) -> PreviewReport {
        let program = try context.requiredDrawingProgram()
        let terminal = context.console.isOutputTerminal && !output.json ? context.terminalPictures() : nil
        let picture = try await sheet.picture(terminal?.format ?? .png, by: manager)
        let drawn = try await picture.drawn(by: program)
        if let terminal {
            // The report names the fonts below the picture.
            _ = context.console.write(terminal.sequence(drawn.picture.bytes))
            return PreviewReport(shown, file: nil, format: .png, drawn: drawn)
        }
        let name = "fontctl-preview-\(String(UInt64.random(in: .min ... .max), radix: 36)).png"
        let path = URL(filePath: NSTemporaryDirectory()).appending(path: name).path(percentEncoded: false)
        try OutputFile.write(drawn.picture.bytes, to: path)
        var report = PreviewReport(shown, file: path, format: .png, drawn: drawn)
        report.isOpened = context.console.isOutputTerminal && !output.json && context.openPicture(path)
        return report
    }

    /// The fonts of the command line.
    struct FontsToShow {
        var fonts: [PreviewFont] = []
        /// The copies of fonts in archives and web fonts.
        var copies: [FontCopies] = []
        /// Whether they include all fonts of a folder or an archive.
        var hasContents = false
        /// Whether each font has one line.
        var isSheet = false
        /// The number of fonts that a sheet leaves out.
        var leftOut = 0
        /// The reasons for which fonts of folders, archives and families are not shown.
        var failures: [FontError] = []

        /// Adds fonts, without those whose files are not read if there are others.
        mutating func add(_ found: [PreviewFont], withoutFilesOf unread: [FontDescriptor]) {
            let paths = Set(unread.compactMap(\.path))
            let read = found.filter { !paths.contains($0.font.path ?? "") }
            fonts += read.isEmpty ? found : read
            if !read.isEmpty { failures += paths.sorted().compactMap(FontError.refusal) }
        }

        /// The names of copied files for reports, by path.
        var names: [String: String] {
            copies.reduce(into: [:]) { names, copies in names.merge(copies.names) { first, _ in first } }
        }
    }

    private func found(by manager: FontManager, in context: FontctlContext) async throws(FontError) -> FontsToShow {
        var shown = FontsToShow(isSheet: styles)
        for argument in fonts {
            let target = try await argument.target(in: context, by: manager)
            if let copies = try FontCopies(unwrapping: target) {
                shown.copies.append(copies)
                shown.fonts += try copies.fonts(areStyles: styles)
            } else if case .file(let path) = target.kind, FontCopies.areContents(path) {
                let copies = try FontCopies(of: path)
                shown.copies.append(copies)
                (shown.isSheet, shown.hasContents) = (true, true)
                let (files, unread) = copies.read { file throws(FontError) in
                    try PreviewFont.fonts(ofFile: file.path, areStyles: true)
                }
                let failures = unread + copies.failures
                if files.isEmpty, let failure = failures.first { throw failure }
                let faces = files.map { $0.filter { $0.font.instance == nil }.map(\.font.face) }
                let forms = FamilyForms(of: faces, preferring: .variable)
                let sheet = files.enumerated().filter { forms.taken(insteadOf: $0.offset) == nil }.flatMap(\.element)
                shown.fonts += sheet.sheet
                shown.failures += failures
            } else {
                let found = try await manager.previewFonts(target, in: fonts.map(\.text), areStyles: styles)
                shown.add(found, withoutFilesOf: try await manager.byFormat(found.map(\.font)).unread)
            }
            guard shown.fonts.count > PreviewSheet.fontLimit else { continue }
            guard shown.isSheet else {
                throw FontError(
                    .exceededResourceLimit,
                    "A preview can show at most \(PreviewSheet.fontLimit) fonts. Specify fewer fonts.")
            }
            shown.leftOut += shown.fonts.count - PreviewSheet.fontLimit
            shown.fonts.removeLast(shown.fonts.count - PreviewSheet.fontLimit)
        }
        return shown
    }

    private func page(_ sheet: PreviewSheet, _ manager: FontManager) async throws(FontError) -> SpecimenPage {
        var samples: [SpecimenPage.Sample] = []
        for (place, preview) in sheet.fonts.enumerated() {
            // Faces of one family must not take the place of each other.
            let family = sheet.fonts.count == 1 ? preview.name : "\(preview.name) \(place + 1)"
            // The file of a disabled font is in the store.
            var font = preview.font
            font.path = try preview.path
            samples.append(
                .init(
                    caption: sheet.fonts.count == 1 ? nil : preview.name, lines: preview.lines,
                    rules: try await manager.inlineRules(of: font, family: family), axes: preview.axes))
        }
        return SpecimenPage(
            samples: samples, sizes: sheet.sizes, isDark: dark, features: sheet.features, isVertical: vertical)
    }
}

/// A typed setting of a feature, such as `smcp`, `-liga` or `ss01=2`.
struct FeatureArgument: ExpressibleByArgument, Sendable, Hashable {
    var setting: FontFeatureSetting

    init?(argument: String) {
        guard let setting = FontFeatureSetting(notation: argument) else { return nil }
        self.setting = setting
    }
}

/// A typed value of an axis, such as `wght=560`.
struct AxisArgument: ExpressibleByArgument, Sendable, Hashable {
    var tag: String
    var value: Double

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, (1...4).contains(parts[0].utf8.count), let value = Double(parts[1]), value.isFinite
        else { return nil }
        tag = String(parts[0])
        self.value = value
    }
}
