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
        let manager = try await context.manager()
        var results = SearchResults(search)
        for registration in try await manager.registered() {
            for face in registration.faces {
                results.add(face, .registered, tags: registration.tags) {
                    let objects = try? context.registry().paths
                    guard let path = registration.path ?? objects?.object(registration.sha256),
                        let details = try? FontDetails(ofFace: face.index, inFile: path)
                    else { return [] }
                    return details.texts.filter { $0.kind == .designer }.map(\.text)
                }
            }
        }
        for font in try await manager.fonts(matching: FontQuery()) where font.origin == .system {
            results.add(font.face, .system, tags: []) { [] }
        }
        return SearchReport(
            query: query, families: results.families, terminal: context.terminal)
    }
}
