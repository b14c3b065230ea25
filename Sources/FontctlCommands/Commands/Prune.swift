import ArgumentParser
import FontRegistry

struct Prune: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", _superCommandName: "fontctl",
        abstract: "Remove obsolete registrations and files.",
        discussion: """
            Removes stored files without a registration, fonts of sessions that have ended and of providers that were \
            uninstalled, and temporary files of killed programs. Other registered fonts are not changed.

            Examples:
              fontctl prune
              fontctl prune --all
            """)

    @Flag(help: "Also remove the files that are kept for `fontctl undo`.")
    var all = false

    @OptionGroup var trial: DryRunOption
    @OptionGroup var quietness: QuietOption
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    var isQuiet: Bool { quietness.quiet }

    func answer(in context: FontctlContext) async throws(FontError) -> SweepReport {
        let report = try await context.manager().prune(all: all, isDryRun: trial.dryRun)
        return SweepReport(report: report, isDryRun: trial.dryRun)
    }
}
