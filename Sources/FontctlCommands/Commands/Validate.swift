import ArgumentParser
import FontRegistry

struct Validate: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", _superCommandName: "fontctl",
        abstract: "Check font files deeply.",
        discussion: """
            Checks the structure of each file and loads every glyph of every face. Says for each file whether it can be \
            registered, and what is wrong with it. Ends with status 1 if any cannot.

            Example:
              fontctl validate *.ttf
            """)

    @Argument(help: ArgumentHelp("Font files.", valueName: "file"))
    var files: [PathArgument]

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> ValidationReport {
        ValidationReport(results: try context.absolute(files).map(FontFile.validate))
    }
}
