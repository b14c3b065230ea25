import ArgumentParser
import FontAdvice
import FontRegistry

struct Request: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", _superCommandName: "fontctl",
        abstract: "Make fonts usable by name.",
        discussion: """
            Fonts that are visible to programs are not changed; disabled fonts are enabled. If fontd is installed and \
            a session bus is available, fontd requests missing fonts from the font providers that announced them, and \
            registers the supplied fonts in session scope. The command does not wait for a provider that exceeds the \
            deadline (see `fontctl policy --request-deadline`); run it again later.

            Example:
              fontctl request Lora-Bold Lora-Italic
            """)

    @Argument(help: ArgumentHelp("Names, as for `fontctl resolve`.", valueName: "name"), completion: .registeredNames())
    var names: [NameArgument]

    @Option(help: ArgumentHelp("Stop searching after this time.", valueName: "seconds"))
    var timeout = 30.0

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("The timeout must be a number of seconds greater than 0 and at most 86400.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> RequestReport {
        let manager = try await context.manager()
        let outcomes = try await manager.request(names.map(\.text), timeout: .seconds(timeout))
        let missing = outcomes.filter { $0.status == .notFound }.map(\.query)
        return RequestReport(
            outcomes: outcomes, suggestions: await manager.nearNames(to: missing, in: names.map(\.text)))
    }
}
