import ArgumentParser
import FontRegistry

struct Faces: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "faces", _superCommandName: "fontctl",
        abstract: "List the font faces that programs can use.",
        discussion: """
            Registered fonts and fonts of the system, one line for each face: PostScript name, family, style, weight, \
            origin, and the file.

            Examples:
              fontctl faces
              fontctl faces --language uk --json
            """)

    @OptionGroup var filter: LanguageOption
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> FontList {
        let query = FontQuery(languages: filter.language.map { [$0.text] } ?? [])
        let manager = try await context.manager()
        // Fails if the registry cannot be read, as `Families` does.
        _ = try await manager.generation()
        let fonts = try await manager.fonts(matching: FontQuerySet(including: [query]))
        return FontList(
            fonts: fonts, sandboxes: context.sandboxFolders(),
            owners: output.json ? context.systemRegistrations(at: fonts.compactMap(\.path)) : [:])
    }
}
