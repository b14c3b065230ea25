import ArgumentParser
import FontRegistry

struct Disable: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        "disable", abstract: "Hide fonts from programs.",
        discussion: """
            A disabled font stays registered. `fontctl enable` shows it again, and so does a program that requests \
            it. Running programs that may open the file again can use it until they end. Specify fonts as for \
            unregister: a family, a full name, a PostScript name, a pattern, the registered file or folder, or an id.

            A font that is not registered, such as a font of a package, is hidden from your programs by a fontconfig \
            rule. Specify it by its family, one of its names, or its file. The file is not changed; other users, and \
            programs in sandboxes, still see the font. A family includes its registered fonts and those of the \
            system.

            Examples:
              fontctl disable Lora
              fontctl disable Lora-Bold
              fontctl disable 'DejaVu Sans'
              fontctl disable --tag talk
            """)

    @Argument(help: .registeredFonts, completion: .namesToDisable)
    var fonts: [TargetArgument] = []

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var whole: WholeOptions
    @OptionGroup var provider: ProviderOption
    @OptionGroup var removal: RemovalOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func validate() throws { try whole.validate(fonts, selection.selected, provider) }

    func answer(in context: FontctlContext) async throws(FontError) -> SummaryReport {
        let manager = try await context.manager(provider: provider.provider?.text)
        let chosen = ChosenFonts(manager: manager, options: selection.selected, context: context)
        let targets = try await chosen.targets(
            fonts, whole, command: provider.command("disable"), isDryRun: isDryRun, meansSystem: true)
        let summary = try await manager.change(
            RegistrationChange(
                .disable, targets.map(\.target), scope: selection.selected.scope, isDryRun: isDryRun,
                removesAtOnce: removal.now)
        ).named(targets)
        return await .change(summary, isDisabling: true, isDryRun: isDryRun, by: manager, in: context)
    }
}
