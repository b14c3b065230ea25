import ArgumentParser
import FontRegistry

struct Disable: TargetingCommand {
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

    @OptionGroup var targeting: TargetOptions
    @OptionGroup var removal: RemovalOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let (manager, _, summary) = try await perform(
            .disable, removesAtOnce: removal.now, meansSystem: true, in: context)
        return await SummaryReport.change(summary, isDisabling: true, isDryRun: isDryRun, by: manager, in: context)
    }
}
