import ArgumentParser
import FontRegistry

struct Prune: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", _superCommandName: "fontctl",
        abstract: "Remove obsolete registrations and files.",
        discussion: """
            Removes stored files without a registration, fonts of sessions that have ended and of providers that were \
            uninstalled, files that were kept for programs that have ended, and temporary files of killed programs. Other \
            registered fonts are not changed.

            Examples:
              fontctl prune
              fontctl prune --all
            """)

    @Flag(help: "Also remove the files that are kept for `fontctl undo`.")
    var all = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> SweepReport {
        let manager = try await context.manager()
        let before = try keptFiles(in: context)
        var report = SweepReport(
            report: try await manager.prune(all: all, isDryRun: isDryRun), isDryRun: isDryRun)
        guard !isDryRun else { return report }
        let after = try keptFiles(in: context)
        report.releasedFiles = max(0, before - after)
        return report
    }

    /// Returns the number of files that are kept for running programs; 0 if only the service knows it.
    private func keptFiles(in context: FontctlContext) throws(FontError) -> Int {
        guard context.service == nil else { return 0 }
        return try StoreState.keptFiles(in: context.registry())
    }
}
