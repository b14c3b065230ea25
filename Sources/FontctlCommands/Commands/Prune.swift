import ArgumentParser
import FontRegistry

struct Prune: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", _superCommandName: "fontctl",
        abstract: "Remove obsolete registrations and files.",
        discussion: """
            Removes stored files without a registration, fonts of sessions that have ended and of providers that were \
            uninstalled, and temporary files of killed programs. Other registered fonts are not changed.

            Example:
              fontctl prune
            """)

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SweepReport {
        SweepReport(report: try await context.manager().prune())
    }
}
