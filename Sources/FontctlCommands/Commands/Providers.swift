import ArgumentParser
import FontRegistry

struct Providers: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", _superCommandName: "fontctl",
        abstract: "List who has registered how much.",
        discussion: """
            A provider is a program that registered fonts, or you. Of those that came by the bus it is told what they are \
            (flatpak, snap, unit, executable), and whether they are gone: `fontctl prune` then takes out their fonts. \
            `fontctl list --provider ID` shows what one registered, `fontctl policy` what it may.

            Example:
              fontctl providers
            """)

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> ProviderList {
        ProviderList(providers: try await context.manager().providers())
    }
}
