import ArgumentParser
import FontRegistry

struct Prune: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", _superCommandName: "fontctl",
        abstract: "Sweep what nothing needs any more.",
        discussion: """
            Removes stored files that nothing registers, fonts of sessions that have ended and of providers that were \
            uninstalled, and what killed programs left behind. Other registered fonts are not touched.

            Example:
              fontctl prune
            """)

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SweepReport {
        SweepReport(report: try await context.manager().prune())
    }
}
