import ArgumentParser
import FontRegistry

struct Enable: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        "enable", abstract: "Show disabled and hidden fonts to programs again.",
        discussion: """
            Specify fonts as for unregister: a family, a full name, a PostScript name, a pattern, the registered file \
            or folder, or an id. System fonts that `fontctl disable` has hidden are specified by the same names. A \
            family includes its registered and its hidden fonts.

            Examples:
              fontctl enable Lora-Bold
              fontctl enable --tag talk
            """)

    @Argument(help: .registeredFonts, completion: .namesToEnable)
    var fonts: [TargetArgument] = []

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var whole: WholeOptions
    @OptionGroup var provider: ProviderOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func validate() throws { try whole.validate(fonts, selection.selected, provider) }

    func answer(in context: FontctlContext) async throws(FontError) -> SummaryReport {
        let manager = try await context.manager(provider: provider.provider?.text)
        let chosen = ChosenFonts(manager: manager, options: selection.selected, context: context)
        let targets = try await chosen.targets(
            fonts, whole, command: provider.command("enable"), isDryRun: isDryRun, meansSystem: true)
        let summary = try await manager.change(
            RegistrationChange(
                .enable, targets.map(\.target), scope: selection.selected.scope, isDryRun: isDryRun)
        ).named(targets)
        var report = await SummaryReport.change(summary, isDryRun: isDryRun, by: manager, in: context)
        await report.addNotEnabled(of: targets, by: manager, in: context)
        return report
    }
}
