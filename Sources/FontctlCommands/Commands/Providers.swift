import ArgumentParser
import FontRegistry

struct Providers: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", _superCommandName: "fontctl",
        abstract: "List who has registered how much.",
        discussion: """
            A provider is a program that registered fonts, or you. `fontctl list --provider ID` shows what one registered.

            Example:
              fontctl providers
            """)

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> ProviderList {
        ProviderList(providers: try await context.manager().providers())
    }
}
