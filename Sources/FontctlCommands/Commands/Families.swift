import ArgumentParser
import FontRegistry
import Foundation

struct Families: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "families", _superCommandName: "fontctl",
        abstract: "List the font families that programs can use.",
        discussion: """
            Registered fonts and fonts of the system, in the order of a font menu in your language.

            Examples:
              fontctl families
              fontctl families --language ja
            """)

    @OptionGroup var filter: LanguageOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> FamilyList {
        let locale = Locale(identifier: context.locale ?? "en_001")
        let manager = try await context.manager()
        // Fails if the registry cannot be read, since a list without the registered fonts would be misleading.
        _ = try await manager.generation()
        return FamilyList(
            families: try await manager.families(language: filter.language?.text, locale: locale))
    }
}
