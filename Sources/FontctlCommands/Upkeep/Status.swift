import ArgumentParser
import FontRegistry

struct Status: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", _superCommandName: "fontctl",
        abstract: "Show the state of the font store and of the service.",
        discussion: """
            Shows the store and its size, the number of registered fonts, the last change, whether running programs \
            are still to be notified of it, and the font service. The service is not started. In a sandbox, where \
            only the service has the list of fonts, they are counted only while it runs.

            `fontctl doctor` checks the store, and `fontctl why` explains one font.

            Example:
              fontctl status
            """)

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> StatusReport {
        var report = StatusReport()
        report.columns = context.console.textColumns
        if context.service == nil {
            let paths = try context.registry().paths
            report.store = paths.store
            report.isOfAllUsers = context.isOfAllUsers
            report.state = try StoreState(paths)
            report.keptFiles = try StoreState.keptFiles(in: context.registry())
        }
        report.service = await context.serviceState()
        // Asking the service would start it.
        guard context.service == nil || report.service?.isRunning == true else { return report }
        let manager = try await context.manager()
        report.fonts = StatusReport.Fonts(
            generation: try await manager.generation(),
            faces: try await manager.listedFaces(scope: nil, state: .any, provider: nil),
            providers: try await manager.providers().count)
        return report
    }
}
