import ArgumentParser
import FontRegistry

struct Request: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", _superCommandName: "fontctl",
        abstract: "Make fonts usable by name.",
        discussion: """
            A font that programs see already is left alone; one that is registered and disabled is enabled. For one that is \
            not there fontd, if it is installed and there is a session bus, asks the font providers that announced it; what \
            they supply is registered in session scope. One that takes its time is not waited for (see fontctl policy \
            --request-deadline): ask again in a moment.

            Example:
              fontctl request Lora-Bold Lora-Italic
            """)

    @Argument(help: ArgumentHelp("Names, as for resolve.", valueName: "name"), completion: .registeredNames())
    var names: [NameArgument]

    @Option(help: ArgumentHelp("Look for no further name after this time.", valueName: "seconds"))
    var timeout = 30.0

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("The timeout is a number of seconds above 0 and at most 86400.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> RequestReport {
        let manager = try await context.manager()
        let outcomes = try await manager.request(names.map(\.text), timeout: .seconds(timeout))
        let missing = outcomes.filter { $0.status == .notFound }.map(\.query)
        return RequestReport(outcomes: outcomes, suggestions: await manager.nearNames(to: missing))
    }
}
