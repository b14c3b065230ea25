import ArgumentParser
import FontRegistry
import Foundation
import ReaderFonts

struct Families: StoreCommand {
    static let configuration = CommandConfiguration(
        "families", abstract: "List the font families that programs can use.",
        discussion: """
            Lists registered fonts and system fonts, in the order of a font menu in your language.

            The category is serif, sans-serif, monospace, display or handwriting. It comes from a table of known \
            families, or else from the data of the font and the shapes of its letters.

            Examples:
              fontctl families
              fontctl families Lora 'Noto*'
              fontctl families --language ja
              fontctl families --category serif
            """)

    @Argument(
        help: ArgumentHelp("Only these families; shell patterns are allowed.", valueName: "family"),
        completion: .families)
    var names: [NameArgument] = []

    @Option(
        help: ArgumentHelp(
            "Only families of this category: serif, sans-serif, monospace, display, handwriting.",
            valueName: "category"))
    var category: CategoryArgument?

    @OptionGroup var filter: LanguageOption
    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.readingManager()
        var list = try await all(by: manager, context.namesLocale, in: context)
        await list.keep(names.map(\.text), by: manager)
        return list
    }

    private func all(
        by manager: FontManager, _ locale: Locale, in context: FontctlContext
    ) async throws(FontError) -> FamilyList {
        // Text shows few facts, and no category, which takes time to find.
        if !output.json, category == nil, filter.language == nil {
            return FamilyList(listed: try await manager.listedFamilies(locale: locale))
        }
        // Fails if the registry cannot be read, since a list without the registered fonts would be misleading.
        _ = try await manager.generation()
        guard output.json || category != nil else {
            return FamilyList(
                families: try await manager.families(language: filter.language?.text, locale: locale))
        }
        let families = try await manager.readingFamilies(
            category?.category, language: filter.language?.text, locale: locale)
        var list = FamilyList(families: families.map(\.family))
        for (place, family) in families.enumerated() { list.entries[place].reading = family }
        list.owners = context.systemRegistrations(at: families.flatMap { $0.family.fonts.compactMap(\.path) })
        if output.json {
            for (place, face) in try await manager.faces(ofFamilies: families.map(\.family)).enumerated() {
                list.entries[place].face = face
            }
        }
        return list
    }
}
