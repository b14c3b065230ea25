import ArgumentParser
import FontRegistry

struct Unregister: TargetingCommand {
    static let configuration = CommandConfiguration(
        "unregister", abstract: "Unregister fonts.",
        discussion: """
            Specify fonts by what `fontctl list` shows: a family, a full name, a PostScript name, a pattern, the \
            registered file or folder, or an id. The whole file is unregistered, with all its faces. The original \
            file is not changed. If running programs may open the registered file again, it is hidden from other \
            programs and removed after these have ended. If a name is ambiguous, its meanings are listed and nothing \
            is changed.

            Examples:
              fontctl unregister Lora-Bold
              fontctl unregister 'Noto Sans*'
              fontctl unregister ~/Downloads/Lora
              fontctl unregister --now Lora-Bold
              fontctl unregister --scope session Slides-Regular
              fontctl unregister --missing-ok --tag old-project
            """)

    @Argument(help: .registeredFonts, completion: .registeredNames())
    var fonts: [TargetArgument] = []

    @Flag(help: "Ignore fonts that are not registered.")
    var missingOk = false

    @OptionGroup var targeting: TargetOptions
    @OptionGroup var removal: RemovalOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let (manager, _, done) = try await perform(
            .unregister, removesAtOnce: removal.now, allowsMissing: missingOk, in: context)
        var summary = done
        if missingOk {
            for (place, outcome) in summary.outcomes.enumerated() where outcome.error?.code == .notRegistered {
                summary.outcomes[place] = FontOutcome(item: outcome.item, status: .unchanged)
            }
        }
        return await SummaryReport.change(summary, isDryRun: isDryRun, by: manager, in: context)
    }
}
