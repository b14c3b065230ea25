import ArgumentParser
import FontAdvice
import FontRegistry

struct Resolve: StoreCommand {
    static let configuration = CommandConfiguration(
        "resolve", abstract: "Find the font with a name.",
        discussion: """
            Tries the name as PostScript name, as named instance of a variable font, as full name, as family and \
            style, and as a name in another language. Unlike fc-match it never returns a different font: if no font \
            has that name, it reports this and exits with status 1.

            Examples:
              fontctl resolve Lora-Bold
              fontctl resolve Lora Bold --json
            """)

    @Argument(
        help: ArgumentHelp("A name, which may have several words.", valueName: "name"),
        completion: .registeredNames(.enabled))
    var words: [TargetArgument]

    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let name = words.joined.text
        let manager = try await context.readingManager()
        let resolution = try await manager.resolve(name)
        let near = resolution.match == nil ? await manager.nearNames(to: [name]) : [:]
        var report = ResolutionReport(resolution: resolution, suggestions: near[name] ?? [])
        report.locale = context.namesLocale
        if let path = resolution.match?.path { report.owner = context.systemRegistrations(at: [path])[path] }
        if resolution.match == nil { report.withheld = try await manager.withheld(name) }
        if case .disabledForAllUsers(let owner)? = report.withheld?.cause { report.owner = owner }
        return report
    }
}
