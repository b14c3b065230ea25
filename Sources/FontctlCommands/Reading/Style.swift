import ArgumentParser
import DesktopSettings
import FontPictures
import FontRegistry
import FontSpecimens
import Foundation
import ReaderFonts

struct Style: FontctlCommand {
    static let configuration = CommandConfiguration(
        "style", abstract: "Print the text styles of typography documents.",
        discussion: """
            Reads TypographyKit's documents: JSON, XML and binary property lists. If there are several documents, \
            each value of a later one takes precedence. Sizes are given for a category of text sizes: XS, S, M, L, \
            XL, XXL, XXXL, AX1 to AX5. It is that of --category, or else of the variable \
            \(SizeChoice.environmentVariable), or else the one nearest to the desktop's text size, or else L.

            Entries with defects are reported and ignored. With --check the command fails if there are any, or if the \
            font of a style is missing.

            Examples:
              fontctl style TypographyKit.json
              fontctl style base.json theme.plist --category AX2 --json
              fontctl style theme.json --check --gallery theme.html
              fontctl style theme.json --gallery theme.pdf
            """)

    @Argument(help: ArgumentHelp("Documents.", valueName: "document"))
    var documents: [PathArgument]

    @Option(help: ArgumentHelp("The category of text sizes.", valueName: "category"))
    var category: SizeCategoryArgument?

    @Flag(help: "Fail if there is a defect or a font is missing.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Write samples of all styles at all categories: .html, .pdf, .png or .svg.", valueName: "file"),
        completion: .file())
    var gallery: PathArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard gallery.map({ PreviewFormat(path: $0.text) != nil }) ?? true else {
            throw ValidationError(
                message:
                    "The gallery's file must end with \(PreviewFormat.list): fontctl style theme.json --gallery theme.html"
            )
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        var read: [TypographyDocument] = []
        for path in try context.absolute(documents) {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw FontError(.fileNotFound, "The document cannot be read. Check its path.", file: path)
            }
            do throws(TypographyDocumentError) {
                read.append(try TypographyDocument(data, name: (path as NSString).lastPathComponent))
            } catch {
                throw FontError(.unrecognizedFormat, error.text, file: path)
            }
        }
        let typography = Typography(read)
        let manager = try await context.readingManager()
        _ = try await manager.generation()
        let desktop = await context.desktop()
        let fonts = try await manager.fonts(of: typography, desktop: desktop)
        if let gallery {
            let path = try context.absolute(gallery.text)
            try OutputFile.write(try await page(path, of: typography, fonts, manager, context), to: path)
        }
        let size = SizeChoice(
            app: category?.category, variable: context.variables[SizeChoice.environmentVariable],
            textScale: desktop.textScale)
        return StyleReport(typography: typography, size: size, fonts: fonts, isCheck: check)
    }

    /// Returns the file with samples of all styles.
    private func page(
        _ path: String, of typography: Typography, _ fonts: TypographyFonts, _ manager: FontManager,
        _ context: FontctlContext
    ) async throws(FontError) -> [UInt8] {
        guard let format = PreviewFormat(path: path)?.picture else {
            let rules = try await manager.pageFonts(of: fonts.families, as: .file).css
            return Array(typography.gallery(fontFaces: rules, font: fonts.emitted).utf8)
        }
        if format == .pdf {
            try await manager.requireEmbedding(Array(fonts.fonts.values) + Array(fonts.substitutes.values))
        }
        let picture = try await manager.gallery(of: typography, in: fonts, as: format)
        return try await picture.drawn(by: context.requiredDrawingProgram()).picture.bytes
    }
}

/// The text styles of documents.
struct StyleReport: Report {
    var typography: Typography
    var size: SizeChoice
    var fonts: TypographyFonts
    var isCheck: Bool

    private var styles: [TypographyStyle] { typography.styles.values.sorted { $0.name < $1.name } }

    var json: JSON {
        [
            "category": .string(size.category.rawValue), "categoryOrigin": .string(size.origin.rawValue),
            "textScale": .number(size.factor), "styles": .array(styles.map(document)),
            "colors": .array(
                typography.colors.sorted { $0.key < $1.key }.map { name, color in
                    [
                        "name": .string(name), "light": .string(color.light.hex), "dark": .string(color.dark.hex),
                        "origin": JSON(typography.origins[name]?.document),
                    ]
                }),
            "problems": .array(
                typography.problems.map { problem in
                    [
                        "kind": .string(problem.kind.rawValue), "document": .string(problem.document),
                        "path": JSON(problem.path), "message": .string(problem.message),
                    ]
                }), "missing": JSON(fonts.missing),
        ]
    }

    private func document(_ style: TypographyStyle) -> JSON {
        [
            "name": .string(style.name), "font": JSON(name(of: style)),
            "postscriptName": JSON(style.font.flatMap { fonts.fonts[$0] }?.postscriptName),
            "pointSize": JSON(style.pointSize), "size": JSON(style.pointSize(at: size.category)),
            "letterCase": .string(style.letterCase.rawValue), "letterSpacing": JSON(style.letterSpacing),
            "lineSpacing": JSON(style.lineSpacing), "lineHeight": JSON(style.lineHeight),
            "scalingMode": .string(style.scaling.mode.rawValue), "light": JSON(style.textColor?.light.hex),
            "dark": JSON(style.textColor?.dark.hex),
            "origins": .array(
                style.origins.sorted { $0.key.rawValue < $1.key.rawValue }.map { key, origin in
                    ["key": .string(key.rawValue), "document": .string(origin.document)]
                }),
        ]
    }

    private func name(of style: TypographyStyle) -> String? {
        switch style.font {
        case .postScriptName(let name)?: name
        case .system(let weight, let isItalic, _)?:
            isItalic ? "system \(number(weight)) italic" : "system \(number(weight))"
        case nil: nil
        }
    }

    private func number(_ value: Double) -> String {
        value.rounded() == value ? String(Int(value)) : String((value * 100).rounded() / 100)
    }

    var text: TextOutput {
        var output = TextOutput()
        guard !styles.isEmpty else { return output }
        output.line(tr(sizeLine))
        output.table(
            styles.map { style in
                [
                    style.name, name(of: style) ?? "",
                    style.pointSize(at: size.category).map { number($0) + " pt" } ?? "", style.letterCase.rawValue,
                    style.textColor?.light.hex ?? "",
                ]
            })
        return output
    }

    /// The category of text sizes, and where it comes from.
    private var sizeLine: Message {
        let category = size.category.rawValue
        return switch size.origin {
        case .app: "Text size \(category) (--category)"
        case .environment: "Text size \(category) (\(SizeChoice.environmentVariable))"
        case .desktop: "Text size \(category) (the desktop's text factor is \(number(size.factor)))"
        case .standard: "Text size \(category) (default)"
        }
    }

    var diagnostics: [String] {
        var lines = typography.problems.map { problem in
            "\(problem.document): \(problem.path.joined(separator: ": ")): \(problem.localizedMessage)"
        }
        lines += fonts.missing.map { tr("No font has the name “\($0)”. `fontctl register FILE` registers one.") }
        if let value = size.unusableVariable {
            let names = ContentSizeCategory.allCases.map(\.rawValue).joined(separator: ", ")
            lines.append(
                tr(
                    "\(SizeChoice.environmentVariable) is “\(value)”, which is not a category of text sizes. Set it to one of \(names)."
                ))
        }
        return lines
    }

    var hint: String? { tr("The documents define no styles.") }

    var exitStatus: Int32 {
        isCheck && (!typography.problems.isEmpty || !fonts.missing.isEmpty) ? ExitStatus.failed : ExitStatus.done
    }
}

extension FontManager {
    /// Returns a picture with a sample of every style at all categories, on a light and on a dark ground.
    ///
    /// - Throws: `exceededResourceLimit` (106) if there are too many styles, and the errors of finding fonts.
    func gallery(
        of typography: Typography, in fonts: TypographyFonts, as format: Specimen.Format
    ) async throws(FontError) -> PreviewPicture {
        var picture = PreviewPicture(format)
        let styles = typography.styles.values.sorted { $0.name < $1.name }
        var samples: [(style: TypographyStyle, name: [PreviewFont], text: String, faces: [PreviewFont])] = []
        for style in styles {
            let text = style.letterCase.applied(to: "Sample text")
            samples.append(
                (
                    style, try await faces(forCaption: style.name), text,
                    try await faces(of: style, in: fonts, for: text)
                ))
        }
        for scheme in ColorScheme.allCases {
            let isDark = scheme == .dark
            let heads = [scheme.rawValue] + ContentSizeCategory.allCases.map(\.rawValue)
            let faces = try await faces(forCaption: heads.joined())
            try picture.add(heads.map { PreviewPicture.caption($0, fonts: faces) }, isDark: isDark)
            for sample in samples {
                let cells = ContentSizeCategory.allCases.map { category in
                    let line = Specimen.Line(
                        text: sample.text, size: sample.style.pointSize(at: category) ?? 16,
                        color: sample.style.textColor.map { Self.number($0[scheme]) },
                        spacing: sample.style.letterSpacing ?? 0)
                    return (line, sample.faces)
                }
                try picture.add(
                    [PreviewPicture.caption(sample.style.name, fonts: sample.name)] + cells, isDark: isDark)
            }
        }
        return picture
    }

    private static func number(_ color: Color) -> UInt32 {
        let (red, green, blue, alpha) = color.bytes
        return [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the fonts that draw a text in a style; those of captions for a style without a font.
    private func faces(
        of style: TypographyStyle, in fonts: TypographyFonts, for text: String
    ) async throws(FontError) -> [PreviewFont] {
        guard let name = style.font, let font = fonts.fonts[name] ?? fonts.substitutes[name], font.path != nil else {
            return try await faces(forCaption: text)
        }
        var coordinates: [String: Double]?
        if case .system(let weight, let isItalic, _) = name {
            let wanted = FontStyle(weight: weight, slope: isItalic ? .italic : .upright)
            coordinates = try await match(family: font.face.family, style: wanted)?.coordinates
        }
        return try await faces(for: text, of: PreviewFont(font, axes: coordinates))
    }
}
