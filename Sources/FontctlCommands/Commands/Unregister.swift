import ArgumentParser
import FontRegistry

struct Unregister: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", _superCommandName: "fontctl",
        abstract: "Take fonts out of the registry.",
        discussion: """
            Name a font by the file you registered, by a PostScript name, or by the id that `fontctl list` shows. The \
            whole file goes, with all its faces. Programs that have it open keep it; your own file is not touched.

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
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SummaryReport {
        let targets = try targets.targets(in: context)
        let manager = try await context.manager(provider: provider.provider?.text)
        return try await .change(
            try await manager.unregister(targets, scope: filter.scope?.scope), by: manager, in: context)
    }
}
