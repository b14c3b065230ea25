import ArgumentParser
import FontRegistry
import ReaderFonts

struct Search: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", _superCommandName: "fontctl",
        abstract: "Search fonts by name, designer or collection.",
        discussion: """
            Searches the names of registered fonts and of the system's in all languages, and the collections and designers of \
            registered fonts. Each word of the text begins a word of the name; case and accents do not count. Families \
            come first whose own name is most similar.

            Examples:
              fontctl search garamond
              fontctl search noto ser
              fontctl search --json 明朝
            """)

    @Argument(help: "Words, or the beginnings of words.")
    var text: [String]

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    private var query: String { text.joined(separator: " ") }

    func validate() throws {
        guard FamilySearch(query) != nil else { throw ValidationError("Specify a text with at least one word.") }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> SearchReport {
        guard let search = FamilySearch(query) else { preconditionFailure("a text that was not validated") }
        let manager = try await context.readingManager()
        var results = SearchResults(search, locale: context.namesLocale, order: context.nameOrder)
        var rest: [(face: FontFace, tags: [String], path: String)] = []
        for registration in try await manager.registered() {
            for face in registration.faces where !results.add(face, .registered, tags: registration.tags) {
                let objects = try? context.registry().paths
                guard let path = registration.path ?? objects?.object(registration.sha256) else { continue }
                rest.append((face, registration.tags, path))
            }
        }
        let designers = await manager.designers(of: rest.map { ($0.path, $0.face.index) })
        for (font, names) in zip(rest, designers) { results.add(font.face, .registered, by: names) }
        for font in try await manager.systemFonts() { results.add(font.face, .system, tags: []) }
        return SearchReport(
            query: query, families: results.families, terminal: context.terminal)
    }
}
