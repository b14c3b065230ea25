import ArgumentParser
import FontRegistry

struct Disable: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", _superCommandName: "fontctl",
        abstract: "Hide registered fonts from programs.",
        discussion: """
            A disabled font stays registered. `fontctl enable` shows it again, and so does a program that requests it.

            Example:
              fontctl disable Lora-Bold
            """)

    @Argument(
        help: ArgumentHelp("PostScript names or ids.", valueName: "name-or-id"),
        completion: .registeredNames(.enabled))
    var targets: [TargetArgument]

    @OptionGroup var filter: ScopeFilter
    @OptionGroup var provider: ProviderOption
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SummaryReport {
        let targets = try targets.targets(in: context)
        let manager = try await context.manager(provider: provider.provider?.text)
        return await .change(
            try await manager.setEnabled(false, targets, scope: filter.scope?.scope), isDisabling: true, by: manager,
            in: context)
    }
}
