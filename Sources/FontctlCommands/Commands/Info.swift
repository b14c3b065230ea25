import ArgumentParser
import FontRegistry

struct Info: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", _superCommandName: "fontctl",
        abstract: "Show all metadata of a font file.",
        discussion: """
            The file need not be registered. Shows every face with its names, weight, width, slant, languages, variation \
            axes and named instances; with --json also the undecoded names.

            Example:
              fontctl info Lora.ttf
            """)

    @Argument(help: "A font file.")
    var file: PathArgument

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> FileReport {
        let path = try context.absolute(file.text)
        var report = FileReport(try FontFile(contentsOf: path), at: path)
        report.owner = context.systemRegistrations(at: [path])[path]
        return report
    }
}
