import ArgumentParser
import FontAdvice
import FontRegistry

struct Duplicates: ChangingCommand {
    static let configuration = CommandConfiguration(
        "duplicates", abstract: "List fonts that are there several times, and keep one of each.",
        discussion: """
            Lists the fonts of any origin that have a PostScript name or all bytes in common, with the one that programs \
            get and why: registered fonts, your own files in font folders, and fonts of packages. Fonts that only packages \
            have several times are left out unless you pass --all.

            With --keep or --keep-shown, one font of each listed group stays. Of the others, registered fonts are disabled, \
            and your own files are moved to the trash; if the font that stays has other bytes, or is not yours, they are \
            registered as disabled before that. Fonts of packages stay as they are. `fontctl undo` takes all of it back.

            Examples:
              fontctl duplicates
              fontctl duplicates Lora --keep ~/.local/share/fonts/Lora.ttf
              fontctl duplicates --copies --keep-shown --dry-run
            """)

    @Argument(
        help: ArgumentHelp("Families or PostScript names. (default: all)", valueName: "name"),
        completion: .registeredNames())
    var names: [NameArgument] = []

    @Option(
        help: ArgumentHelp(
            "Keep this font in each group that has it: the file or the id of a registration.", valueName: "font"),
        completion: .file())
    var keep: [TargetArgument] = []

    @Flag(help: "Keep the font that programs get, in each group.")
    var keepShown = false

    @Flag(help: "Only files with the same bytes.")
    var copies = false

    @Flag(help: "List the fonts that only packages have, too.")
    var all = false

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !keepShown || keep.isEmpty else {
            throw ValidationError(message: "Specify --keep or --keep-shown, not both.")
        }
        guard keepShown || !keep.isEmpty || !isDryRun else {
            throw ValidationError(message: "--dry-run needs --keep or --keep-shown: without them nothing is changed.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        var explaining = ExplainingContext(registry: try? context.registry())
        explaining.packageOwners = context.packageOwners
        let found = try await manager.duplicates(in: explaining).filter { group in
            (all || group.isResolvable) && (!copies || group.kind == .contents) && isNamed(group)
        }
        guard keepShown || !keep.isEmpty else { return DuplicateList(groups: found, terminal: context.terminal) }
        let (choices, skipped) = try choices(among: found, in: context)
        if !yes, !isDryRun {
            try await confirm(try await manager.resolve(choices, isDryRun: true), by: manager, in: context)
        }
        let resolution = try await manager.resolve(choices, isDryRun: isDryRun)
        return await report(resolution, skipped: skipped, isDryRun: isDryRun, by: manager, in: context)
    }

    private func isNamed(_ group: DuplicateGroup) -> Bool {
        names.isEmpty
            || names.contains { name in
                let name = name.text.lowercased()
                return group.names.contains { $0.lowercased() == name }
                    || group.members.contains { $0.faces.contains { $0.family.lowercased() == name } }
            }
    }

    /// Returns the groups with the font to keep in each, and those left out since another group decides otherwise, or since
    /// programs get none of their fonts.
    private func choices(
        among groups: [DuplicateGroup], in context: FontctlContext
    ) throws(FontError) -> (choices: [DuplicateGroup.Choice], skipped: [DuplicateGroup]) {
        var wanted: [DuplicateGroup.Choice] = []
        if keepShown {
            wanted = groups.compactMap { group in group.shown.map { .init(in: group, keeping: $0) } }
        }
        for word in keep {
            let path = try? context.absolutePath(word.text)
            // The file that a font was registered from may itself be a member, as another font.
            let ways: [(DuplicateFont) -> Bool] = [
                { $0.id == word.text || path != nil && $0.path == path }, { path != nil && $0.file == path },
            ]
            let meant =
                ways.lazy.map { isMeant in
                    groups.compactMap { group in
                        group.members.first(where: isMeant).map { DuplicateGroup.Choice(in: group, keeping: $0.id) }
                    }
                }.first { !$0.isEmpty } ?? []
            guard !meant.isEmpty else {
                throw FontError(
                    .insufficientInfo,
                    "This is none of the duplicates. `fontctl duplicates` lists them with their files.",
                    file: word.text)
            }
            wanted += meant
        }
        guard keepShown else { return (wanted, []) }
        var (kept, gone): (Set<String>, Set<String>) = ([], [])
        var (choices, skipped): ([DuplicateGroup.Choice], [DuplicateGroup]) = ([], [])
        for choice in wanted {
            let others = Set(choice.group.members.map(\.id)).subtracting([choice.kept])
            guard !gone.contains(choice.kept), kept.isDisjoint(with: others) else {
                skipped.append(choice.group)
                continue
            }
            kept.insert(choice.kept)
            gone.formUnion(others)
            choices.append(choice)
        }
        // Another group may have decided about the fonts already.
        skipped += groups.filter { group in
            group.shown == nil && group.members.count { $0.isVisible && !gone.contains($0.id) } > 1
        }
        return (choices, skipped)
    }

    private func report(
        _ resolution: DuplicateResolution, skipped: [DuplicateGroup], isDryRun: Bool, by manager: FontManager,
        in context: FontctlContext
    ) async -> DuplicateResolutionReport {
        DuplicateResolutionReport(
            summary: await SummaryReport.change(resolution.summary, isDryRun: isDryRun, by: manager, in: context),
            left: resolution.left, skipped: skipped, lost: resolution.lost)
    }

    /// Returns this command with another option, for any folder.
    private func line(in context: FontctlContext, adding option: String) -> String {
        let kept = keep.flatMap { word -> [String] in
            let path = try? context.absolutePath(word.text)
            let isFile = path.map { word.text.contains("/") || AbsolutePath.exists($0) } ?? false
            return ShellWords.option("--keep", isFile ? path ?? word.text : word.text)
        }
        let flags = (copies ? ["--copies"] : []) + (all ? ["--all"] : []) + (keepShown ? ["--keep-shown"] : [])
        return ShellWords.line(
            ["fontctl", "duplicates"] + flags + kept + [option], operands: names.map(\.text))
    }

    /// Shows what would be done, and asks; a plan that changes nothing needs no answer.
    private func confirm(
        _ plan: DuplicateResolution, by manager: FontManager, in context: FontctlContext
    ) async throws(FontError) {
        let changed = plan.summary.outcomes.filter { $0.isSuccess && $0.status != .unchanged }
        guard !changed.isEmpty else { return }
        if context.console.isErrorTerminal {
            var shown = await report(plan, skipped: [], isDryRun: true, by: manager, in: context)
            shown.summary.terminal = .init(columns: context.console.errorColumns(), isColored: false)
            context.console.writeError(context.console.shown(shown.text.document))
            for line in shown.losses { context.console.writeError(context.console.shown(Array((line + "\n").utf8))) }
        }
        let moved = changed.count { $0.status == .movedToTrash }
        let count = counted(changed.count, "font file")
        let question: Message =
            moved == 0
            ? "Change \(count)?" : "Change \(count), and move \(counted(moved, "file")) of yours to the trash?"
        let (trial, command) = (line(in: context, adding: "--dry-run"), line(in: context, adding: "--yes"))
        let advice: Message = "Preview the change with `\(trial)`, and confirm it with `\(command)`."
        try context.confirm(question, affecting: count, advice: advice)
    }
}
