import ArgumentParser
import FontRegistry

struct Enable: TargetingCommand {
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

    @OptionGroup var targeting: TargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let (manager, targets, summary) = try await perform(.enable, meansSystem: true, in: context)
        var report = await SummaryReport.change(summary, isDryRun: isDryRun, by: manager, in: context)
        await report.addNotEnabled(of: targets, by: manager, in: context)
        return report
    }
}
