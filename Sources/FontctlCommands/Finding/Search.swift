import ArgumentParser
import FontRegistry
import Foundation
import ReaderFonts

struct Search: StoreCommand {
    static let configuration = CommandConfiguration(
        "search", abstract: "Search fonts by name, designer or collection.",
        discussion: """
            Searches the names of registered fonts and system fonts in all languages, and the collections and \
            designers of registered fonts. Each word of the text must be the beginning of a word of the name; case \
            and accents are ignored. The families with the most similar names come first.

            Examples:
              fontctl search garamond
              fontctl search noto ser
              fontctl search --json 明朝
            """)

    @Argument(help: "Words, or the beginnings of words.")
    var text: [String]

    @OptionGroup var options: StoreOptions

    private var query: String { text.joined(separator: " ") }

    func validate() throws {
        guard FamilySearch(query) != nil else {
            throw ValidationError(message: "Specify a text with at least one word.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        guard let search = FamilySearch(query) else { preconditionFailure("a text that was not validated") }
        let manager = try await context.readingManager()
        let families = try await manager.search(search, locale: context.namesLocale, order: context.nameOrder)
        return SearchReport(query: query, families: families, terminal: context.terminal)
    }
}

/// The result of `search`.
struct SearchReport: Report {
    var query: String
    var families: [FamilyMatch]
    var terminal: FittedTable.Terminal?

    var json: JSON {
        ["query": .string(query), "families": .array(families.map { JSON($0).without("localizedName") })]
    }

    var text: TextOutput {
        let rows = families.map { family in
            [
                family.shownName,
                family.shownName.contains(family.text) && family.kind != .name
                    ? "" : Self.match(family),
                tr(counted(family.faceCount, "face")), Self.origin(family.origin),
            ]
        }
        return TextOutput(rows, under: [tr("FAMILY"), tr("MATCH"), tr("FACES"), tr("ORIGIN")], on: terminal)
    }

    /// Returns the name that has the words, and its kind.
    private static func match(_ family: FamilyMatch) -> String {
        switch family.kind {
        case .family, .familyBeginning, .familyWord: tr("family: \(family.text)")
        case .localizedFamily: tr("localized: \(family.text)")
        case .name: tr("name: \(family.text)")
        case .tag: tr("tag: \(family.text)")
        case .designer: tr("designer: \(family.text)")
        }
    }

    private static func origin(_ origin: FamilyMatch.Origin) -> String {
        switch origin {
        case .registered: tr("registered")
        case .system: tr("system")
        }
    }

    var hint: String? { tr("No font matches “\(query)”. `fontctl families` lists all families.") }
}
