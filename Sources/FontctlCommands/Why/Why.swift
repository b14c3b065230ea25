import ArgumentParser
import FontAdvice
import FontRegistry

struct Why: StoreCommand {
    static let configuration = CommandConfiguration(
        "why", abstract: "Explain whether programs see a font, and why not.",
        discussion: """
            Shows who registered the font and when, whether it is enabled, intact and visible, also in sandboxes, \
            which other font takes its place, and what programs show instead of a font that they do not see. The last \
            line is the command that solves the problem, or says that nothing has to be done. For a family it shows \
            how many of its styles programs see, and what is wrong with the others.

            With --for it also explains when a program shows the font: programs that read the fonts only when they \
            start must be restarted after a change. For unknown programs, the answer follows from the libraries that they use.

            Exits with status 1 if programs do not see the font, or a style of the family.

            Examples:
              fontctl why Lora-Bold
              fontctl why Noto Sans --for libreoffice
              fontctl why Lora --for /opt/editor/bin/editor
              fontctl why ~/Downloads/Lora.ttf
            """)

    @Argument(
        help: ArgumentHelp(
            "A name, which may have several words, the id of a registration, or a font file.",
            valueName: "name-or-file"),
        completion: .registeredNames())
    var words: [TargetArgument]

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Also explain when this program or toolkit shows the font.", valueName: "program"),
        completion: .list(KnownProgram.all.map(\.id)))
    var program: NameArgument?

    @OptionGroup var options: StoreOptions

    func validate() throws { try words.validateJoined() }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.readingManager()
        var asked: KnownProgram?
        if let program {
            asked = try KnownProgram.found(
                program.text, among: context.runningPrograms, in: context.variables["PATH"],
                absolute: { path throws(FontError) in try context.absolute(path) })
        }
        var explaining = ExplainingContext(registry: try? context.registry())
        // Over the bus, the service explains the registrations.
        if context.service != nil { explaining.registry = nil }
        explaining.packageOwners = context.packageOwners
        // Once, as an explanation of a family asks for each style.
        let running = OnDemand(context.runningPrograms)
        explaining.runningPrograms = { running.value }
        explaining.renewal = { .renewList(MatplotlibLists(context.variables), $0) }
        explaining.readsOriginals = true
        let explainer = FontExplainer(manager, in: explaining, for: asked)
        let columns = context.console.textColumns
        switch try await explainer.explain(try await words.joined.meanings(in: context, by: manager)) {
        case .font(let font):
            // A word without a leading `./` may be a name, too, until it is explained as a path.
            if font.query.hasPrefix("/") { context.given.remember(words.joined.text, as: font.query) }
            return ExplanationReport(explanation: font, columns: columns)
        case .family(let family): return FamilyExplanationReport(family: family, columns: columns)
        }
    }
}
