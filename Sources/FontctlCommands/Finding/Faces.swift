import ArgumentParser
import FontRegistry

struct Faces: StoreCommand {
    static let configuration = CommandConfiguration(
        "faces", abstract: "List the font faces that programs can use.",
        discussion: """
            Lists registered fonts and system fonts, one line for each face: PostScript name, family, style, weight, \
            origin, and the file.

            Examples:
              fontctl faces
              fontctl faces Lora
              fontctl faces --language uk --json
            """)

    @Argument(
        help: ArgumentHelp(
            "Only faces with these families or names; shell patterns are allowed.", valueName: "name"),
        completion: .families)
    var names: [NameArgument] = []

    @OptionGroup var filter: LanguageOption
    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let query = FontQuery(languages: filter.language.map { [$0.text] } ?? [])
        let manager = try await context.readingManager()
        // Fails if the registry cannot be read, as `Families` does.
        _ = try await manager.generation()
        var list = FontList(fonts: try await manager.fonts(matching: FontQuerySet(including: [query])))
        await list.keep(names.map(\.text), by: manager)
        list.sandboxes = context.sandboxFolders()
        if output.json { list.owners = context.systemRegistrations(at: list.fonts.compactMap(\.path)) }
        return list
    }
}
