import ArgumentParser
import FontRegistry

struct Adopt: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", _superCommandName: "fontctl",
        abstract: "Take in fonts that were put into font folders by hand.",
        discussion: """
            Finds the fonts in ~/.local/share/fonts and ~/.fonts, where font-manager and KDE put theirs, too, and registers \
            them, so that you can disable and unregister them. The files are then moved to the trash; `fontctl undo` \
            brings them back.

            License texts in subfolders are kept with the fonts there for `fontctl licenses`, and stay where they are.

            Files with the same bytes become one font. Of several fonts with one name, the registered or else the one \
            with the most styles or the newest is enabled and the others are disabled, as are fonts that KDE has disabled. Links, files of other users, \
            archives and files that are no sound TrueType or OpenType font stay where they are. `fontctl register` reads \
            archives.

            Examples:
              fontctl adopt --dry-run
              fontctl adopt
              fontctl adopt --yes ~/.local/share/fonts/Unsorted
            """)

    @Argument(
        help: ArgumentHelp("Folders in your home. (default: the font folders)", valueName: "folder"),
        completion: .directory)
    var folders: [PathArgument] = []

    @Flag(name: .shortAndLong, help: "Do not ask.")
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
                "This concerns \(count), and there is no terminal to ask on. Nothing was changed. Look at it with `fontctl adopt --dry-run`, and confirm with `fontctl adopt --yes`."
            )
        }
    }
}
