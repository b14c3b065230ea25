import ArgumentParser
import FontRegistry

struct Why: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", _superCommandName: "fontctl",
        abstract: "Explain whether programs see a font, and why not.",
        discussion: """
            Shows who registered the font and when, whether it is enabled, intact and visible, also in sandboxes, which \
            other font takes its place, and what programs show instead of a font that they do not see. The last line is \
            the command that solves the problem, or states that nothing needs to be done.

            With --for it also explains when a program shows the font: programs that read the fonts only when they start \
            have to be started again after a change.

            Exits with status 1 if programs do not see the font.

            Examples:
              fontctl why Lora-Bold
              fontctl why Lora --for libreoffice
              fontctl why ~/Downloads/Lora.ttf
            """)

    @Argument(
        help: ArgumentHelp("A name, the id of a registration, or a font file.", valueName: "name-or-file"),
        completion: .registeredNames())
    var target: TargetArgument

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Explain also when this program shows the font.", valueName: "program"))
    var program: ProgramArgument?

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> ExplanationReport {
        let manager = try await context.manager()
        let explainer = try FontExplainer(manager, in: context, for: program?.program)
        return ExplanationReport(
            explanation: try await explainer.explain(try target.target(in: context)),
            columns: context.console.textColumns)
    }
}
