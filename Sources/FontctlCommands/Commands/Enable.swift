import ArgumentParser
import FontRegistry

struct Enable: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", _superCommandName: "fontctl",
        abstract: "Show disabled fonts to programs again.",
        discussion: """
            Specify a font by a PostScript name, by the id that `fontctl list` shows, or by the file you registered.

            Example:
              fontctl enable Lora-Bold
            """)

    @Argument(
        help: ArgumentHelp("PostScript names or ids.", valueName: "name-or-id"),
        completion: .registeredNames(.disabled))
    var targets: [TargetArgument]

    @OptionGroup var filter: ScopeFilter
    @OptionGroup var provider: ProviderOption
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SummaryReport {
        let targets = try targets.targets(in: context)
        let manager = try await context.manager(provider: provider.provider?.text)
        return await .change(
            try await manager.setEnabled(true, targets, scope: filter.scope?.scope), by: manager, in: context)
    }
}
