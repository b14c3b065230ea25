import ArgumentParser
import FontRegistry

struct Unregister: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", _superCommandName: "fontctl",
        abstract: "Remove fonts from the registry.",
        discussion: """
            Specify a font by its registered file, by a PostScript name, or by the id that `fontctl list` shows. The \
            whole file is unregistered, with all its faces. Programs that have it open keep it; the original file is not \
            changed.

            Examples:
              fontctl unregister Lora-Bold
              fontctl unregister ~/Downloads/Lora/Lora-Bold.ttf
              fontctl unregister --scope session Slides-Regular
            """)

    @Argument(
        help: ArgumentHelp("Files, PostScript names or ids.", valueName: "file-name-or-id"),
        completion: .registeredNames())
    var targets: [TargetArgument]

    @OptionGroup var filter: ScopeFilter
    @OptionGroup var provider: ProviderOption
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SummaryReport {
        let targets = try targets.targets(in: context)
        let manager = try await context.manager(provider: provider.provider?.text)
        return await .change(
            try await manager.unregister(targets, scope: filter.scope?.scope), by: manager, in: context)
    }
}
