import ArgumentParser
import FontRegistry

struct Enable: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", _superCommandName: "fontctl",
        abstract: "Show disabled fonts to programs again.",
        discussion: """
            Name a font by a PostScript name, by the id that `fontctl list` shows, or by the file you registered.

            Example:
              fontctl enable Lora-Bold
            """)

    @Argument(
        help: ArgumentHelp("PostScript names or ids.", valueName: "name-or-id"),
        completion: .registeredNames(.disabled))
    var targets: [TargetArgument]

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SummaryReport {
        let targets = try targets.targets(in: context)
        let manager = try await context.manager()
        return try await .change(
            try await manager.setEnabled(true, targets), by: manager, in: context)
    }
}
