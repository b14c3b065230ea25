import ArgumentParser
import FontRegistry

struct Adopt: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", _superCommandName: "fontctl",
        abstract: "Register fonts that were copied into font folders by hand.",
        discussion: """
            Registers the fonts in ~/.local/share/fonts and ~/.fonts, including those that font-manager and KDE put \
            there, so that you can disable and unregister them. The original files are then moved to the trash; \
            `fontctl undo` restores them.

            License texts in subfolders are copied for `fontctl licenses`; the originals stay where they are.

            Files with the same contents are registered once. If several fonts have the same name, only one is \
            enabled: the one that is registered already, or else the one with the most styles, or else the newest. \
            Fonts that KDE has disabled, and files that you have hidden as a whole, by `fontctl disable` or by a rule of \
            fontconfig, stay disabled. Collections that you have hidden in part, links, files of other users, archives, \
            damaged files and files in other formats stay where they are. `fontctl register` reads archives.

            Examples:
              fontctl adopt --dry-run
              fontctl adopt
              fontctl adopt --yes ~/.local/share/fonts/Unsorted
            """)

    @Argument(
        help: ArgumentHelp("Folders in your home. (default: the font folders)", valueName: "folder"),
        completion: .directory)
    var folders: [PathArgument] = []

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var trial: DryRunOption
    @OptionGroup var quietness: QuietOption
    @OptionGroup var output: OutputOptions

    var isQuiet: Bool { quietness.quiet }

    func answer(in context: FontctlContext) async throws(FontError) -> AdoptReport {
        let manager = try await context.manager()
        let folders = try context.absolute(folders)
        if !yes {
            let plan = report(try await manager.adopt(in: folders, isDryRun: true), isDryRun: true, in: context)
            if trial.dryRun { return plan }
            if plan.report.fonts.isEmpty { return report(plan.report, isDryRun: false, in: context) }
            try confirm(plan, in: context)
        }
        return report(
            try await manager.adopt(in: folders, isDryRun: trial.dryRun), isDryRun: trial.dryRun, in: context)
    }

    private func report(_ report: AdoptionReport, isDryRun: Bool, in context: FontctlContext) -> AdoptReport {
        let unknown = report.left.filter { $0.code == .unrecognizedFormat }.compactMap(\.file)
        return AdoptReport(
            report: report, isDryRun: isDryRun, terminal: context.terminal,
            archives: Set(unknown.filter(PackedFile.isReadable)))
    }

    /// Shows what would be done, and asks.
    private func confirm(_ plan: AdoptReport, in context: FontctlContext) throws(FontError) {
        if context.console.isErrorTerminal {
            var shown = plan
            shown.terminal = .init(columns: context.console.errorColumns(), isColored: false)
            context.console.writeError(Renderer(context.console, .text).ascii(shown.text.document))
        }
        let count = counted(plan.fileCount, "file")
        switch context.ask("Register these fonts, and move \(count) to the trash? [y/N] ") {
        case true: return
        case false: throw FontError(.cancelledByUser, "Nothing was changed.")
        case nil:
            throw FontError(
                .cancelledByUser,
                "This affects \(count), and confirmation requires a terminal. Nothing was changed. Preview the change with `fontctl adopt --dry-run`, and confirm it with `fontctl adopt --yes`."
            )
        }
    }
}
