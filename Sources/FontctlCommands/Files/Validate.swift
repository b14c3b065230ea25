import ArgumentParser
import FontRegistry
import FontValidation

struct Validate: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", _superCommandName: "fontctl",
        abstract: "Check font files in depth.",
        discussion: """
            Checks files, and the fonts in folders and archives that `fontctl register` would register. For each font \
            file it reports whether the file can be registered, and its defects: the face, the table, the byte in the \
            file, and the consequence for users of the font. A file with an error cannot be registered; a file with \
            warnings can.

            It checks more than registration does: every table of every face, every outline in FreeType, and for \
            variable faces also every outline at the ends of the axes and at the named instances. Large collections \
            take several seconds. Exits with status 1 if any file cannot be registered.

            Examples:
              fontctl validate *.ttf
              fontctl validate ~/Downloads/Lora
              fontctl validate --json font.ttf
            """)

    @Argument(help: ArgumentHelp("Font files, archives, or folders to search.", valueName: "file-or-folder"))
    var files: [PathArgument]

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> ValidationReport {
        let found = FoundFonts(at: try context.absolute(files))
        return ValidationReport(
            results: found.items.map(Self.check), skipped: SkippedFiles(found.passedOver, unread: found.unread),
            given: context.given, columns: context.console.textColumns)
    }

    private static func check(_ item: FontItem) -> FileValidation {
        // An archive without fonts is a file that is no font.
        if case .failure(let error) = item, let path = error.file, AbsolutePath.isFile(path) {
            return FontFile.check(path, as: FileValidation.self)
        }
        return FontFile.check(item, as: FileValidation.self)
    }
}
