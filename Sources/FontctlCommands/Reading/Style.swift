import ArgumentParser
import DesktopSettings
import FontPictures
import FontRegistry
import Foundation
import ReaderFonts
import Specimens

struct Style: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "style", _superCommandName: "fontctl",
        abstract: "Print the text styles of typography documents.",
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
                "The gallery's file must end with \(PreviewFormat.list): fontctl style theme.json --gallery theme.html")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> StyleReport {
        var read: [TypographyDocument] = []
        for path in try context.absolute(documents) {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw FontError(.fileNotFound, "The document cannot be read. Check its path.", file: path)
            }
            do throws(TypographyDocumentError) {
                read.append(try TypographyDocument(data, name: (path as NSString).lastPathComponent))
            } catch {
                throw FontError(.unrecognizedFormat, error.description, file: path)
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
    ) async throws(FontError) -> Data {
        guard let format = PreviewFormat(path: path)?.picture else {
            let rules = try await manager.pageFonts(of: fonts.families, as: .file).css
            return Data(typography.gallery(fontFaces: rules, font: fonts.emitted).utf8)
        }
        if format == .pdf {
            try await manager.requireEmbedding(Array(fonts.fonts.values) + Array(fonts.substitutes.values))
        }
        let picture = try await manager.gallery(of: typography, in: fonts, as: format)
        return Data(try await picture.drawn(by: context.requiredDrawingProgram()).picture.bytes)
    }
}
